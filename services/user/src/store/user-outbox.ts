import { randomUUID } from 'node:crypto'
import type { Clock } from '../../../shared/clock.ts'
import type { Outbox, Pending } from '../../../shared/messaging/outbox.ts'
import { pendingOf, toUser, type UserModel } from './user-record.ts'

/** Longer than a batch takes to publish and confirm; after it another relay takes over from one that died. */
const LEASE_MS = 30_000

/**
 * The outbox of user.changed.v1: no list of events but a mark on each user whose present state the broker lacks
 * (design, "The way of one registration", step 4).
 */
export class UserOutbox implements Outbox {
  readonly #model: UserModel
  readonly #clock: Clock
  /** Tells the leases of this process from those of others. */
  readonly #relay = randomUUID()

  constructor(model: UserModel, clock: Clock) {
    this.#model = model
    this.#clock = clock
  }

  /** How a change marks its user: leased to this process when it is going to be offered at once. */
  mark(leased: boolean): { dueAt: Date; relay?: string } {
    const now = this.#clock.now()
    return leased ? { dueAt: new Date(now.getTime() + LEASE_MS), relay: this.#relay } : { dueAt: now }
  }

  async claim(limit: number): Promise<Pending[]> {
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

  /** A user that has changed since keeps its mark: its newer state is published next. */
  async settle(published: readonly Pending[]): Promise<void> {
    await this.#model.collection.bulkWrite(
      published.flatMap((pending) => {
        const { _id, version } = keyOf(pending)
        return [
          {
            updateOne: {
              filter: { _id: _id as never, version },
              update: { $max: { publishedVersion: version }, $unset: { dueAt: '', relay: '' } },
            },
          },
          {
            updateOne: {
              filter: { _id: _id as never, version: { $gt: version } },
              update: { $max: { publishedVersion: version } },
            },
          },
        ]
      }),
      { ordered: false },
    )
  }

  async release(failed: readonly Pending[]): Promise<void> {
    const now = this.#clock.now()
    await this.#model.collection.bulkWrite(
      failed.map((pending) => ({
        updateOne: {
          filter: { ...(keyOf(pending) as object), dueAt: { $gt: now } },
          update: { $set: { dueAt: now }, $unset: { relay: '' } },
        },
      })),
      { ordered: false },
    )
  }
}

function keyOf({ event }: Pending): { _id: number; version: number } {
  const { userId, version } = event.payload as { userId: number; version: number }
  return { _id: userId, version }
}
