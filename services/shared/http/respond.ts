import { DependencyUnavailable, DomainError, TooManyRequests } from '../errors.ts'
import { isMongoAway } from '../store/mongo.ts'
import { etagOf, isFresh } from './conditional.ts'
import { errorAnswer, PROBLEM_JSON } from './error-answer.ts'
import type { ErrorCode } from '../contract/generated/errors.ts'
import type { Answered, Exchange } from './exchange.ts'

/** A dependency that was lost is usually back within a few seconds. */
const RETRY_AFTER_SECONDS = 5

/** Sends a success; a tag that the caller already has turns it into 304. */
export function succeed({ request, response, operation }: Exchange, answer: Answered): void {
  for (const [name, value] of Object.entries(answer.headers ?? {})) response.setHeader(name, value)
  if (answer.body === undefined) return void response.writeHead(answer.status).end()
  if (operation && carriesTag(operation.responses[answer.status])) {
    const tag = etagOf(answer.body)
    response.setHeader('etag', tag)
    response.setHeader('cache-control', 'private, no-cache')
    const reads = request.method === 'GET' || request.method === 'HEAD'
    if (reads && isFresh(request.get('if-none-match'), tag)) return void response.writeHead(304).end()
  }
  const text = JSON.stringify(answer.body)
  response.writeHead(answer.status, {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(text),
  })
  // For HEAD node:http sends the headers alone.
  response.end(text)
}

const carriesTag = (response: { headers?: Readonly<Record<string, unknown>> } | undefined) =>
  response?.headers?.['ETag'] !== undefined

/** Sends an error in the one shape that all have (decision S4). Returns its code. */
export function fail(exchange: Exchange, error: unknown): ErrorCode {
  const { request, response, log } = exchange
  const domainError = understand(error)
  if (!domainError) log.error({ err: error }, 'unexpected error')
  else if (domainError instanceof DependencyUnavailable)
    log.warn(
      { dependency: domainError.dependency, reason: String(domainError.cause) },
      'dependency unavailable',
    )

  const { code, detail } = domainError ?? { code: 'internal-error', detail: undefined }
  const asProblem =
    request.headers.accept?.includes(PROBLEM_JSON) === true && request.accepts(PROBLEM_JSON) !== false
  const { status, headers, body } = errorAnswer({ code, detail }, asProblem)
  if (status === 401) response.setHeader('www-authenticate', 'Bearer')
  if (domainError instanceof TooManyRequests)
    response.setHeader('retry-after', String(domainError.retryAfterSeconds))
  if (status === 503) response.setHeader('retry-after', String(RETRY_AFTER_SECONDS))
  response.writeHead(status, headers).end(body)
  return code
}

function understand(error: unknown): DomainError | undefined {
  if (error instanceof DomainError) return error
  return isMongoAway(error) ? new DependencyUnavailable('mongodb', error) : undefined
}
