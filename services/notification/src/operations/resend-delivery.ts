import type { Clock } from '../../../shared/time.ts'
import type { Operation } from '../../../shared/contract/operation.ts'
import { NotFound } from '../../../shared/errors.ts'
import { audit } from '../../../shared/http/audit.ts'
import { resendOf } from '../domain/delivery.ts'
import { presentDelivery } from '../presenters/delivery.ts'
import type { DeliverySweeper } from '../sending/delivery-sweeper.ts'
import type { Deliveries } from '../store/deliveries.ts'
import { recordId } from './record-id.ts'

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
