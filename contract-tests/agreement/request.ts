import { bodyOf, type Request } from '../pact/pact.ts'
import { resolved, type Content, type Contract, type ContractOperation } from './contract.ts'
import { headersOf } from './headers.ts'
import type { Found } from './operations.ts'
import { schemasFor } from './schemas.ts'

/** Headers that HTTP itself, or tracing, brings along. */
const STANDARD = ['accept', 'content-type', 'traceparent', 'x-request-id']
/** Answers to a request that is meant to be wrong. */
const REFUSALS = [400, 413, 415]
const UNAUTHENTICATED = 401

/** What a request relies on that the contract does not say, or leaves out that it wants. */
export function requestFaults(contract: Contract, found: Found, request: Request, status: number): string[] {
  const security = status === UNAUTHENTICATED ? [] : securityFaults(contract, found.operation, request)
  if (REFUSALS.includes(status)) return security
  return [...security, ...parameterFaults(contract, found, request), ...bodyFaults(contract, found, request)]
}

function parameterFaults(
  contract: Contract,
  { parameters, operation, path }: Found,
  request: Request,
): string[] {
  const schemas = schemasFor(contract)
  const free = [
    ...STANDARD,
    ...schemesOf(contract, operation)
      .flat()
      .map(({ header }) => header),
  ]
  const given = [
    ...Object.entries(path).map(([name, value]) => ({ in: 'path', name, value })),
    ...queryOf(request).map(([name, value]) => ({ in: 'query', name, value })),
    ...headersOf(request.headers)
      .filter(([name]) => !free.includes(name))
      .map(([name, value]) => ({ in: 'header', name, value })),
  ]
  const isOf = (place: string, name: string) => (parameter: { in: string; name: string }) =>
    parameter.in === place && parameter.name.toLowerCase() === name.toLowerCase()
  const wrong = given.flatMap(({ in: place, name, value }) => {
    const declared = parameters.find(isOf(place, name))
    if (!declared) return [`the ${place} parameter \`${name}\` is not declared`]
    return schemas
      .textFaults(declared.schema, value)
      .map((fault) => `the ${place} parameter \`${name}\`: ${fault.replace('`value` ', '')}`)
  })
  const missing = parameters
    .filter(({ required, in: place, name }) => required && !given.some(isOf(place, name)))
    .map(({ in: place, name }) => `the ${place} parameter \`${name}\` is missing, and required`)
  return [...wrong, ...missing]
}

function bodyFaults(contract: Contract, { operation }: Found, request: Request): string[] {
  const body = bodyOf(request.body)
  const declared = resolved<{ required?: boolean; content: Content } | undefined>(
    contract.document,
    operation.requestBody,
  )
  if (body === undefined || body === '') return declared?.required ? ['a request body is required'] : []
  const schema = declared?.content['application/json']?.schema
  if (!schema) return ['a request body is not declared']
  return schemasFor(contract)
    .sentFaults(schema, body)
    .map((fault) => `${fault} in the request body`)
}

/** Whether a request carries one of the credentials that the operation takes. */
export function securityFaults(
  contract: Contract,
  operation: ContractOperation,
  request: Pick<Request, 'headers'>,
): string[] {
  const alternatives = schemesOf(contract, operation)
  const sent = headersOf(request.headers)
  const carries = ({ header, scheme = '' }: Scheme) =>
    sent.some(([name, value]) => name === header && value.toLowerCase().startsWith(scheme))
  if (alternatives.length === 0 || alternatives.some((parts) => parts.every(carries))) return []
  const list = alternatives.map((parts) => parts.map(({ header }) => header).join(' and ')).join(', or ')
  return [`the request carries no credential: send ${list}`]
}

/** A header that a credential is sent in; of `Authorization` what it begins with (RFC 9110 §11.4), in lower case. */
interface Scheme {
  readonly header: string
  readonly scheme?: string
}

/** For each way to authenticate, what it takes. */
function schemesOf({ document }: Contract, { security = [] }: ContractOperation): Scheme[][] {
  type Declared = { name?: string; scheme?: string }
  const declared =
    (document.components as { securitySchemes?: Record<string, Declared> } | undefined)?.securitySchemes ?? {}
  return security.map((alternative) =>
    Object.keys(alternative).map((key): Scheme => {
      const { name, scheme } = declared[key] ?? {}
      if (name !== undefined) return { header: name.toLowerCase() }
      return { header: 'authorization', scheme: `${scheme?.toLowerCase() ?? ''} ` }
    }),
  )
}

function queryOf({ query = {} }: Request): [name: string, value: string][] {
  if (typeof query === 'string') return [...new URLSearchParams(query)]
  return Object.entries(query).flatMap(([name, values]) =>
    [values].flat().map((value): [string, string] => [name, String(value)]),
  )
}
