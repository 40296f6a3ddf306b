import { STATUS_CODES } from 'node:http'
import { errors, type ErrorCode } from '../contract/generated/errors.ts'
import type { DomainError, Fault } from '../errors.ts'
import { VERSION_PREFIX } from './routes.ts'

export const PROBLEM_JSON = 'application/problem+json'
const SCIM_JSON = 'application/scim+json'
const SCIM_ERROR = 'urn:ietf:params:scim:api:messages:2.0:Error'
const SCIM_PATH = new RegExp(`^(${VERSION_PREFIX})?/scim/v2(?=[/?]|$)`)

/** The forms of an error: `{"detail": "…"}`, a problem document (RFC 9457), and that of SCIM (RFC 7644). */
type ErrorForm = 'plain' | 'problem' | 'scim'

/**
 * The form of an error. It depends on the path and not on the operation, because a request that reaches no
 * operation gets it too.
 */
export const errorForm = (url: string | undefined, asProblem: boolean): ErrorForm => {
  if (asProblem) return 'problem'
  return SCIM_PATH.test(url ?? '') ? 'scim' : 'plain'
}

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

/** The same for an item of a batch, with the id of what is in conflict. */
export function describeRejection(error: DomainError) {
  const { existingId } = error
  return existingId === undefined ? describeError(error) : { ...describeError(error), existingId }
}

/** An error of a request. */
interface RequestError {
  readonly code: ErrorCode
  readonly detail: string | undefined
  /** Lists the faults of the request, not only the first. */
  readonly listFaults?: (() => readonly Fault[]) | undefined
}

const MEDIA_TYPES = { plain: 'application/json', problem: PROBLEM_JSON, scim: SCIM_JSON }

/** Renders an error as JSON. */
export function errorResponse(error: RequestError, form: ErrorForm): ErrorResponse {
  const { status, code, detail } = describeError(error)
  const body = JSON.stringify(bodyOf(form, { status, code, detail, faults: error.listFaults }))
  return {
    status,
    headers: {
      'content-type': MEDIA_TYPES[form],
      'content-length': String(Buffer.byteLength(body)),
      'x-error-code': code,
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    },
    body,
  }
}

function bodyOf(
  form: ErrorForm,
  { status, code, detail, faults }: ShownError & { faults: RequestError['listFaults'] },
): object {
  switch (form) {
    case 'plain':
      return { detail }
    case 'problem':
      return problem(status, code, detail, faults?.())
    case 'scim':
      // In SCIM the status is a text.
      return { schemas: [SCIM_ERROR], status: String(status), scimType: errors[code].scimType, detail }
  }
}

type ShownError = ReturnType<typeof describeError>

function problem(status: number, code: ErrorCode, detail: string, faults: readonly Fault[] | undefined) {
  return {
    type: `${ERROR_PAGE}#${code}`,
    title: STATUS_CODES[status],
    status,
    detail,
    code,
    errors: faults,
  }
}
