import type { Schemas } from '../../../platform/contract/schema.ts'
import { eraseDeliveries, exportDeliveries } from '../../../platform/http/generated/calls.ts'
import type { StepResult } from '../../../platform/domain/step.ts'
import { InternalService } from '../../../platform/http/internal-service.ts'
import type { Trace } from '../../../platform/observability/trace.ts'

export type ExportedNotifications = Schemas['ExportedNotifications']

/** As many as one response contains. */
const PAGE_SIZE = 500

/** The internal operations of the notification service. */
export class NotificationServiceClient {
  readonly #service: InternalService<'notification'>

  constructor(options: { url: string; token: string }) {
    this.#service = new InternalService('notification', options)
  }

  /**
   * Has the notification service erase a part of what it holds about a user and these registrations.
   * @throws Unavailable
   */
  eraseDeliveries(
    id: number,
    body: { readonly registrationIds: number[]; readonly after: number },
    trace: Trace,
  ): Promise<StepResult> {
    return eraseDeliveries(this.#service, { path: { id }, body }, trace)
  }

  /** All e-mails, webhooks and dead letters about a user. @throws Unavailable */
  async exportDeliveries(userId: number, trace: Trace): Promise<ExportedNotifications> {
    const { deliveries, ...others } = await this.#readPage(userId, undefined, trace)
    for (let page = deliveries; page.length === PAGE_SIZE;) {
      const afterId = Number(page.at(-1)?.delivery.id)
      page = (await this.#readPage(userId, afterId, trace)).deliveries
      deliveries.push(...page)
    }
    return { deliveries, ...others }
  }

  #readPage(id: number, afterId: number | undefined, trace: Trace): Promise<ExportedNotifications> {
    const query = afterId === undefined ? {} : { afterId }
    return exportDeliveries(this.#service, { path: { id }, query }, trace)
  }
}
