import type { Handler } from '../../../platform/contract/operation.ts'
import { UserErased, requireExisting } from '../../../platform/errors.ts'
import type { Tombstones } from '../../../platform/erasure/repository.ts'
import { listResponse } from '../../../platform/http/list.ts'
import { defined } from '../../../platform/domain/defined.ts'
import type { Clock } from '../../../platform/domain/time.ts'
import { DeliveryExpired, DeliveryPending } from '../errors.ts'
import { parseId } from '../parse-id.ts'
import { parseMessageId } from './message-id.ts'
import { presentEmailDelivery, presentReceipt } from './presenter.ts'
import type { EmailDeliveries } from './repository.ts'
import { isAnonymized, newResend, REGISTRATION_CREATED_TEMPLATE_ID } from './rules.ts'
import { EMAIL_LANE, type EmailDispatcher } from './email-dispatcher.ts'

interface ReadDeps {
  readonly deliveries: EmailDeliveries
  readonly clock: Clock
}

export const getDelivery =
  ({ deliveries, clock }: ReadDeps): Handler<'getDelivery'> =>
  async ({ path }) => {
    const delivery = requireExisting(await deliveries.find(parseId(path.id)))
    return { status: 200, body: presentEmailDelivery(delivery, clock.now()) }
  }

export const listDeliveries =
  ({ deliveries, clock }: ReadDeps): Handler<'listDeliveries'> =>
  (call) => {
    const { messageId, registrationId, status, to, userId } = call.query
    const named = messageId === undefined ? {} : (parseMessageId(messageId) ?? NO_MAIL)
    const now = clock.now()
    const filter = { ...named, ...defined({ registrationId, status, to, userId }) }
    return listResponse(call, {
      page: (page) => deliveries.list(filter, page),
      count: () => deliveries.count(filter),
      present: (delivery) => presentEmailDelivery(delivery, now),
    })
  }

/**
 * Sends the same e-mail again, as a new delivery. Its attempt asks for the current facts and uses the
 * present template. While the e-mail or a resend of it is unfinished, the request is rejected unless `anyway`
 * is set, because both would arrive.
 */
export const resendDelivery =
  ({
    deliveries,
    tombstones,
    dispatcher,
    clock,
  }: {
    deliveries: EmailDeliveries
    tombstones: Pick<Tombstones, 'has'>
    dispatcher: Pick<EmailDispatcher, 'wake'>
    clock: Clock
  }): Handler<'resendDelivery'> =>
  async (call) => {
    const original = requireExisting(await deliveries.find(parseId(call.path.id)))
    if (await tombstones.has(original.userId)) throw new UserErased()
    if (isAnonymized(original)) throw new DeliveryExpired()
    const isSole = call.query.anyway !== true
    if (isSole && (await deliveries.isPending(original))) throw new DeliveryPending()
    const onlyFirst = isSole && original.status === 'failed' && !original.resentAt
    const again = newResend(original, clock.now(), call.trace, { onlyFirst, isSole })
    const delivery = await deliveries.add(again)
    if (!delivery) throw new DeliveryPending()
    if (!(await deliveries.markResent(delivery, clock.now()))) {
      await deliveries.removeUnsent(delivery.id)
      throw new DeliveryPending()
    }
    const audited = call.audit({ delivery: original.id, resend: delivery.id })
    dispatcher.wake(EMAIL_LANE)
    return {
      status: 201,
      body: presentEmailDelivery(delivery, clock.now()),
      headers: { location: `/admin/deliveries/${delivery.id}/` },
      audited,
    }
  }

/** What finds no e-mail. */
const NO_MAIL = { messageId: '', registrationId: 0 }

/** The state of a registration's automatic e-mail. Resends do not count. */
export const getReceipt =
  ({ deliveries }: { deliveries: EmailDeliveries }): Handler<'getReceipt'> =>
  async ({ path }) => {
    const delivery = await deliveries.findByRegistration(
      path.registrationId,
      REGISTRATION_CREATED_TEMPLATE_ID,
    )
    return { status: 200, body: presentReceipt(delivery) }
  }

/** The registrations whose event never arrived here, or was lost by a restore. */
export const findRegistrationsWithoutDelivery =
  ({ deliveries }: { deliveries: EmailDeliveries }): Handler<'findRegistrationsWithoutDelivery'> =>
  async ({ body }) => {
    const missing = await deliveries.withoutDelivery(body.registrationIds, REGISTRATION_CREATED_TEMPLATE_ID)
    return { status: 200, body: missing }
  }
