import type { Operation } from '../../../shared/contract/operation.ts'
import { NotFound } from '../../../shared/errors.ts'
import { presentDelivery } from '../presenters/delivery.ts'
import type { Deliveries } from '../store/deliveries.ts'
import { recordId } from './record-id.ts'

export const getDelivery =
  ({ deliveries }: { deliveries: Deliveries }): Operation<'getDelivery'> =>
  async ({ path }) => {
    const delivery = await deliveries.find(recordId(path.id))
    if (!delivery) throw new NotFound()
    return { status: 200, body: presentDelivery(delivery) }
  }
