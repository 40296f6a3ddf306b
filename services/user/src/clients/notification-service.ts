import type { Schemas } from '../../../shared/contract/schema.ts'
import { InternalService, responseReader } from '../../../shared/http/internal-service.ts'
import type { Trace } from '../../../shared/trace.ts'
import { Configuration, NotificationApi } from '../../../shared/clients/generated/index.ts'

export type ExportedNotifications = Schemas['ExportedNotifications']

export interface NotificationsOfUsers {
  /** All e-mails, webhooks and dead letters about a user. @throws Unavailable */
  listAll(userId: number, trace: Trace): Promise<ExportedNotifications>
}

/** As many as one response contains. */
const PAGE_SIZE = 500

/** The internal operations of the notification service, by the client that is generated from the contract. */
export class NotificationService implements NotificationsOfUsers {
  readonly #api: NotificationApi
  readonly #service: InternalService
  readonly #read = responseReader('ExportedNotifications')

  constructor(options: { url: string; token: string }) {
    this.#api = new NotificationApi(new Configuration({ accessToken: options.token }))
    this.#service = new InternalService('notification service', options.url)
  }

  async listAll(userId: number, trace: Trace): Promise<ExportedNotifications> {
    const { deliveries, ...others } = await this.#readPage(userId, undefined, trace)
    for (let page = deliveries; page.length === PAGE_SIZE;) {
      const afterId = Number(page.at(-1)?.delivery.id)
      page = (await this.#readPage(userId, afterId, trace)).deliveries
      deliveries.push(...page)
    }
    return { deliveries, ...others }
  }

  async #readPage(id: number, afterId: number | undefined, trace: Trace): Promise<ExportedNotifications> {
    const parameters = { id, ...(afterId === undefined ? {} : { afterId }) }
    const request = await this.#api.exportDeliveriesRequestOpts(parameters)
    return await this.#service.call(request, this.#read, trace)
  }
}
