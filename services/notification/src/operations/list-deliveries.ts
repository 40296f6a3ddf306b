import type { Operation } from '../../../shared/contract/operation.ts'
import { answerList } from '../../../shared/http/list.ts'
import { presentDelivery } from '../presenters/delivery.ts'
import type { Deliveries } from '../store/deliveries.ts'

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
    return answerList(call, {
      page: (page) => deliveries.list(filter, page),
      count: () => deliveries.count(filter),
      idOf: ({ id }) => id,
      present: presentDelivery,
    })
  }
