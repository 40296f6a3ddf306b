import etag from 'etag'
import { PreconditionFailed } from '../errors.ts'

/**
 * Compares the ETag, so `current` has to return the representation that a read would return.
 * @throws PreconditionFailed when `If-Match` names none of the record's current tags (RFC 9110 §13.1.1)
 */
export function requireMatch(ifMatch: string | undefined, current: () => unknown): void {
  if (ifMatch === undefined || ifMatch.trim() === '*') return
  const tag = etag(JSON.stringify(current()))
  if (!ifMatch.split(',').some((one) => one.trim() === tag)) throw new PreconditionFailed()
}
