import type { Specification, Variable } from '../../../services/shared/config.ts'
import { matching, oneOf, strict, type Schema } from './words.ts'

/** Values that a schema can hold better than the service's own parser, which has the last word anyway. */
const CLOSED: Readonly<Record<string, Schema>> = {
  LOG_LEVEL: oneOf('debug', 'info', 'warn', 'error', 'silent'),
}

const NUMBER = /^must be a whole number/

/** Names under `config`: exactly the variables that are no secret. */
export function configSchema(variables: Specification): Schema {
  return strict(
    Object.fromEntries(
      Object.values(variables)
        .filter(({ secret }) => !secret)
        .map((variable) => [variable.name, { description: variable.why, ...valueSchema(variable) }]),
    ),
  )
}

/** Names under `secrets`: exactly the variables that are secret. */
export function secretsSchema(variables: Specification): Schema {
  return strict(
    Object.fromEntries(
      Object.values(variables)
        .filter(({ secret }) => secret)
        .map(({ name, why }) => [
          name,
          {
            description: why,
            ...strict({
              name: matching('^([a-z0-9]([-a-z0-9.]*[a-z0-9])?)?$'),
              key: matching('^[-._a-zA-Z0-9]+$'),
            }),
          },
        ]),
    ),
  )
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
