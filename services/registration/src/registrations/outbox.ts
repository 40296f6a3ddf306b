import { randomUUID } from 'node:crypto'
import type { Outbox, PendingEvent } from '../../../shared/messaging/outbox.ts'
import type { Clock } from '../../../shared/time.ts'
import { pendingOf, type PendingRegistrationEvent, type RegistrationModel } from './record.ts'
import type { Copied } from './repository.ts'

/** A relay that holds events longer than this is assumed dead. */
export const LEASE_MS = 15_000

/** The outbox of registration.created.v1: each registration carries its event until the broker has it. */
export class RegistrationOutbox implements Outbox<PendingRegistrationEvent> {
  readonly type = 'registration.created.v1'
  readonly #model: RegistrationModel
  readonly #clock: Clock
  readonly #catchUp: (copied: readonly Copied[]) => Promise<void>

  /** @param catchUp brings the copies in these registrations up to date, before their events are settled */
  constructor(model: RegistrationModel, clock: Clock, catchUp: (copied: readonly Copied[]) => Promise<void>) {
    this.#model = model
    this.#clock = clock
    this.#catchUp = catchUp
  }

  async claim(limit: number): Promise<PendingRegistrationEvent[]> {
    const now = this.#clock.now()
    const free = { outboxDue: { $lte: now } }
    const due = await this.#model.find(free).sort({ outboxDue: 1 }).limit(limit).select({ _id: 1 }).lean()
    if (due.length === 0) return []
    const ids = due.map(({ _id }) => _id)
    const lease = { outboxClaim: randomUUID(), outboxDue: new Date(now.getTime() + LEASE_MS) }
    await this.#model.updateMany({ _id: { $in: ids }, ...free }, { $set: lease })
    const mine = await this.#model
      .find({ _id: { $in: ids }, outboxClaim: lease.outboxClaim })
      .select({ outbox: 1, course: 1, user: 1 })
      .lean()
    return mine.flatMap((record) => pendingOf(record))
  }

  async markPublished(published: readonly PendingRegistrationEvent[]): Promise<void> {
    await this.#catchUp(published.map(({ copied }) => copied))
    await this.#model.updateMany(
      { _id: { $in: published.map(({ recordId }) => recordId) } },
      // A registration has one event at a time, which nothing replaces while it is marked for the relay.
      { $set: { outbox: [] }, $unset: { outboxDue: 1, outboxClaim: 1 } },
    )
  }

  async release(failed: readonly PendingEvent[]): Promise<void> {
    await this.#model.updateMany(
      { _id: { $in: failed.map(({ recordId }) => recordId) }, outboxDue: { $exists: true } },
      { $set: { outboxDue: this.#clock.now() }, $unset: { outboxClaim: 1 } },
    )
  }

  /** The only event of a registration announces its creation. */
  async oldest(): Promise<Date | undefined> {
    const pending = this.#model.findOne({ outboxDue: { $gt: new Date(0) } }).sort({ outboxDue: 1 })
    return (await pending.select({ createdAt: 1 }).lean())?.createdAt
  }
}
