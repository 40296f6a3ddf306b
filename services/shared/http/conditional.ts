import etag from 'etag'
import { PreconditionFailed } from '../errors.ts'

/** The strong entity tag of a JSON representation (RFC 9110 §8.8.3). */
export const etagOf = (body: unknown) => etag(JSON.stringify(body))

/** @throws PreconditionFailed when `If-Match` names none of the record's current tags (RFC 9110 §13.1.1) */
export function requireMatch(ifMatch: string | undefined, current: () => unknown): void {
  if (ifMatch === undefined || ifMatch.trim() === '*') return
  const tag = etagOf(current())
  if (!ifMatch.split(',').some((one) => one.trim() === tag)) throw new PreconditionFailed()
}

/** Does the caller already have this representation? (`If-None-Match`, weak comparison: RFC 9110 §13.1.2) */
export function isFresh(ifNoneMatch: string | undefined, tag: string): boolean {
  if (ifNoneMatch === undefined) return false
  if (ifNoneMatch.trim() === '*') return true
  return ifNoneMatch.split(',').some((one) => one.trim().replace(/^W\//, '') === tag)
}
