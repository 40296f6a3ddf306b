import type { ValidateFunction } from 'ajv'
import { newAjv } from './ajv.ts'
import document from './generated/openapi.json' with { type: 'json' }
import type { components } from './generated/openapi.ts'

export type Schemas = components['schemas']

const ajv = newAjv()
ajv.addSchema({ $id: 'contract', components: document.components })

/** The validator of one schema of the contract; to be made once, at start. */
export const schemaValidator = <Name extends keyof Schemas>(name: Name): ValidateFunction<Schemas[Name]> =>
  ajv.compile<Schemas[Name]>({ $ref: `contract#/components/schemas/${name}` })
