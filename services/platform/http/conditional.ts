import etag from 'etag'
import { PreconditionFailed } from '../errors.ts'

/**
 * Proxies that compress responses change their tags: nginx makes `"x"` weak (`W/"x"`), Apache appends
 * `-gzip`, others append `;br`. The record is the same, so these forms name the tag, too.
 */
const CHANGED_BY_PROXY = /^(?:W\/)?"([^"]*?)(?:[-;]+(?:gzip|gz|br|zstd|deflate))?"$/

/** Whether the value of `If-Match` or `If-None-Match` names this strong tag. */
export const namesTag = (header: string, tag: string): boolean =>
  isAny(header) ||
  header.split(',').some((candidate) => candidate.trim().replace(CHANGED_BY_PROXY, '"$1"') === tag)

const isAny = (header: string): boolean => header.trim() === '*'

/**
 * @param representations the forms in which reads show the record, because their ETags are compared; each
 * returns undefined when there is no record
 * @throws PreconditionFailed when `If-Match` does not name one of these ETags
 */
export function requireMatch(ifMatch: string | undefined, ...representations: (() => unknown)[]): void {
  if (ifMatch === undefined) return
  const current = representations.map((represent) => represent()).filter((shown) => shown !== undefined)
  const isCurrent = isAny(ifMatch)
    ? current.length > 0
    : current.some((shown) => namesTag(ifMatch, etag(JSON.stringify(shown))))
  if (!isCurrent) throw new PreconditionFailed()
}

/** {@link requireMatch} for a record whose ETag is not computed from its representation. */
export function requireTag(ifMatch: string | undefined, tag: string): void {
  if (ifMatch !== undefined && !namesTag(ifMatch, tag)) throw new PreconditionFailed()
}
