import etag from 'etag'
import type { Request, Response } from 'express'
import type { ContractOperation } from '../contract/contract.ts'
import type { ErrorCode } from '../contract/generated/errors.ts'
import type { HandlerResponse, SerializedBody } from '../contract/operation.ts'
import type { Batches } from '../domain/page.ts'
import { ApiError, DomainError, RetryAfter, Unavailable } from '../errors.ts'
import { skipRest } from './body.ts'
import { namesTag } from './conditional.ts'
import { errorForm, errorResponse, PROBLEM_JSON } from './error-response.ts'
import { MAX_HEADER_LENGTH, type Exchange } from './exchange.ts'
import { relativeTo } from './relative.ts'
import type { Reader, ResponsesBeingSent } from './responses-being-sent.ts'
import { MethodNotAllowed } from './routes.ts'

/** The path that was called, without the query. */
export const pathOf = ({ originalUrl }: Pick<Request, 'originalUrl'>): string =>
  originalUrl.split('?', 1)[0] ?? ''

/** Serializes a body that is the same for every caller; to be called once, at start. */
export function serializeOnce(body: unknown): SerializedBody {
  const text = Buffer.from(JSON.stringify(body))
  return { text, etag: etag(text) }
}

/**
 * Sends a success, or 304 when the caller already has this version.
 *
 * @throws TooManyRequests before anything is sent
 * @throws what a batch of the body throws; the response has begun then
 */
export async function sendSuccess(
  exchange: Exchange,
  operation: ContractOperation,
  result: HandlerResponse,
  {
    beingSent,
    mayContinue,
  }: { readonly beingSent: ResponsesBeingSent; readonly mayContinue: Reader['mayContinue'] },
): Promise<void> {
  const { request, response } = exchange
  const { status, body, headers = {}, applied, serialized } = result
  const reader = { caller: exchange.caller, log: () => exchange.log, mayContinue }
  const mediaType = Object.keys(operation.responses[status]?.content ?? {})[0] ?? 'application/json'
  const isStreamed = isBatches(body)
  const isComplete = body !== undefined && !isStreamed
  const text = isComplete ? (serialized?.text ?? JSON.stringify(body)) : ''
  const bytes = Buffer.byteLength(text)
  const hasTag = isComplete && operation.responses[status]?.headers?.['ETag'] !== undefined
  const tag = hasTag ? (result.etag ?? serialized?.etag ?? etag(text)) : undefined
  const isKnown = tag !== undefined && knowsVersion(exchange, tag)
  // A smaller one is with the operating system at once.
  const isLarge = isStreamed || bytes > CHUNK_LENGTH
  // Others may have begun since the request came. What a write has done is told, whatever is being sent.
  if (isLarge && !isKnown && request.method === 'GET') beingSent.requireRoom(exchange.caller)
  for (const [name, given] of Object.entries(headers)) {
    const value = name === 'location' && given.startsWith('/') ? relativeTo(pathOf(request), given) : given
    // A deprecated operation has a `Link` already. The one to the next page comes first.
    const present = response.getHeader(name)
    response.setHeader(name, present === undefined ? value : `${value}, ${String(present)}`)
  }
  if (applied) setPreferenceHeaders(response, applied)
  if (body === undefined) return void response.writeHead(status).end()
  if (isStreamed) {
    response.writeHead(status, { 'content-type': 'application/json' })
    if (request.method === 'HEAD') return void response.end()
    return await beingSent.stream(response, writeArray(body), reader)
  }
  if (tag !== undefined) {
    response.setHeader('etag', tag)
    response.setHeader('cache-control', 'private, no-cache')
  }
  if (isKnown) return void response.writeHead(304).end()
  response.writeHead(status, { 'content-type': mediaType, 'content-length': bytes })
  if (isLarge) beingSent.watch(response, reader)
  // For HEAD, node:http sends the headers only.
  response.end(text)
}

/** Whether a read says that the caller has this version. The header of another request is not even read. */
function knowsVersion(exchange: Exchange, tag: string): boolean {
  const { method } = exchange.request
  const known = method === 'GET' || method === 'HEAD' ? exchange.header('if-none-match') : undefined
  return known !== undefined && namesTag(known, tag)
}

const isBatches = (body: unknown): body is Batches<unknown> =>
  typeof body === 'object' && body !== null && Symbol.asyncIterator in body

/** Small enough that few bytes are in memory, large enough that few writes are made. */
const CHUNK_LENGTH = 64 * 1024

async function* writeArray(batches: Batches<unknown>): AsyncGenerator<string> {
  let text = '['
  let isFirst = true
  for await (const batch of batches)
    for (const item of batch) {
      text += isFirst ? JSON.stringify(item) : `,${JSON.stringify(item)}`
      isFirst = false
      if (text.length < CHUNK_LENGTH) continue
      yield text
      text = ''
    }
  yield `${text}]`
}

function setPreferenceHeaders(response: Response, applied: readonly (string | false)[]): void {
  response.setHeader('vary', 'Prefer')
  const names = applied.filter((preference) => preference !== false)
  if (names.length > 0) response.setHeader('preference-applied', names.join(', '))
}

/** A dependency usually recovers within a few seconds. */
const RETRY_AFTER_UNAVAILABLE_SECONDS = 5

/**
 * Sends an error, and logs it unless the caller caused it. Cuts off a response that has begun.
 * @returns its code
 */
export async function sendError(exchange: Exchange, error: unknown): Promise<ErrorCode> {
  const { request, response, trace } = exchange
  const known = error instanceof ApiError ? error : undefined
  if (!known) exchange.log.error({ err: error }, 'unexpected error')
  else if (known instanceof Unavailable)
    exchange.log.warn({ dependency: known.dependency, reason: String(known.cause) }, 'dependency unavailable')

  const shown = known ?? ({ code: 'internal-error', detail: undefined } as const)
  if (!response.headersSent) await skipRest(request)
  // The status of a response that has begun is sent already. A broken connection tells the caller that the
  // body is incomplete.
  if (response.headersSent) response.destroy()
  else {
    const { status, headers, body } = errorResponse(
      shown,
      errorForm(request.originalUrl, acceptsProblem(request)),
    )
    const own = { traceresponse: trace.traceparent, ...headersOf(status, known) }
    response.writeHead(status, { ...headers, ...own }).end(body)
  }
  return shown.code
}

/** `*` and `application/*` do not count: only a caller that names the type gets a problem document. */
const acceptsProblem = (request: Request): boolean =>
  (request.headers.accept ?? '').length <= MAX_HEADER_LENGTH &&
  request.accepts().some((type) => type.toLowerCase() === PROBLEM_JSON)

function headersOf(status: number, error: ApiError | undefined): Record<string, string> {
  if (status === 401) return { 'www-authenticate': 'Bearer' }
  if (error instanceof MethodNotAllowed) return { allow: error.allow }
  if (error instanceof RetryAfter) return { 'retry-after': String(error.retryAfterSeconds) }
  if (error instanceof DomainError && error.existingId !== undefined)
    return { 'x-existing-id': String(error.existingId) }
  return status === 503 ? { 'retry-after': String(RETRY_AFTER_UNAVAILABLE_SECONDS) } : {}
}
