import type { Specification, Variable } from '../../../services/shared/config.ts'
import { oneOf, optionalName, secretKey, strict, type Schema } from './words.ts'

/** Values that a schema can hold better than the service's own parser, which has the last word anyway. */
const CLOSED: Readonly<Record<string, Schema>> = {
  LOG_LEVEL: oneOf('debug', 'info', 'warn', 'error', 'silent'),
}

const NUMBER = /^must be a whole number/

/** Names under `config`: exactly the variables that are no secret. */
export const configSchema = (variables: Specification): Schema => schemaOf(variables, false, valueSchema)

/** Names under `secrets`: exactly the variables that are secret. */
export const secretsSchema = (variables: Specification): Schema =>
  schemaOf(variables, true, () => strict({ name: optionalName, key: secretKey }))

function schemaOf(
  variables: Specification,
  secret: boolean,
  value: (variable: Variable<unknown>) => Schema,
): Schema {
  const chosen = Object.values(variables).filter((variable) => variable.secret === secret)
  return strict(Object.fromEntries(chosen.map((one) => [one.name, { description: one.why, ...value(one) }])))
}

function valueSchema(variable: Variable<unknown>): Schema {
  const closed = CLOSED[variable.name]
  if (closed !== undefined) return closed
  if (isNumber(variable)) return { type: ['integer', 'string'], pattern: '^[0-9]*$' }
  return variable.default === undefined ? { type: 'string', minLength: 1 } : { type: 'string' }
}

function isNumber(variable: Variable<unknown>): boolean {
  try {
    variable.parse('not a number')
    return false
  } catch (refusal) {
    return NUMBER.test((refusal as Error).message)
  }
}
