import type { Handler } from '../../../platform/contract/operation.ts'
import { inBody, InvalidRequest } from '../../../platform/errors.ts'
import { MAX_HANDED_OVER, type Users } from './repository.ts'

interface Deps {
  readonly users: Pick<Users, 'sources' | 'handOver'>
}

const MAX_SOURCES = 1_000

export const listSources =
  ({ users }: Deps): Handler<'listSources'> =>
  async () => ({ status: 200, body: await users.sources(MAX_SOURCES) })

/** Makes another source, or none, keep users. */
export const handOverUsers =
  ({ users }: Deps): Handler<'handOverUsers'> =>
  async (call) => {
    const { ids, from, to } = call.body
    if (ids === undefined && from === undefined)
      throw new InvalidRequest(
        'Send the ids of the users, or the source from which all are handed over.',
        inBody('ids'),
      )
    if (from === to) throw new InvalidRequest('from and to are the same source.', inBody('to'))
    const count = await users.handOver({ ids, from }, to)
    const body = { users: count, remaining: ids === undefined && count === MAX_HANDED_OVER }
    if (count === 0) return { status: 200, body, audited: 'unchanged' }
    return { status: 200, body, audited: call.audit({ ...(ids && { users: ids }), from, to, count }) }
  }
