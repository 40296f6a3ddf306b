import type { Operation } from '../../../shared/contract/operation.ts'
import { nextLink, readPage } from '../../../shared/http/paging.ts'
import { applied } from '../../../shared/http/preferences.ts'
import { presentDelivery } from '../presenters.ts'
import type { Deliveries } from '../store/deliveries.ts'

/** Decision R13 for paging and order. */
export const listDeliveries =
  ({ deliveries }: { deliveries: Deliveries }): Operation<'listDeliveries'> =>
  async ({ query, prefer, target }) => {
    const page = readPage(query)
    const { registrationId, status } = query
    const filter = {
      ...(registrationId === undefined ? {} : { registrationId }),
      ...(status === undefined ? {} : { status }),
    }
    const found = await deliveries.list(filter, page)
    const { records, headers } = nextLink(found, page, ({ id }) => id, { path: target, query })
    const total = prefer.countExact ? { 'x-total-count': String(await deliveries.count(filter)) } : {}
    return {
      status: 200,
      body: records.map(presentDelivery),
      headers: { ...headers, ...total, ...applied(prefer.countExact && 'count=exact') },
    }
  }
