import type { Operation } from '../../../shared/contract/operation.ts'
import { TEMPLATE_222 } from './rules.ts'
import { presentReceipt } from './presenter.ts'
import type { Deliveries } from './repository.ts'

/** The state of a registration's automatic e-mail; resends do not count. */
export const getReceipt =
  ({ deliveries }: { deliveries: Deliveries }): Operation<'getReceipt'> =>
  async ({ path }) => {
    const delivery = await deliveries.ofRegistration(path.registrationId, TEMPLATE_222)
    return { status: 200, body: presentReceipt(delivery) }
  }

/** The registrations whose message never arrived here, or was lost by a restore (decision O11). */
export const findMissingReceipts =
  ({ deliveries }: { deliveries: Deliveries }): Operation<'findMissingReceipts'> =>
  async ({ body }) => ({ status: 200, body: await deliveries.missing(body.registrationIds, TEMPLATE_222) })
