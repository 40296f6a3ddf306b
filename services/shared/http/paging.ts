import type { Page } from '../domain/page.ts'
import { InvalidRequest } from '../errors.ts'

const DEFAULT_LIMIT = 100
const MAX_LIMIT = 1000

export interface PageQuery {
  readonly offset?: number
  readonly limit?: number
  readonly cursor?: string
}

/** @throws InvalidRequest for a cursor that this service did not issue */
export function readPage(query: PageQuery): Page {
  const limit = Math.min(query.limit ?? DEFAULT_LIMIT, MAX_LIMIT)
  if (query.cursor === undefined) return { offset: query.offset ?? 0, limit, afterId: 0 }
  if (query.offset !== undefined)
    throw new InvalidRequest('query parameter offset can not be combined with cursor.')
  return { offset: 0, limit, afterId: readCursor(query.cursor) }
}

/**
 * Drops the extra record that was read and, when there was one, links to the next page. The link is relative
 * to the requested path and repeats its filters, so it works behind any gateway.
 */
export function nextLink<T>(
  found: readonly T[],
  page: Page,
  idOf: (record: T) => number,
  target: { path: string; query: Readonly<Record<string, string | number | boolean | undefined>> },
): { records: readonly T[]; headers: Record<string, string> } {
  const records = found.slice(0, page.limit)
  const last = records.at(-1)
  if (found.length <= page.limit || last === undefined) return { records, headers: {} }
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(target.query))
    if (value !== undefined && name !== 'offset' && name !== 'cursor') query.set(name, String(value))
  query.set('cursor', writeCursor(idOf(last)))
  return { records, headers: { link: `<${target.path}?${query.toString()}>; rel="next"` } }
}

const writeCursor = (afterId: number) => Buffer.from(`after:${afterId}`).toString('base64url')

function readCursor(cursor: string): number {
  const id = /^after:(\d{1,16})$/.exec(Buffer.from(cursor, 'base64url').toString('latin1'))?.[1]
  if (id === undefined)
    throw new InvalidRequest('query parameter cursor is not one that this service has given out.')
  return Number(id)
}
