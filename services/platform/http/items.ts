import type { ErrorObject } from 'ajv'
import document from '../contract/generated/openapi.json' with { type: 'json' }
import { schemaValidator, type Schemas } from '../contract/schema.ts'
import { invalidRequest } from './validate.ts'

/**
 * Creates the validator of one item of a batch. Items are validated one by one (`x-items-checked` in the
 * contract), so that an invalid item does not affect the others. Compile it once, at start.
 * @throws at start, for a batch whose items are not a `$ref`
 */
export function itemValidator<Item extends Schemas[keyof Schemas]>(
  batch: keyof Schemas,
): (item: unknown) => Item {
  const schema: object = document.components.schemas[batch]
  const { items } = schema as { readonly items?: { readonly $ref?: string } }
  const [, name] = /^#\/components\/schemas\/(.*)$/.exec(items?.$ref ?? '') ?? []
  if (name === undefined) throw new Error(`the items of ${batch} are not a $ref`)
  const validate = schemaValidator(name as keyof Schemas)
  return (item) => {
    if (!validate(item)) throw invalidRequest((validate.errors as ErrorObject[]).map(asItemError))
    return item as unknown as Item
  }
}

/** With the place first, as in a request with one record, so that the texts about fields are the same. */
function asItemError(error: ErrorObject): ErrorObject {
  return { ...error, instancePath: `/item${error.instancePath}` }
}
