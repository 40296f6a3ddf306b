import type { ErrorCode } from '../generated/contract.ts'

export type { ErrorCode }

/** The service returned an error. */
export class RollcallError extends Error {
  override readonly name = 'RollcallError'
  readonly status: number
  /** Stable cause, from `X-Error-Code`; `''` for a response that is not the service's own. */
  readonly code: ErrorCode | (string & {})
  /** The detail for people; the message adds status, code and request id. */
  readonly detail: string
  /** For support: the request id in the service's logs. */
  readonly requestId: string
  /** Seconds to wait, if the service said so. */
  readonly retryAfter: number | undefined
  /** The existing registration, with `already-registered`, if it is visible to the caller. */
  readonly existingId: number | undefined

  constructor(fields: Omit<RollcallError, keyof Error>) {
    const { status, code, detail, requestId } = fields
    super(`${detail} (${[status, code, requestId && `request ${requestId}`].filter(Boolean).join(', ')})`)
    this.status = fields.status
    this.code = fields.code
    this.detail = fields.detail
    this.requestId = fields.requestId
    this.retryAfter = fields.retryAfter
    this.existingId = fields.existingId
  }
}

/** There was no response of Rollcall, so it is unknown whether the request was processed. */
export class UnreachableError extends Error {
  override readonly name = 'UnreachableError'
  readonly url: string

  constructor(url: string, message: string, cause?: unknown) {
    super(message, { cause })
    this.url = url
  }
}

export const noResponse = (url: string, cause: unknown) =>
  new UnreachableError(url, `No response from ${new URL(url).origin}: ${fetchErrorReason(cause)}`, cause)

/** A proxy, a page to sign in to a network, or another server has responded. */
export const notRollcall = (url: string, { status, headers }: Response, what = contentTypeOf(headers)) =>
  new UnreachableError(
    url,
    `${new URL(url).origin} does not respond as Rollcall does: ${what} with status ${status}. ` +
      'Check the address, whether the network needs a sign-in or a proxy, and whether a pod of the service ' +
      'is up: without one, an ingress responds itself.',
  )

export const isJson = ({ headers }: Response) => /json/i.test(contentTypeOf(headers))
const contentTypeOf = (headers: Headers) => headers.get('content-type') ?? 'no content type'
const NOT_FOUND = 404

export async function errorOf(url: string, response: Response): Promise<RollcallError | UnreachableError> {
  // Rollcall names each error, and a caller must not take a page that is missing for a record. Another status
  // may be that of a proxy in front of Rollcall.
  if (response.status === NOT_FOUND && !response.headers.has('x-error-code'))
    return notRollcall(url, response)
  const text = await response.text().catch(() => '')
  return new RollcallError({
    status: response.status,
    code: response.headers.get('x-error-code') ?? '',
    detail:
      detailIn(text) ?? `Answered with status ${response.status}${isOfProxy(response) ? OF_PROXY : ''}.`,
    requestId: response.headers.get('x-request-id') ?? '',
    retryAfter: retryAfterOf(response),
    existingId: wholeNumber(response, 'x-existing-id'),
  })
}

/** The service can't work now, or a proxy in front of it reaches no pod. */
export const UNAVAILABLE: readonly number[] = [502, 503, 504]

/** What a proxy or an ingress responds itself. */
const isOfProxy = ({ status, headers }: Response) =>
  UNAVAILABLE.includes(status) && !headers.has('x-error-code')
const OF_PROXY = ' by a proxy or an ingress in front of Rollcall, which reaches no pod of the service'

/** Whole seconds; a date, which a proxy may send, is ignored. */
export function retryAfterOf(response: Response): number | undefined {
  const seconds = wholeNumber(response, 'retry-after')
  return seconds !== undefined && seconds < 1_000_000_000 ? seconds : undefined
}

function wholeNumber({ headers }: Response, name: string): number | undefined {
  const text = headers.get(name) ?? ''
  return /^\d{1,15}$/.test(text) ? Number(text) : undefined
}

function detailIn(text: string): string | undefined {
  try {
    const { detail } = JSON.parse(text) as { detail?: unknown }
    return typeof detail === 'string' ? detail : undefined
  } catch {
    return undefined
  }
}

/** `fetch` reports only that it failed; the innermost cause says why. */
function fetchErrorReason(error: unknown): string {
  // Not by instanceof: what the platform throws may come from another realm.
  if (typeof error !== 'object' || error === null) return String(error)
  const { cause, message, code, name } = error as Partial<Error & { code: string }>
  if (cause !== undefined && cause !== null) return fetchErrorReason(cause)
  return message || code || name || 'no reason given'
}
