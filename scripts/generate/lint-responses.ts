import { dereferenced, type OpenApiDocument, type Operation } from './document.ts'

interface Response {
  headers?: Record<string, object>
  content?: Record<string, { example?: unknown; examples?: Record<string, unknown> }>
  'x-error-codes'?: Record<string, number>
}

/** What a caller needs besides the body (decisions A1, R20, S4). */
const headersByStatus: Record<string, string[]> = {
  '304': ['ETag'],
  '401': ['WWW-Authenticate'],
  '429': ['Retry-After'],
  '503': ['Retry-After'],
}
const quota = ['RateLimit', 'RateLimit-Policy']

/** Every response has a request id and tells of the quota; every error its code, its codes' statuses, and both forms. */
export function faultsOfResponse(
  document: OpenApiDocument,
  operation: Operation,
  status: string,
  response: object,
): string[] {
  const resolved = dereferenced<Response>(document, response)
  const { headers = {} } = resolved
  // Who is not known has no quota that could be told.
  const limited = operation['x-rate-limit'] !== 'none' && status !== '401'
  const expected = ['X-Request-Id', ...(limited ? quota : []), ...(headersByStatus[status] ?? [])]
  const missing = expected
    .filter((name) => !(name in headers))
    .map((name) => `response ${status} has no ${name}`)
  return /^[123]/.test(status) ? missing : [...missing, ...faultsOfError(status, resolved)]
}

function faultsOfError(status: string, response: Response): string[] {
  const { headers = {}, content = {}, 'x-error-codes': codes = {} } = response
  const names = Object.keys(codes)
  const { example, examples = {} } = content['application/json'] ?? {}
  return [
    ...('X-Error-Code' in headers ? [] : [`response ${status} has no X-Error-Code`]),
    ...(Object.keys(content).join() === 'application/json,application/problem+json'
      ? []
      : [`response ${status} has both forms of an error`]),
    ...(status === 'default' ||
    (names.length > 0 && Object.values(codes).every((code) => `${code}` === status))
      ? []
      : [`response ${status} lists codes of that status`]),
    ...(names.length === 1 && example !== undefined
      ? []
      : names
          .filter((name) => !(name in examples))
          .map((name) => `response ${status} has no example for ${name}`)),
  ]
}
