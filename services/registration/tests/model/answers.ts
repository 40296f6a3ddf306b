import { errors, type ErrorCode } from '../../../shared/contract/generated/errors.ts'
import { appliedOf, type Call, type Tag } from './calls.ts'

/** What is compared of an answer. A header that is not named must be absent. */
export interface Expected {
  readonly status: number
  readonly code: string | null
  readonly body: unknown
  readonly headers: Readonly<Record<string, string>>
}

export const anyText: unknown = expect.any(String)

export class Refused extends Error {
  readonly code: ErrorCode
  readonly status: number
  readonly detail: unknown

  constructor(code: ErrorCode, said?: unknown) {
    super(code)
    const { status, detail = anyText } = errors[code]
    this.code = code
    this.status = status
    this.detail = said ?? detail
  }
}

export const ok = (status: number, body?: unknown, headers: Record<string, string> = {}): Expected => ({
  status,
  code: null,
  body,
  headers,
})

/** What answers say about the preferences of a call. */
export function preferring(call: Call): Record<string, string> {
  const applied = appliedOf(call)
  return { vary: 'Prefer', ...(applied === undefined ? {} : { 'preference-applied': applied }) }
}

/** Of all that a list has: one page, or every page from there on (R13). */
export function page(call: Call, all: readonly unknown[]): Expected {
  const { limit = 100, offset = 0 } = call.query ?? {}
  const end = call.walk ? all.length : offset + limit
  return ok(200, all.slice(offset, end), {
    ...preferring(call),
    ...(all.length > end ? { link: 'next' } : {}),
    ...(call.countExact ? { 'x-total-count': String(all.length) } : {}),
  })
}

/** B4 */
export const unlessKnown = ({ ifNoneMatch }: Call, shown: unknown): Expected =>
  ifNoneMatch?.shown === JSON.stringify(shown) ? ok(304) : ok(200, shown)

export function requireTag(tag: Tag | undefined, shown: unknown): void {
  if (tag && tag.shown !== JSON.stringify(shown)) throw new Refused('precondition-failed')
}

/** Ids grow; any other id is a difference: it equals nothing. */
export function freshId(seen: unknown, records: readonly { readonly id: number }[]): number {
  const id = (seen as { id?: unknown } | undefined)?.id
  return typeof id === 'number' && Number.isInteger(id) && id > (records.at(-1)?.id ?? 0) ? id : NaN
}
