import type { Page } from '../../../shared/domain/page.ts'
import type { AfterFailure } from '../domain/failure.ts'
import type { Delivery, DeliveryStatus, NewDelivery } from '../domain/delivery.ts'

/**
 * The result of beginning an automatic delivery: `mine` with a lease, `busy` while another process holds it
 * or it waits for a retry, `settled` once it was sent or has failed.
 */
export interface Claim {
  readonly state: 'mine' | 'busy' | 'settled'
  readonly delivery: Delivery
}

export interface DeliveryFilter {
  readonly registrationId?: number
  readonly status?: DeliveryStatus
  readonly to?: string
}

/** The e-mails, one document each: the inbox of events and the outbox of e-mails in one (design, step 3). */
export interface Deliveries {
  /**
   * Writes an automatic delivery as `sending` with a lease. An existing one, for the same event or the same
   * registration (index, not a look first), is taken over once it is due.
   */
  begin(delivery: NewDelivery, now: Date): Promise<Claim>
  /** Writes a delivery that waits to be taken. */
  add(delivery: NewDelivery): Promise<Delivery>
  /** Takes one delivery that is due, queued or left by a holder that is gone. */
  takeDue(now: Date): Promise<Delivery | undefined>
  /** Extends the lease. @returns false when another process holds the delivery, or it is settled */
  renew(delivery: Delivery, now: Date): Promise<boolean>
  /** Records that the server has taken the e-mail, whichever process holds the delivery by now. */
  sent(id: number, at: Date): Promise<void>
  /** Ends a failed attempt, unless another process holds the lease by now. */
  failed(delivery: Delivery, after: AfterFailure): Promise<void>
  find(id: number): Promise<Delivery | undefined>
  /** The one automatic delivery of a registration. */
  ofRegistration(registrationId: number, template: number): Promise<Delivery | undefined>
  /** Those of the registrations that have no automatic delivery. */
  missing(registrationIds: readonly number[], template: number): Promise<number[]>
  /** The newest first; one record more than the page holds when more follow. */
  list(filter: DeliveryFilter, page: Page): Promise<Delivery[]>
  count(filter: DeliveryFilter): Promise<number>
}
