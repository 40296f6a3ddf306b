import { STATUS_CODES } from 'node:http'
import { errors, type ErrorCode } from '../contract/generated/errors.ts'

/** An error as it goes over the wire. */
export interface ErrorResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

export const PROBLEM_JSON = 'application/problem+json'

/** What the caller sees of an error: the row of its code, with the error's own detail if it has one. */
export function describeError({ code, detail }: { code: ErrorCode; detail: string | undefined }) {
  const row = errors[code]
  return { status: row.status, code, detail: detail ?? row.detail ?? '' }
}

/**
 * The shape of every error (specification §7, decision S4): JSON, or an RFC 9457 problem when the caller
 * accepts that.
 */
export function errorResponse(
  error: { code: ErrorCode; detail: string | undefined; all?: (() => readonly string[]) | undefined },
  asProblem: boolean,
): ErrorResponse {
  const { status, code, detail } = describeError(error)
  const faults = asProblem && error.all ? { errors: error.all().map((fault) => ({ detail: fault })) } : {}
  const problem = { type: 'about:blank', title: STATUS_CODES[status], status, detail, code, ...faults }
  const body = JSON.stringify(asProblem ? problem : { detail })
  return {
    status,
    headers: {
      'content-type': asProblem ? PROBLEM_JSON : 'application/json',
      'content-length': String(Buffer.byteLength(body)),
      'x-error-code': code,
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    },
    body,
  }
}
