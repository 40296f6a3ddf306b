import { STATUS_CODES } from 'node:http'
import { errors, type ErrorCode } from '../contract/generated/errors.ts'

export const PROBLEM_JSON = 'application/problem+json'

/** The page of the guides with all codes, each with an anchor. */
const ERROR_PAGE = '/docs/guide/errors'

/** An error as it is sent. */
export interface ErrorResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** The status and text of an error: the row of its code in the error table, with its own detail if it has one. */
export function describeError({ code, detail }: { code: ErrorCode; detail: string | undefined }) {
  const row = errors[code]
  return { status: row.status, code, detail: detail ?? row.detail ?? '' }
}

/** Every error has this form: `{"detail"}`, or an RFC 9457 problem when the caller accepts that. */
export function errorResponse(
  error: { code: ErrorCode; detail: string | undefined; all?: (() => readonly string[]) | undefined },
  asProblem: boolean,
): ErrorResponse {
  const { status, code, detail } = describeError(error)
  const body = JSON.stringify(asProblem ? problem(status, code, detail, error.all?.()) : { detail })
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
