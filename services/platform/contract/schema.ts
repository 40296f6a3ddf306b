import type { ValidateFunction } from 'ajv'
import { newAjv } from './ajv.ts'
import { catalogue } from './generated/catalogue.ts'
import document from './generated/openapi.json' with { type: 'json' }
import type { components } from './generated/openapi.ts'
import type { OperationId } from './operation.ts'

export type Schemas = components['schemas']

const ajv = newAjv()
ajv.addSchema({ $id: 'contract', components: document.components })

/** Compiles the validator of one schema of the contract. Compile it once, at start. */
export function schemaValidator<Name extends keyof Schemas>(name: Name): ValidateFunction<Schemas[Name]> {
  return ajv.compile<Schemas[Name]>({ $ref: `contract#/components/schemas/${name}` })
}

type Responses = Readonly<Record<'200', { readonly $ref: string }>>
const paths = document.paths as unknown as Readonly<
  Record<string, Readonly<Record<string, { readonly responses: Responses }>>>
>
const responseValidators = new Map<OperationId, ValidateFunction>()

/** The validator of the body that an operation returns with 200. It is compiled for the first response. */
export function responseValidator(operationId: OperationId): ValidateFunction {
  const known = responseValidators.get(operationId)
  if (known) return known
  const { path, method } = catalogue[operationId]
  const response = paths[path]?.[method]?.responses['200'].$ref
  const compiled = ajv.compile({ $ref: `contract${response}/content/application~1json/schema` })
  responseValidators.set(operationId, compiled)
  return compiled
}
