import type { Schemas } from '../../../platform/contract/schema.ts'
import {
  countDeliveries,
  eraseDeliveries,
  exportDeliveries,
  mergeDeliveries,
} from '../../../platform/http/generated/calls.ts'
import type { StepResult } from '../../../platform/domain/step.ts'
import { InternalService } from '../../../platform/http/internal-service.ts'
import type { Trace } from '../../../platform/observability/trace.ts'

export type ExportedNotifications = Schemas['ExportedNotifications']

/** The number of records of each kind in a response. A response with fewer has the last ones. */
export const EXPORTED_OF_A_KIND = 250

export interface AfterIds {
  readonly afterDeliveryId: number
  readonly afterWebhookId: number
  readonly afterDeadLetterId: number
}

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

  /** Has the notification service give a part of a user's e-mails to another one. @throws Unavailable */
  mergeDeliveries(id: number, body: Schemas['DeliveryMerge'], trace: Trace): Promise<StepResult> {
    return mergeDeliveries(this.#service, { path: { id }, body }, trace)
  }

  /** How many {@link mergeDeliveries} would give. @throws Unavailable */
  countDeliveries(id: number, trace: Trace): Promise<Schemas['DeliveryCount']> {
    return countDeliveries(this.#service, { path: { id } }, trace)
  }

  /** The e-mails, webhooks and dead letters about a user with higher ids. @throws Unavailable */
  exportDeliveries(userId: number, after: AfterIds, trace: Trace): Promise<ExportedNotifications> {
    return exportDeliveries(this.#service, { path: { id: userId }, query: { ...after } }, trace)
  }
}
