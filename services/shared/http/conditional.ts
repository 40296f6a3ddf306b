import etag from 'etag'
import { PreconditionFailed } from '../errors.ts'

/**
 * @param current returns the record as a read would show it, because its ETag is compared
 * @throws PreconditionFailed when `If-Match` does not name the record's ETag
 */
export function requireMatch(ifMatch: string | undefined, current: () => unknown): void {
  if (ifMatch === undefined || ifMatch.trim() === '*') return
  const tag = etag(JSON.stringify(current()))
  if (!ifMatch.split(',').some((candidate) => candidate.trim() === tag)) throw new PreconditionFailed()
}
