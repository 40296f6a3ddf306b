import type { Page } from '../../../shared/domain/page.ts'
import type { AfterFailure } from '../domain/failure.ts'
import type { Delivery, DeliveryStatus, NewDelivery } from '../domain/delivery.ts'

/**
 * What an automatic delivery met when it was begun: `mine` with a lease, `busy` while somebody else has it or it rests,
 * `settled` once it was sent or has failed.
 */
export interface Claim {
  readonly state: 'mine' | 'busy' | 'settled'
  readonly delivery: Delivery
}

export interface DeliveryFilter {
  readonly registrationId?: number
  readonly status?: DeliveryStatus
}

/** The e-mails, one document each: the inbox of events and the outbox of e-mails in one (design, step 3). */
export interface Deliveries {
  /**
   * Writes an automatic delivery as `sending` with a lease. One that is already there, for the same event or the same
   * registration (index, not a look first), is taken over once it is due.
   */
  begin(delivery: NewDelivery, now: Date): Promise<Claim>
  /** Writes a delivery that waits to be taken. */
  add(delivery: NewDelivery): Promise<Delivery>
  /** Takes one delivery that is due, queued or left by a holder that is gone. */
  takeDue(now: Date): Promise<Delivery | undefined>
  /** The server has taken the e-mail, whoever holds the delivery by now. */
  sent(id: number, at: Date): Promise<void>
  /** Ends an attempt that failed, unless the lease has gone to somebody else. */
  failed(delivery: Delivery, after: AfterFailure): Promise<void>
  find(id: number): Promise<Delivery | undefined>
  /** The one automatic delivery of a registration. */
  ofRegistration(registrationId: number, template: number): Promise<Delivery | undefined>
  /** One record more than the page holds, when there is one. */
  list(filter: DeliveryFilter, page: Page): Promise<Delivery[]>
  count(filter: DeliveryFilter): Promise<number>
}
