import { randomUUID } from 'node:crypto'
import type { Event } from '../../../shared/messaging/event.ts'
import type { Outbox, PendingEvent } from '../../../shared/messaging/outbox.ts'
import type { Clock } from '../../../shared/time.ts'
import { pendingOf, toUser, type UserModel } from './record.ts'

/** A relay that holds events longer than this is assumed dead. */
const LEASE_MS = 30_000

/**
 * The outbox of user.changed.v1. A user whose current state is not published has a `dueAt`; the event is made from that
 * state, so changes that follow each other quickly are one event.
 */
export class UserOutbox implements Outbox {
  readonly type = 'user.changed.v1'
  readonly #model: UserModel
  readonly #clock: Clock
  /** Distinguishes the leases of this process from those of others. */
  readonly #relay = randomUUID()

  constructor(model: UserModel, clock: Clock) {
    this.#model = model
    this.#clock = clock
  }

  /**
   * The fields with which a change announces its event.
   * @param leased leases the event to this process, which publishes it at once
   */
  pendingFields(leased: boolean): { dueAt: Date; relay?: string } {
    const now = this.#clock.now()
    return leased ? { dueAt: leaseUntil(now), relay: this.#relay } : { dueAt: now }
  }

  async claim(limit: number): Promise<PendingEvent[]> {
    const now = this.#clock.now()
    const due = await this.#model
      .find({ dueAt: { $lte: now } }, { _id: 1 })
      .limit(limit)
      .lean()
    if (due.length === 0) return []
    const ids = due.map(({ _id }) => _id)
    const lease = { dueAt: leaseUntil(now), relay: randomUUID() }
    await this.#model.updateMany({ _id: { $in: ids }, dueAt: { $lte: now } }, { $set: lease })
    const claimed = await this.#model.find({ _id: { $in: ids }, relay: lease.relay }).lean()
    return claimed.map((record) => pendingOf(toUser(record), record.trace))
  }

  /** A user that has changed in between stays pending: its newer state is published next. */
  async markPublished(published: readonly PendingEvent[]): Promise<void> {
    for (const { version, ids } of groupByVersion(published)) {
      const seen = { $max: { publishedVersion: version } }
      const { matchedCount } = await this.#model.updateMany(
        { _id: { $in: ids }, version },
        { ...seen, $unset: { dueAt: '', relay: '' } },
      )
      if (matchedCount < ids.length)
        await this.#model.updateMany({ _id: { $in: ids }, version: { $gt: version } }, seen)
    }
  }

  async release(failed: readonly PendingEvent[]): Promise<void> {
    const now = this.#clock.now()
    for (const { version, ids } of groupByVersion(failed))
      await this.#model.updateMany(
        { _id: { $in: ids }, version, dueAt: { $gt: now } },
        { $set: { dueAt: now }, $unset: { relay: '' } },
      )
  }

  /** The event of a user is as old as the last change of the user. */
  async oldest(): Promise<Date | undefined> {
    const pending = this.#model.findOne({ dueAt: { $gt: new Date(0) } }, { updatedAt: 1 }).sort({ dueAt: 1 })
    return (await pending.lean())?.updatedAt
  }
}

const leaseUntil = (now: Date): Date => new Date(now.getTime() + LEASE_MS)

/** The users of an import mostly have the same version, so one write marks many of them. */
function groupByVersion(pending: readonly PendingEvent[]): { version: number; ids: number[] }[] {
  const versionOf = ({ event }: PendingEvent) => (event as Event<'user.changed.v1'>).payload.version
  return [...Map.groupBy(pending, versionOf)].map(([version, some]) => ({
    version,
    ids: some.map(({ recordId }) => recordId),
  }))
}
