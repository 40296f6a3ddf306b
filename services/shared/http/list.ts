import type { Preferences } from '../contract/operation.ts'
import type { Page } from '../domain/page.ts'
import { nextLink, readPage, type PageQuery } from './paging.ts'

/** Answers one page of a list (decision R13). */
export async function listResponse<T, B>(
  call: { query: PageQuery; target: string; prefer: Preferences },
  list: {
    /** One record more than asked for, when there are more. */
    page: (page: Page) => Promise<readonly T[]> | readonly T[]
    count: () => Promise<number> | number
    idOf: (record: T) => number
    present: (record: T) => B
  },
): Promise<{ status: 200; body: B[]; headers: Record<string, string>; applied: (string | false)[] }> {
  const page = readPage(call.query)
  const { countExact } = call.prefer
  const [found, count] = await Promise.all([list.page(page), countExact ? list.count() : undefined])
  const { records, headers } = nextLink(found, page, list.idOf, {
    path: call.target,
    query: { ...call.query },
  })
  return {
    status: 200,
    body: records.map(list.present),
    headers: { ...headers, ...(countExact ? { 'x-total-count': String(count) } : {}) },
    applied: [countExact && 'count=exact'],
  }
}
