import type { Event, EventType } from './event.ts'

/** An event to be published, and the record that holds it. */
export interface PendingEvent {
  readonly recordId: number
  readonly event: Event
}

/**
 * Events stored in the same write as the change that they announce. A lease keeps parallel relays from
 * publishing the same event; when its holder dies, the lease expires and another relay takes over.
 */
export interface Outbox<P extends PendingEvent = PendingEvent> {
  /** Of all its events. */
  readonly type: EventType
  /** Leases up to `limit` events that no other relay is publishing. */
  claim(limit: number): Promise<P[]>
  /** Removes events that the broker has confirmed. */
  markPublished(published: readonly P[]): Promise<void>
  /** Releases the lease at once, so that the next sweep finds the events. */
  release(failed: readonly P[]): Promise<void>
  /** When the next event to be published was created; undefined when the outbox is empty. */
  oldest(): Promise<Date | undefined>
}
