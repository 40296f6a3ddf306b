import { STATUS_CODES } from 'node:http'
import { errors, type ErrorCode } from '../contract/generated/errors.ts'

export const PROBLEM_JSON = 'application/problem+json'

/** The page of the guides that describes all error codes. Each code is an anchor. */
const ERROR_PAGE = '/docs/guide/errors'

/** The response to a request that failed. */
export interface ErrorResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/**
 * The status and text of an error, from `openapi/error-codes.yaml`. If the error has a `detail`, it replaces
 * the text.
 */
export function describeError({ code, detail }: { code: ErrorCode; detail: string | undefined }) {
  const { status, detail: text } = errors[code]
  return { status, code, detail: detail ?? text ?? '' }
}

/** An error of a request. */
interface RequestError {
  readonly code: ErrorCode
  readonly detail: string | undefined
  /** Lists the faults of the request, not only the first. */
  readonly listFaults?: (() => readonly string[]) | undefined
}

/** Renders an error as JSON: `{"detail": "…"}`, or an RFC 9457 problem document if `asProblem`. */
export function errorResponse(error: RequestError, asProblem: boolean): ErrorResponse {
  const { status, code, detail } = describeError(error)
  const body = JSON.stringify(asProblem ? problem(status, code, detail, error.listFaults?.()) : { detail })
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

function problem(status: number, code: ErrorCode, detail: string, faults: readonly string[] | undefined) {
  return {
    type: `${ERROR_PAGE}#${code}`,
    title: STATUS_CODES[status],
    status,
    detail,
    code,
    errors: faults?.map((fault) => ({ detail: fault })),
  }
}
