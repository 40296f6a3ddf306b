import etag from 'etag'
import type { Request, Response } from 'express'
import type { ContractOperation } from '../contract/contract.ts'
import type { Written } from '../contract/operation.ts'
import { Unavailable, DomainError, IdempotencyInFlight, TooManyRequests } from '../errors.ts'
import type { Logger } from '../logger.ts'
import { errorResponse, PROBLEM_JSON } from './error-answer.ts'
import type { ErrorCode } from '../contract/generated/errors.ts'
import { MethodNotAllowed } from './match.ts'

/** A successful answer as the handler returned it. */
export interface HandlerResult {
  readonly status: number
  readonly body: unknown
  readonly headers?: Readonly<Record<string, string>>
  /** The preferences that were applied (RFC 7240); present when the answer depends on the header `Prefer`. */
  readonly applied?: readonly (string | false)[]
  readonly written?: Written
}

interface Exchange {
  readonly request: Request
  readonly response: Response
}

/** Writes a body that is the same for every caller, once, at start. */
export function serializeOnce(body: unknown): Written {
  const text = Buffer.from(JSON.stringify(body))
  return { text, tag: etag(text) }
}

/** Sends a success, or 304 when the caller already has this version. */
export function succeed(
  { request, response }: Exchange,
  operation: ContractOperation,
  answer: HandlerResult,
): void {
  const { status, body, headers, applied, written } = answer
  for (const name in headers) response.setHeader(name, headers[name] as string)
  if (applied) tellPreferences(response, applied)
  if (body === undefined) return void response.writeHead(status).end()
  const text = written?.text ?? JSON.stringify(body)
  if (operation.responses[status]?.headers?.['ETag'] !== undefined) {
    const tag = written?.tag ?? etag(text)
    response.setHeader('etag', tag)
    response.setHeader('cache-control', 'private, no-cache')
    const reads = request.method === 'GET' || request.method === 'HEAD'
    if (reads && isFresh(request.headers['if-none-match'], tag)) return void response.writeHead(304).end()
  }
  response.writeHead(status, {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(text),
  })
  // For HEAD, node:http sends the headers only.
  response.end(text)
}

function tellPreferences(response: Response, applied: readonly (string | false)[]): void {
  response.setHeader('vary', 'Prefer')
  const named = applied.filter((preference) => preference !== false)
  if (named.length > 0) response.setHeader('preference-applied', named.join(', '))
}

/** Whether the caller already has this version (`If-None-Match`, weak comparison: RFC 9110 §13.1.2). */
function isFresh(ifNoneMatch: string | undefined, tag: string): boolean {
  if (ifNoneMatch === undefined) return false
  if (ifNoneMatch.trim() === '*') return true
  return ifNoneMatch.split(',').some((one) => one.trim().replace(/^W\//, '') === tag)
}

/** A dependency that was lost is usually back within a few seconds. */
const RETRY_AFTER_SECONDS = 5

/** Sends an error in the shape of every error (decision S4); returns its code. */
export function fail({ request, response }: Exchange, error: unknown, log: () => Logger): ErrorCode {
  const known = error instanceof DomainError ? error : undefined
  if (!known) log().error({ err: error }, 'unexpected error')
  else if (known instanceof Unavailable)
    log().warn({ dependency: known.dependency, reason: String(known.cause) }, 'dependency unavailable')

  const shown = known ?? ({ code: 'internal-error', detail: undefined } as const)
  const asProblem =
    request.headers.accept?.includes(PROBLEM_JSON) === true && request.accepts(PROBLEM_JSON) !== false
  const { status, headers, body } = errorResponse(shown, asProblem)
  response.writeHead(status, { ...headers, ...headersOf(status, known) }).end(body)
  return shown.code
}

/** Headers that callers need besides the text (decisions A1, R20, S4). */
function headersOf(status: number, error: DomainError | undefined): Record<string, string> {
  if (status === 401) return { 'www-authenticate': 'Bearer' }
  if (error instanceof MethodNotAllowed) return { allow: error.allow }
  if (error instanceof TooManyRequests || error instanceof IdempotencyInFlight)
    return { 'retry-after': String(error.retryAfterSeconds) }
  if (error?.existing !== undefined) return { 'x-existing-id': String(error.existing) }
  return status === 503 ? { 'retry-after': String(RETRY_AFTER_SECONDS) } : {}
}
