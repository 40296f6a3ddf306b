import type { Preferences } from '../contract/operation.ts'
import type { Page } from '../domain/page.ts'
import { nextLink, readPage, type PageQuery } from './paging.ts'

/** One page of a list, with a link to the next page and, when the caller asked for it, the total count. */
export async function listResponse<T, B>(
  call: { query: PageQuery; target: string; prefer: Preferences },
  list: {
    /** Returns one record more than the page's limit when more follow. */
    page: (page: Page) => Promise<readonly T[]> | readonly T[]
    count: () => Promise<number> | number
    idOf: (record: T) => number
    present: (record: T) => B
  },
): Promise<{ status: 200; body: B[]; headers: Record<string, string>; applied: (string | false)[] }> {
  const page = readPage(call.query)
  const { countExact } = call.prefer
  const [found, count] = await Promise.all([list.page(page), countExact ? list.count() : undefined])
  const target = { path: call.target, query: { ...call.query } }
  const { records, headers } = nextLink(found, page, list.idOf, target)
  if (count !== undefined) headers['x-total-count'] = String(count)
  return {
    status: 200,
    body: records.map(list.present),
    headers,
    applied: [countExact && 'count=exact'],
  }
}
