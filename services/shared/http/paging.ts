import type { Page } from '../domain/page.ts'
import { InvalidRequest } from '../errors.ts'

const DEFAULT_LIMIT = 100
const MAX_LIMIT = 1000

/** The query parameters that select a page. */
export interface PageQuery {
  readonly offset?: number
  readonly limit?: number
  readonly cursor?: string
}

/** @throws InvalidRequest for a cursor that this service did not issue, and for a cursor together with an offset */
export function readPage({ offset, limit = DEFAULT_LIMIT, cursor }: PageQuery): Page {
  const cappedLimit = Math.min(limit, MAX_LIMIT)
  if (cursor === undefined) return { offset: offset ?? 0, limit: cappedLimit, afterId: 0 }
  if (offset !== undefined)
    throw new InvalidRequest(
      'query parameter offset can not be combined with cursor. Send only the cursor of the Link header.',
    )
  return { offset: 0, limit: cappedLimit, afterId: readCursor(cursor) }
}

/**
 * Drops the additional record that was read and, when there was one, links to the next page. The link is relative to the
 * requested path and repeats its filters, so it works behind any gateway.
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

function writeCursor(afterId: number): string {
  return Buffer.from(`after:${afterId}`).toString('base64url')
}

function readCursor(cursor: string): number {
  const text = Buffer.from(cursor, 'base64url').toString('latin1')
  const id = /^after:(\d{1,16})$/.exec(text)?.[1]
  if (id === undefined)
    throw new InvalidRequest(
      'query parameter cursor is not one that this service has issued. Take it from a Link header.',
    )
  return Number(id)
}
