import {
  errorOf,
  isJson,
  noResponse,
  notRollcall,
  retryAfterOf,
  UNAVAILABLE,
  type UnreachableError,
} from './errors.ts'

/** How often a request is sent, and for how long in total. */
export interface Patience {
  /** The maximum number of attempts; 1 means no retry. */
  readonly attempts: number
  /** No attempt begins later than this after the first one. */
  readonly withinMs: number
  /** The timeout of one attempt. */
  readonly timeoutMs: number
}

export const DEFAULT_PATIENCE: Patience = { attempts: 4, withinMs: 90_000, timeoutMs: 30_000 }

/** Nothing was done by such a request, so repeating it is safe for every method. */
const TOO_MANY = 429

/** The delay when the service gives none: doubled with every attempt, with random jitter. */
const FIRST_WAIT_MS = 250

export type Fetch = typeof globalThis.fetch

/**
 * Sends a request again when the response means "later" (429, 502, 503, 504, an idempotency key still in use)
 * or when there is none, if that is safe: reads, moves, requests with an `Idempotency-Key`, and everything
 * after 429. Waits as long as `Retry-After` says.
 *
 * @throws RollcallError, UnreachableError; what the caller's own signal throws; TypeError for the external
 *   ids "." and ".."
 */
export function repeating(send: Fetch, patience: Patience): Fetch {
  return async (input, init = {}) => {
    const url = input instanceof Request ? input.url : input.toString()
    // The path without such segments is that of another operation: an update would become a create.
    if (/\/\.{1,2}(\/|\?|$)/.test(url)) throw new TypeError('No record has the external id "." or "..".')
    const started = Date.now()
    for (let attempt = 1; ; attempt++) {
      const outcome = await attemptOf(send, url, init, patience.timeoutMs)
      if (outcome instanceof Response && outcome.ok) {
        if (outcome.body !== null && !isJson(outcome)) throw notRollcall(url, outcome)
        return outcome
      }
      init.signal?.throwIfAborted()

      const repeatable =
        isRepeatable(url, init) || (outcome instanceof Response && outcome.status === TOO_MANY)
      const wait = repeatable ? waitAfter(outcome, attempt) : undefined
      const late = wait !== undefined && Date.now() - started + wait > patience.withinMs
      if (wait === undefined || late || attempt >= patience.attempts)
        throw outcome instanceof Response ? await errorOf(url, outcome) : outcome

      await pause(wait, init.signal)
    }
  }
}

async function attemptOf(
  send: Fetch,
  url: string,
  init: RequestInit,
  timeoutMs: number,
): Promise<Response | UnreachableError> {
  const timeout = AbortSignal.timeout(timeoutMs)
  const signal = init.signal ? AbortSignal.any([init.signal, timeout]) : timeout
  try {
    // No operation redirects: where a redirect leads, the secret must not follow.
    const response = await send(url, { ...init, signal, redirect: 'error' })
    // With its whole body: a response that breaks off is none.
    const body = await limitedBody(response)
    const whole = new Response(body.size > 0 ? body : null, response)
    return response.ok && isJson(response) ? await parsed(url, whole, body) : whole
  } catch (error) {
    return noResponse(url, error)
  }
}

/** To repeat a move changes nothing. After one that was done, `If-Match` names an old version. */
const MOVE = /\/(?:approve|complete|withdraw)\/?(?:$|\?)/

/** More than any page of the service has. The other end may be another server. */
const MAX_BODY_BYTES = 64 * 1024 * 1024

/** @throws Error for a body that is too long, which is not read further */
async function limitedBody({ body }: Response): Promise<Blob> {
  const chunks: Uint8Array<ArrayBuffer>[] = []
  let size = 0
  for await (const chunk of (body ?? []) as AsyncIterable<Uint8Array<ArrayBuffer>>) {
    size += chunk.length
    if (size > MAX_BODY_BYTES) throw new Error(`the response has over ${MAX_BODY_BYTES} bytes`)
    chunks.push(chunk)
  }
  return new Blob(chunks)
}

/**
 * The response with the value of its JSON, parsed once. A body that is none is that of another server:
 * `json()` rejects with UnreachableError.
 *
 * @throws Error for a body that only begins as JSON: some proxies collect a response that breaks off, and
 *   send it with a length, as if it were whole
 */
async function parsed(url: string, response: Response, body: Blob): Promise<Response> {
  const text = await body.text()
  let json: () => Promise<unknown>
  try {
    const value: unknown = JSON.parse(text)
    json = () => Promise.resolve(value)
  } catch {
    if (/^\s*[[{]/.test(text)) throw new Error('the response breaks off in the middle of its JSON')
    json = () => Promise.reject(notRollcall(url, response, 'no JSON'))
  }
  return Object.defineProperty(response, 'json', { value: json })
}

function isRepeatable(url: string, { method = 'GET', headers }: RequestInit): boolean {
  const sent = new Headers(headers)
  const isMove = method === 'POST' && MOVE.test(url) && !sent.has('if-match')
  return method === 'GET' || method === 'HEAD' || sent.has('idempotency-key') || isMove
}

function waitAfter(outcome: Response | UnreachableError, attempt: number): number | undefined {
  const backOff = FIRST_WAIT_MS * 2 ** (attempt - 1) * (0.5 + Math.random())
  if (!(outcome instanceof Response)) return backOff
  const later =
    outcome.status === TOO_MANY ||
    UNAVAILABLE.includes(outcome.status) ||
    outcome.headers.get('x-error-code') === 'idempotency-in-flight'
  if (!later) return undefined
  const told = retryAfterOf(outcome)
  return told === undefined ? backOff : told * 1000
}

function pause(ms: number, signal: AbortSignal | null | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = (): void => {
      clearTimeout(timer)
      reject(signal?.reason as Error)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop)
      resolve()
    }, ms)
    signal?.addEventListener('abort', stop, { once: true })
  })
}
