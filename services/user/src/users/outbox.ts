import { randomUUID } from 'node:crypto'
import type { Event } from '../../../shared/messaging/event.ts'
import type { Outbox, PendingEvent } from '../../../shared/messaging/outbox.ts'
import { DueRecords } from '../../../shared/store/due-records.ts'
import type { Clock } from '../../../shared/time.ts'
import { pendingOf, toUser, type UserModel, type UserRecord } from './record.ts'

/** A process that does not publish a leased event within this time is assumed dead. */
const LEASE_MS = 30_000

/**
 * The outbox of user.changed.v1. A user whose current state is not published has a `dueAt`; the event is made from that
 * state, so changes that follow each other quickly are one event.
 */
export class UserOutbox implements Outbox {
  readonly type = 'user.changed.v1'
  readonly #model: UserModel
  readonly #clock: Clock
  readonly #due: DueRecords<UserRecord>
  /** Distinguishes the leases of this process from those of others. */
  readonly #claim = randomUUID()

  constructor(model: UserModel, clock: Clock) {
    this.#model = model
    this.#clock = clock
    this.#due = new DueRecords(model, clock, { due: 'dueAt', claim: 'relay', leaseMs: LEASE_MS })
  }

  /**
   * The fields that mark a changed user as due for publishing.
   * @param leased whether this process publishes the event at once
   */
  pendingFields(leased: boolean): { dueAt: Date; relay?: string } {
    const now = this.#clock.now()
    const leaseEnd = new Date(now.getTime() + LEASE_MS)
    return leased ? { dueAt: leaseEnd, relay: this.#claim } : { dueAt: now }
  }

  async claim(limit: number): Promise<PendingEvent[]> {
    const { records } = await this.#due.claim(limit)
    return records.map((record) => pendingOf(toUser(record), record.trace))
  }

  /** A user that has changed in between stays pending: its newer state is published next. */
  async markPublished(published: readonly PendingEvent[]): Promise<void> {
    for (const { version, ids } of groupByVersion(published)) {
      const confirmed = { $max: { publishedVersion: version } }
      const { matchedCount } = await this.#model.updateMany(
        { _id: { $in: ids }, version },
        { ...confirmed, $unset: { dueAt: '', relay: '' } },
      )
      if (matchedCount < ids.length)
        await this.#model.updateMany({ _id: { $in: ids }, version: { $gt: version } }, confirmed)
    }
  }

  async release(failed: readonly PendingEvent[]): Promise<void> {
    const now = this.#clock.now()
    for (const { version, ids } of groupByVersion(failed))
      // Only those that are still leased.
      await this.#due.release({ _id: { $in: ids }, version, dueAt: { $gt: now } })
  }

  /** The event of a user is as old as the last change of the user. */
  async oldest(): Promise<Date | undefined> {
    return (await this.#due.oldest())?.updatedAt
  }
}

/** The users of an import mostly have the same version, so one write marks many of them. */
function groupByVersion(pending: readonly PendingEvent[]): { version: number; ids: number[] }[] {
  const versionOf = ({ event }: PendingEvent) => (event as Event<'user.changed.v1'>).payload.version
  return [...Map.groupBy(pending, versionOf)].map(([version, records]) => ({
    version,
    ids: records.map(({ recordId }) => recordId),
  }))
}
