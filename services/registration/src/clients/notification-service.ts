import type { Trace } from '../../../shared/trace.ts'
import { Configuration, NotificationApi } from '../../../shared/clients/generated/index.ts'
import { InternalService, responseReader } from '../../../shared/http/internal-service.ts'

/** The state of a registration's e-mail. */
export interface Receipt {
  readonly status: 'queued' | 'sending' | 'sent' | 'failed'
  readonly attempts: number
  readonly sentAt: Date | null
}

export interface Receipts {
  /** @throws Unavailable */
  of(registrationId: number, trace: Trace): Promise<Receipt>
  /** The registrations without a delivery. @throws Unavailable */
  missing(registrationIds: readonly number[], trace: Trace): Promise<ReadonlySet<number>>
}

/** The internal operations of the notification service, by the client that is generated from the contract. */
export class NotificationService implements Receipts {
  readonly #api: NotificationApi
  readonly #service: InternalService
  readonly #readReceipt = responseReader('NotificationReceipt')
  readonly #readMissing = responseReader('IdsWithoutDelivery')

  constructor(options: { url: string; token: string }) {
    this.#api = new NotificationApi(new Configuration({ accessToken: options.token }))
    this.#service = new InternalService('notification service', options.url)
  }

  async of(registrationId: number, trace: Trace): Promise<Receipt> {
    const request = await this.#api.getReceiptRequestOpts({ registrationId })
    const { status, attempts, sentAt } = await this.#service.call(request, this.#readReceipt, trace)
    return { status, attempts, sentAt: sentAt === null ? null : new Date(sentAt) }
  }

  async missing(registrationIds: readonly number[], trace: Trace): Promise<ReadonlySet<number>> {
    const RegistrationIds = { registrationIds: [...registrationIds] }
    const request = await this.#api.findRegistrationsWithoutDeliveryRequestOpts({ RegistrationIds })
    return new Set(await this.#service.call(request, this.#readMissing, trace))
  }
}
