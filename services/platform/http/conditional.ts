import etag from 'etag'
import { PreconditionFailed } from '../errors.ts'

/**
 * @param representations the forms in which reads show the record, because their ETags are compared; each
 * returns undefined when there is no record
 * @throws PreconditionFailed when `If-Match` does not name one of these ETags
 */
export function requireMatch(ifMatch: string | undefined, ...representations: (() => unknown)[]): void {
  if (ifMatch === undefined) return
  const current = representations.map((represent) => represent()).filter((shown) => shown !== undefined)
  const candidates = ifMatch.split(',').map((candidate) => candidate.trim())
  const isCurrent = candidates.includes('*')
    ? current.length > 0
    : current.some((shown) => candidates.includes(etag(JSON.stringify(shown))))
  if (!isCurrent) throw new PreconditionFailed()
}
