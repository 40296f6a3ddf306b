import type { ErrorObject } from 'ajv'
import document from '../contract/generated/openapi.json' with { type: 'json' }
import { schemaValidator, type Schemas } from '../contract/schema.ts'
import { invalid } from './validate.ts'

/**
 * Checks the items of a batch one by one (`x-items-checked` in the contract), so one bad item does
 * not affect the others. Compiled once, at start.
 * @throws at start, for a batch whose items are no reference
 */
export function itemValidator<Item extends Schemas[keyof Schemas]>(
  batch: keyof Schemas,
): (item: unknown) => Item {
  const schema: object = document.components.schemas[batch]
  const { items } = schema as { readonly items?: { readonly $ref?: string } }
  const [, name] = /^#\/components\/schemas\/(.*)$/.exec(items?.$ref ?? '') ?? []
  if (name === undefined) throw new Error(`the items of ${batch} are no reference`)
  const validate = schemaValidator(name as keyof Schemas)
  return (item) => {
    if (!validate(item)) throw invalid((validate.errors as ErrorObject[]).map(inBody))
    return item as unknown as Item
  }
}

/** Prefixes the path as for a whole request, so the error reads as it does for a single create. */
const inBody = (error: ErrorObject): ErrorObject => ({
  ...error,
  instancePath: `/requestBody${error.instancePath}`,
})
