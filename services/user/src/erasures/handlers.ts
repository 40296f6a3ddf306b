import type { Audited, Handler } from '../../../platform/contract/operation.ts'
import { requireExisting } from '../../../platform/errors.ts'
import { listResponse } from '../../../platform/http/list.ts'
import type { ErasureOrders } from './order.ts'
import { presentErasure } from './presenter.ts'
import type { Erasures } from './repository.ts'

interface Deps {
  readonly erasures: Erasures
  readonly erasureOrders: Pick<ErasureOrders, 'order'>
}

export const eraseUser =
  ({ erasureOrders }: Pick<Deps, 'erasureOrders'>): Handler<'eraseUser'> =>
  async (call) => {
    const { reason, withRegistrations = false, again = false } = call.body
    const order = { userId: call.path.id, reason, withRegistrations, again }
    let audited: Audited | 'unchanged' = 'unchanged'
    const erasure = await erasureOrders.order(order, call.trace, (merged) => {
      // Without the reason, which is free text.
      audited = call.audit({ user: call.path.id, merged, withRegistrations, again })
    })
    return { status: erasure.finishedAt ? 200 : 202, body: presentErasure(erasure), audited }
  }

export const listErasures =
  ({ erasures }: Pick<Deps, 'erasures'>): Handler<'listErasures'> =>
  (call) => {
    const filter = { inProgress: call.query.inProgress ?? false }
    return listResponse(call, {
      page: (page) => erasures.list(filter, page),
      count: () => erasures.count(filter),
      present: presentErasure,
    })
  }

export const getErasure =
  ({ erasures }: Pick<Deps, 'erasures'>): Handler<'getErasure'> =>
  async ({ path }) => {
    const erasure = requireExisting(await erasures.find(path.id))
    return { status: 200, body: presentErasure(erasure) }
  }
