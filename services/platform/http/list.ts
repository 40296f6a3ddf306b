import type { Preferences } from '../contract/operation.ts'
import type { Batches, FoundPage, Page } from '../domain/page.ts'
import { linkToNext, readPage, type PageQuery } from './paging.ts'

/**
 * One page of a list, with a link to the next page and, when the caller asked for it, the total count. Reads
 * the first batch of records, so that an unavailable database is an error and not a response that breaks off.
 */
export async function listResponse<T, B>(
  call: { query: PageQuery; prefer: Preferences },
  list: {
    page: (page: Page) => Promise<FoundPage<T>> | FoundPage<T>
    count: () => Promise<number> | number
    present: (record: T) => B
  },
): Promise<{
  status: 200
  body: B[] | Batches<B>
  headers: Record<string, string>
  applied: (string | false)[]
}> {
  const page = readPage(call.query)
  const { countExact } = call.prefer
  const [found, count] = await Promise.all([list.page(page), countExact ? list.count() : undefined])
  const headers = linkToNext(found.keys, page, { ...call.query })
  if (count !== undefined) headers['x-total-count'] = String(count)
  return {
    status: 200,
    body: isBatches(found.records)
      ? await withFirstRead(presentEach(found.records, list.present))
      : found.records.map(list.present),
    headers,
    applied: [countExact && 'count=exact'],
  }
}

const isBatches = <T>(records: readonly T[] | Batches<T>): records is Batches<T> => !Array.isArray(records)

async function* presentEach<T, B>(batches: Batches<T>, present: (record: T) => B): AsyncGenerator<B[]> {
  for await (const batch of batches) yield batch.map(present)
}

/** Reads the first batch, and returns it again with those that follow. */
async function withFirstRead<B>(batches: AsyncGenerator<B[]>): Promise<Batches<B>> {
  const first = await batches.next()
  return (async function* () {
    if (first.done) return
    yield first.value
    yield* batches
  })()
}
