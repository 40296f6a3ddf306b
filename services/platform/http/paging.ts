import type { Page } from '../domain/page.ts'
import { inParameter, InvalidRequest } from '../errors.ts'

const DEFAULT_LIMIT = 100
const MAX_LIMIT = 1000

/** Records of a page that cost one request. */
const RECORDS_PER_REQUEST = 100
/** An exact count reads the index of every record in the list. */
const REQUESTS_PER_COUNT = 10

/** The requests that a page costs, however many records it has: known before any work is done. */
export function costOfPage(
  { limit = DEFAULT_LIMIT }: PageQuery,
  { countExact }: { countExact: boolean },
): number {
  const cost = Math.ceil(Math.min(limit, MAX_LIMIT) / RECORDS_PER_REQUEST)
  return Math.max(1, cost) + (countExact ? REQUESTS_PER_COUNT : 0)
}

/** The query parameters that select a page. */
export interface PageQuery {
  readonly offset?: number
  readonly limit?: number
  readonly cursor?: string
}

/**
 * Generated clients send the default offset, 0, with a cursor as well.
 *
 * @throws InvalidRequest for a cursor that this service did not issue, and for a cursor together with another
 * offset than 0
 */
export function readPage({ offset, limit = DEFAULT_LIMIT, cursor }: PageQuery): Page {
  const cappedLimit = Math.min(limit, MAX_LIMIT)
  if (cursor === undefined) return { offset: offset ?? 0, limit: cappedLimit, afterId: 0 }
  if (offset !== undefined && offset !== 0)
    throw new InvalidRequest(
      'query parameter offset cannot be combined with cursor. Send only the cursor of the Link header.',
      inParameter('offset'),
    )
  return { offset: 0, limit: cappedLimit, afterId: readCursor(cursor) }
}

/**
 * The header that links to the next page, if more records follow. The link is a query alone, which is
 * relative to the requested path whatever a gateway has put before it. It repeats the filters.
 *
 * @param keys of the page's records, and one more when more follow
 */
export function linkToNext(
  keys: readonly number[],
  page: Page,
  requested: Readonly<Record<string, string | number | boolean | undefined>>,
): Record<string, string> {
  const last = keys[page.limit - 1]
  if (keys.length <= page.limit || last === undefined) return {}
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(requested))
    if (value !== undefined && name !== 'offset' && name !== 'cursor') query.set(name, String(value))
  query.set('cursor', writeCursor(last))
  return { link: `<?${query.toString()}>; rel="next"` }
}

function writeCursor(afterId: number): string {
  return Buffer.from(`after:${afterId}`).toString('base64url')
}

function readCursor(cursor: string): number {
  const text = Buffer.from(cursor, 'base64url').toString('latin1')
  const id = /^after:(\d{1,16})$/.exec(text)?.[1]
  if (id === undefined)
    throw new InvalidRequest(
      'query parameter cursor is not one that this service has issued. Take it from a Link header.',
      inParameter('cursor'),
    )
  return Number(id)
}
