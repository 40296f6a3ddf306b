import type { Operation } from '../../../shared/contract/operation.ts'
import { nextLink, readPage } from '../../../shared/http/paging.ts'
import { applied } from '../../../shared/http/preferences.ts'
import { presentDeadLetter } from '../presenters.ts'
import type { DeadLetters } from '../store/dead-letters.ts'

/** Decision R13 for paging and order. */
export const listDeadLetters =
  ({ deadLetters }: { deadLetters: DeadLetters }): Operation<'listDeadLetters'> =>
  async ({ query, prefer, target }) => {
    const page = readPage(query)
    const found = await deadLetters.list(page)
    const { records, headers } = nextLink(found, page, ({ id }) => id, { path: target, query })
    const total = prefer.countExact ? { 'x-total-count': String(await deadLetters.count()) } : {}
    return {
      status: 200,
      body: records.map(presentDeadLetter),
      headers: { ...headers, ...total, ...applied(prefer.countExact && 'count=exact') },
    }
  }
