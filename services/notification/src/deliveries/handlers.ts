import { recordId } from '../record-id.ts'
import type { Deliveries } from './repository.ts'
import { presentDelivery } from './presenter.ts'
import { NotFound } from '../../../shared/errors.ts'
import type { Operation } from '../../../shared/contract/operation.ts'
import { listResponse } from '../../../shared/http/list.ts'
import type { DeliverySweeper } from './sweeper.ts'
import { resendOf } from './rules.ts'
import { audit } from '../../../shared/http/audit.ts'
import type { Clock } from '../../../shared/time.ts'

export const getDelivery =
  ({ deliveries }: { deliveries: Deliveries }): Operation<'getDelivery'> =>
  async ({ path }) => {
    const delivery = await deliveries.find(recordId(path.id))
    if (!delivery) throw new NotFound()
    return { status: 200, body: presentDelivery(delivery) }
  }

/** Decisions O7, and R13 for paging; the newest first. */
export const listDeliveries =
  ({ deliveries }: { deliveries: Deliveries }): Operation<'listDeliveries'> =>
  (call) => {
    const { registrationId, status, to } = call.query
    const filter = {
      ...(registrationId === undefined ? {} : { registrationId }),
      ...(status === undefined ? {} : { status }),
      ...(to === undefined ? {} : { to }),
    }
    return listResponse(call, {
      page: (page) => deliveries.list(filter, page),
      count: () => deliveries.count(filter),
      idOf: ({ id }) => id,
      present: presentDelivery,
    })
  }

interface Deps {
  deliveries: Deliveries
  sweeper: DeliverySweeper
  clock: Clock
}

/**
 * The same e-mail again, as a delivery of its own: to the original address and with the original content
 * (decision R21).
 */
export const resendDelivery =
  ({ deliveries, sweeper, clock }: Deps): Operation<'resendDelivery'> =>
  async (call) => {
    const original = await deliveries.find(recordId(call.path.id))
    if (!original) throw new NotFound()
    const delivery = await deliveries.add(resendOf(original, clock.now(), call.trace))
    audit(call, 'resendDelivery', { delivery: original.id, resend: delivery.id })
    sweeper.wake()
    return {
      status: 201,
      body: presentDelivery(delivery),
      headers: { location: `/admin/deliveries/${delivery.id}/` },
    }
  }
