import type { Event, EventType } from './event.ts'

/** An event to be published, and the record that holds it. */
export interface PendingEvent {
  readonly recordId: number
  readonly event: Event
}

/** A pending event, and the claim that holds its record. */
export interface ClaimedEvent extends PendingEvent {
  readonly claim: string
}

/** The records that these claims still hold. */
export const heldBy = (claimed: readonly ClaimedEvent[]) => ({
  _id: { $in: claimed.map(({ recordId }) => recordId) },
  claim: { $in: [...new Set(claimed.map(({ claim }) => claim))] },
})

/**
 * Events stored in the same write as the change that they announce. A lease keeps two relays from publishing the same
 * event. When the holder of a lease dies, the lease expires and another relay claims the event.
 */
export interface Outbox<P extends PendingEvent = PendingEvent> {
  /** The type of all its events. */
  readonly type: EventType
  /** Leases up to `limit` records with pending events that no relay holds, and returns their events. */
  claim(limit: number): Promise<P[]>
  /** Removes events that the broker has confirmed. */
  markPublished(published: readonly P[]): Promise<void>
  /** Ends the leases at once, so that the next sweep finds the events. */
  release(failed: readonly P[]): Promise<void>
  /** When the oldest pending event was created; undefined when the outbox is empty. */
  oldest(): Promise<Date | undefined>
}
