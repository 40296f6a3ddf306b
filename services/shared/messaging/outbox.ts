import type { Event } from './event.ts'

/** An event that waits for the broker, and the record it hangs on. */
export interface Pending {
  readonly recordId: number
  readonly event: Event
}

/**
 * Events that were stored in the same write as the change they tell of. A lease keeps several relays side by side from
 * publishing the same event; when its holder dies the lease runs out and another relay takes over.
 */
export interface Outbox {
  /** Up to `limit` events that nobody else is publishing, leased to this relay until they are settled. */
  claim(limit: number): Promise<Pending[]>
  /** Takes events off that the broker has confirmed. */
  settle(published: readonly Pending[]): Promise<void>
  /** Gives the lease back at once, so that the next sweep finds the events. */
  release(failed: readonly Pending[]): Promise<void>
  /** When the event came to be that is taken next of all that the broker lacks; undefined when it lacks none. */
  oldest(): Promise<Date | undefined>
}
