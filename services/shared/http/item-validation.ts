import { Ajv, type ErrorObject } from 'ajv'
import addFormats from 'ajv-formats'
import document from '../contract/generated/openapi.json' with { type: 'json' }
import type { components } from '../contract/generated/openapi.ts'
import { invalid } from './validation.ts'

type SchemaName = keyof components['schemas']

/**
 * Checks the items of a batch one by one against the schema that `x-item-schema` names, so that one bad item never
 * spoils another. Compiled once, at start.
 */
export function itemValidator<N extends SchemaName>(name: N): (item: unknown) => components['schemas'][N] {
  const ajv = new Ajv({ strict: false, allErrors: false, verbose: true })
  addFormats.default(ajv)
  ajv.addSchema({ $id: 'contract', components: document.components })
  const validate = ajv.compile({ $ref: `contract#/components/schemas/${name}` })
  return (item) => {
    if (!validate(item)) throw invalid((validate.errors as ErrorObject[]).map(inBody))
    return item as components['schemas'][N]
  }
}

/** The place that a body has in a whole request, so the sentence reads the same as for a single create. */
const inBody = (error: ErrorObject): ErrorObject => ({
  ...error,
  instancePath: `/requestBody${error.instancePath}`,
})
