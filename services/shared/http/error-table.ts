import { errors, type ErrorCode } from '../contract/generated/errors.ts'

/** What a caller is told of an error: the row of its code, with the error's own text where it has one. */
export function describeError({ code, detail }: { code: ErrorCode; detail: string | undefined }) {
  const row = errors[code]
  return { status: row.status, code, detail: detail ?? row.detail ?? '' }
}
