import type { ValidateFunction } from 'ajv'
import { newAjv } from './ajv.ts'
import document from './generated/openapi.json' with { type: 'json' }
import type { components } from './generated/openapi.ts'

export type Schemas = components['schemas']

const ajv = newAjv()
ajv.addSchema({ $id: 'contract', components: document.components })

/** Compiles the validator of one schema of the contract. Compile it once, at start. */
export function schemaValidator<Name extends keyof Schemas>(name: Name): ValidateFunction<Schemas[Name]> {
  return ajv.compile<Schemas[Name]>({ $ref: `contract#/components/schemas/${name}` })
}
