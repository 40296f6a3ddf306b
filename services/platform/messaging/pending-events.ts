import type { Event, EventType } from './event.ts'

/** An event to be published, with the record and the outbox that hold it. */
export interface PendingEvent {
  readonly outbox: Outbox
  readonly record: { readonly _id: number }
  readonly event: Event
  /** The claim that holds the record. */
  readonly claim: string
}

/** What waits in an outbox. */
export interface OutboxState {
  /** How many records have pending events, at most MAX_COUNTED. */
  readonly count: number
  /** Whether some are held by no relay. */
  readonly isDue: boolean
}

/**
 * Events stored in the same write as the change that they announce. A lease keeps two relays from publishing
 * the same event. When the holder of a lease dies, the lease expires and another relay claims the event.
 * Implemented by `StoredOutbox` (`store/outbox.ts`), connected with the relay in `foundation.ts`.
 */
export interface Outbox {
  /** The types of its events. */
  readonly types: readonly EventType[]
  /** Leases up to `limit` records with pending events that no relay holds, and returns their events. */
  claim(limit: number): Promise<PendingEvent[]>
  /** Removes events that the broker has confirmed. */
  markPublished(published: readonly PendingEvent[]): Promise<void>
  /** Ends the leases at once, so that the next sweep finds the events. */
  release(failed: readonly PendingEvent[]): Promise<void>
  /** The oldest pending event; undefined when there is none. */
  oldest(): Promise<Event | undefined>
  state(): Promise<OutboxState>
}

/** What repositories need of the `Relay`: they enqueue the events that they have just stored. */
export interface EventQueue {
  /**
   * Whether this relay publishes this many new events at once: the broker is available, and they fit into the
   * queue. If so, store them with a lease, which keeps sweeps from claiming them until it ends, and enqueue
   * them. Otherwise store them as due, and a sweep publishes them.
   */
  willPublish(events: number): boolean
  /** Publishes events that were just stored with a lease. Those that fail are left to a sweep. */
  enqueue(pending: readonly PendingEvent[]): void
}
