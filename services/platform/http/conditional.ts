import etag from 'etag'
import { PreconditionFailed } from '../errors.ts'

/**
 * Proxies that compress responses change their tags: nginx makes `"x"` weak (`W/"x"`), Apache appends
 * `-gzip`, Apache Traffic Server `-df`, others `;br`. The record is the same, so these forms name the tag,
 * too.
 */
const CHANGED_BY_PROXY = /^(?:W\/)?"([^"]*?)(?:(?:--?|;)(?:gzip|gz|br|zstd|deflate|df))?"$/

/** Whether the value of `If-Match` or `If-None-Match` names this strong tag. */
export const namesTag = (header: string, tag: string): boolean =>
  isAny(header) ||
  header.split(',').some((candidate) => candidate.trim().replace(CHANGED_BY_PROXY, '"$1"') === tag)

const isAny = (header: string): boolean => header.trim() === '*'

/** The ETag of what is shown, or of all that tells one state of a record from another. */
export const etagOf = (state: unknown): string => etag(JSON.stringify(state))

/**
 * Checks the conditions of a request that changes a record (RFC 9110, section 13.1).
 *
 * @param tagOfRecord returns the ETag that reads of the record have; undefined when there is no record
 * @throws PreconditionFailed when `If-Match` does not name the ETag, or `If-None-Match` names it
 */
export function requireConditions(
  header: (name: string) => string | undefined,
  tagOfRecord: () => string | undefined,
): void {
  const [ifMatch, ifNoneMatch] = [header('if-match'), header('if-none-match')]
  if (ifMatch === undefined && ifNoneMatch === undefined) return
  const tag = tagOfRecord()
  const isNamedBy = (condition: string) => tag !== undefined && namesTag(condition, tag)
  if (ifMatch !== undefined && !isNamedBy(ifMatch)) throw new PreconditionFailed()
  if (ifNoneMatch !== undefined && isNamedBy(ifNoneMatch))
    throw new PreconditionFailed('The record exists already. Leave If-None-Match out to change it.')
}
