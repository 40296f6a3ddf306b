import type { Trace } from '../../../platform/observability/trace.ts'
import type { Schemas } from '../../../platform/contract/schema.ts'
import { findRegistrationsWithoutDelivery, getReceipt } from '../../../platform/http/generated/calls.ts'
import { InternalService } from '../../../platform/http/internal-service.ts'

/** The state of a registration's e-mail. */
export interface Receipt {
  readonly status: Schemas['DeliveryStatus']
  /** Why it was cancelled. */
  readonly reason?: Schemas['CancelReason'] | undefined
  readonly attempts: number
  readonly sentAt: Date | null
}

/** The internal operations of the notification service. */
export class NotificationServiceClient {
  readonly #service: InternalService<'notification'>

  constructor(options: { url: string; token: string }) {
    this.#service = new InternalService('notification', options)
  }

  /** @throws Unavailable */
  async getReceipt(registrationId: number, trace: Trace): Promise<Receipt> {
    const receipt = await getReceipt(this.#service, { path: { registrationId } }, trace)
    const { status, reason, attempts, sentAt } = receipt
    return { status, reason, attempts, sentAt: sentAt === null ? null : new Date(sentAt) }
  }

  /** The registrations among these that have no delivery. @throws Unavailable */
  async findRegistrationsWithoutDelivery(
    registrationIds: readonly number[],
    trace: Trace,
  ): Promise<ReadonlySet<number>> {
    const body = { registrationIds: [...registrationIds] }
    return new Set(await findRegistrationsWithoutDelivery(this.#service, { body }, trace))
  }
}
