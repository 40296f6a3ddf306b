import type { Schemas } from '../../../shared/contract/schema.ts'
import { exportDeliveries } from '../../../shared/clients/generated/calls.ts'
import { InternalService } from '../../../shared/http/internal-service.ts'
import type { Trace } from '../../../shared/trace.ts'

export type ExportedNotifications = Schemas['ExportedNotifications']

export interface NotificationsOfUsers {
  /**
   * All e-mails, webhooks and dead letters about a user.
   * @param registrationIds those of the user, by which e-mails of earlier releases are found
   * @throws Unavailable
   */
  listAll(userId: number, registrationIds: readonly number[], trace: Trace): Promise<ExportedNotifications>
}

/** As many as one response contains, and as one request may name. */
const PAGE_SIZE = 500

/** The internal operations of the notification service. */
export class NotificationService implements NotificationsOfUsers {
  readonly #service: InternalService<'notification'>

  constructor(options: { url: string; token: string }) {
    this.#service = new InternalService('notification', options)
  }

  async listAll(
    userId: number,
    registrationIds: readonly number[],
    trace: Trace,
  ): Promise<ExportedNotifications> {
    const { deliveries, ...others } = await this.#query(userId, {}, trace)
    for (let page = deliveries; page.length === PAGE_SIZE;) {
      const afterId = Number(page.at(-1)?.delivery.id)
      page = (await this.#query(userId, { afterId }, trace)).deliveries
      deliveries.push(...page)
    }
    for (let start = 0; start < registrationIds.length; start += PAGE_SIZE) {
      const batch = registrationIds.slice(start, start + PAGE_SIZE)
      deliveries.push(...(await this.#query(userId, { registrationIds: batch }, trace)).deliveries)
    }
    return { deliveries, ...others }
  }

  #query(id: number, body: Schemas['DeliveriesQuery'], trace: Trace): Promise<ExportedNotifications> {
    return exportDeliveries(this.#service, { path: { id }, body }, trace)
  }
}
