import { randomUUID } from 'node:crypto'
import type { Clock } from '../../../shared/time.ts'
import type { Event } from '../../../shared/messaging/event.ts'
import type { Outbox, PendingEvent } from '../../../shared/messaging/outbox.ts'
import { pendingOf, toUser, type UserModel } from './record.ts'

/** Longer than a batch takes to publish and confirm; after it another relay takes over from one that died. */
const LEASE_MS = 30_000

/**
 * The outbox of user.changed.v1: a mark on each user whose current state is not published, instead of a list
 * of events (design, "The way of one registration", step 4).
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

  /** The mark that a change sets: leased to this process when it is going to be offered at once. */
  mark(leased: boolean): { dueAt: Date; relay?: string } {
    const now = this.#clock.now()
    return leased ? { dueAt: new Date(now.getTime() + LEASE_MS), relay: this.#relay } : { dueAt: now }
  }

  async claim(limit: number): Promise<PendingEvent[]> {
    const now = this.#clock.now()
    const due = await this.#model
      .find({ dueAt: { $lte: now } }, { _id: 1 })
      .limit(limit)
      .lean()
    if (due.length === 0) return []
    const ids = due.map(({ _id }) => _id)
    const lease = { dueAt: new Date(now.getTime() + LEASE_MS), relay: randomUUID() }
    await this.#model.updateMany({ _id: { $in: ids }, dueAt: { $lte: now } }, { $set: lease })
    const mine = await this.#model.find({ _id: { $in: ids }, relay: lease.relay }).lean()
    return mine.map((record) => pendingOf(toUser(record), record.trace))
  }

  /** A user that has changed meanwhile keeps its mark: its newer state is published next. */
  async markPublished(published: readonly PendingEvent[]): Promise<void> {
    for (const { version, ids } of byVersion(published)) {
      const seen = { $max: { publishedVersion: version } }
      const done = { ...seen, $unset: { dueAt: '', relay: '' } } as const
      const { matchedCount } = await this.#model.updateMany({ _id: { $in: ids }, version }, done)
      if (matchedCount < ids.length)
        await this.#model.updateMany({ _id: { $in: ids }, version: { $gt: version } }, seen)
    }
  }

  async release(failed: readonly PendingEvent[]): Promise<void> {
    const now = this.#clock.now()
    for (const { version, ids } of byVersion(failed))
      await this.#model.updateMany(
        { _id: { $in: ids }, version, dueAt: { $gt: now } },
        { $set: { dueAt: now }, $unset: { relay: '' } },
      )
  }

  /** A user's last change is what waits to be published. */
  async oldest(): Promise<Date | undefined> {
    const pending = this.#model.findOne({ dueAt: { $gt: new Date(0) } }, { updatedAt: 1 }).sort({ dueAt: 1 })
    return (await pending.lean())?.updatedAt
  }
}

/** Users with the same version, as in an import, are written together. */
function byVersion(pendings: readonly PendingEvent[]): { version: number; ids: number[] }[] {
  const versionOf = ({ event }: PendingEvent) => (event as Event<'user.changed.v1'>).payload.version
  return [...Map.groupBy(pendings, versionOf)].map(([version, some]) => ({
    version,
    ids: some.map(({ recordId }) => recordId),
  }))
}
