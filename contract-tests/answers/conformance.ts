import { resolved, type Contract, type ContractResponse } from '../agreement/contract.ts'
import { securityFaults } from '../agreement/request.ts'
import { responseFaults } from '../agreement/response.ts'
import { schemasFor } from '../agreement/schemas.ts'
import type { Exchange, RecordedAnswer } from './exchange.ts'
import { foundFor } from './found.ts'

/** Answers to whoever is not let in, or before that is looked at (decision A5). */
const BEFORE_CREDENTIALS = [401, 503]

/**
 * Where the system did what the contract does not say: an answer with a status, a header, a field, a type or an error
 * code that is not declared, one without what is promised, or one to a credential that the operation does not take.
 * `known` are the headers that any answer of ours may have.
 */
export function breaches(contract: Contract, known: ReadonlySet<string>, exchange: Exchange): string[] {
  const { request, answer } = exchange
  const found = foundFor(contract, exchange)
  if (!found) return [`the contract has no operation ${request.method} ${request.path}`]
  const { status, headers } = answer
  const ours = Object.entries(headers).filter(([name]) => known.has(name) || name === 'content-type')
  const declared = resolved<Declared | undefined>(
    contract.document,
    found.operation.responses[String(status)],
  )
  return [
    ...(BEFORE_CREDENTIALS.includes(status) ? [] : securityFaults(contract, found.operation, request)),
    ...responseFaults(contract, found, { status, headers: Object.fromEntries(ours) }),
    ...(declared
      ? [...promiseFaults(contract, declared, answer), ...bodyFaults(contract, declared, answer)]
      : []),
  ]
}

interface Declared extends ContractResponse {
  readonly 'x-error-codes'?: Readonly<Record<string, number>>
}

/** A consumer may leave out what it does not look at; an answer has all that is promised. */
function bodyFaults(
  contract: Contract,
  { content }: Declared,
  { status, headers, body }: RecordedAnswer,
): string[] {
  if (body === undefined) return []
  const [type = ''] = (headers['content-type'] ?? '').split(';')
  const schema = content?.[type]?.schema
  if (!schema) return [`a body of type ${type} is not declared for the ${status}`]
  return schemasFor(contract)
    .sentFaults(schema, body)
    .map((fault) => `${fault} in the body of the ${status}`)
}

function promiseFaults(
  { document }: Contract,
  { headers = {}, content = {}, 'x-error-codes': codes }: Declared,
  { status, headers: given, body }: RecordedAnswer,
): string[] {
  const missing = Object.entries(headers)
    .filter(
      ([name, header]) =>
        resolved<{ required?: boolean }>(document, header).required && !(name.toLowerCase() in given),
    )
    .map(([name]) => `the header \`${name}\` of the ${status} is missing, and required`)
  const code = given['x-error-code']
  const empty = body === undefined && status !== 304 && Object.keys(content).length > 0
  return [
    ...missing,
    ...(empty ? [`the ${status} has no body`] : []),
    ...(code !== undefined && codes?.[code] !== status
      ? [`the code ${code} of the ${status} is not declared`]
      : []),
  ]
}
