import { randomUUID } from 'node:crypto'
import type { Outbox, PendingEvent } from '../../../shared/messaging/outbox.ts'
import type { Clock } from '../../../shared/time.ts'
import { pendingEventsOf, type PendingRegistrationEvent, type RegistrationModel } from './record.ts'

/** A relay that holds events for longer than this is assumed dead. */
export const LEASE_MS = 15_000

/** The outbox of registration.created.v1: each registration carries its event until the broker has it. */
export class RegistrationOutbox implements Outbox<PendingRegistrationEvent> {
  readonly type = 'registration.created.v1'
  readonly #model: RegistrationModel
  readonly #clock: Clock

  constructor(model: RegistrationModel, clock: Clock) {
    this.#model = model
    this.#clock = clock
  }

  async claim(limit: number): Promise<PendingRegistrationEvent[]> {
    const now = this.#clock.now()
    const isDue = { outboxDue: { $lte: now } }
    const due = this.#model.find(isDue).sort({ outboxDue: 1 }).limit(limit).select({ _id: 1 })
    const ids = (await due.lean()).map(({ _id }) => _id)
    if (ids.length === 0) return []
    const lease = { outboxClaim: randomUUID(), outboxDue: new Date(now.getTime() + LEASE_MS) }
    await this.#model.updateMany({ _id: { $in: ids }, ...isDue }, { $set: lease })
    const claimed = this.#model
      .find({ _id: { $in: ids }, outboxClaim: lease.outboxClaim })
      .select({ outbox: 1, course: 1, user: 1 })
    return (await claimed.lean()).flatMap(pendingEventsOf)
  }

  async markPublished(published: readonly PendingEvent[]): Promise<void> {
    await this.#model.updateMany(
      { _id: { $in: published.map(({ recordId }) => recordId) } },
      // A registration has one event at a time, and nothing replaces it while it is marked for the relay.
      { $set: { outbox: [] }, $unset: { outboxDue: 1, outboxClaim: 1 } },
    )
  }

  async release(failed: readonly PendingEvent[]): Promise<void> {
    await this.#model.updateMany(
      { _id: { $in: failed.map(({ recordId }) => recordId) }, outboxDue: { $exists: true } },
      { $set: { outboxDue: this.#clock.now() }, $unset: { outboxClaim: 1 } },
    )
  }

  /** The event of a registration announces its creation, so it has waited since then. */
  async oldest(): Promise<Date | undefined> {
    const pending = this.#model.findOne({ outboxDue: { $gt: new Date(0) } }).sort({ outboxDue: 1 })
    return (await pending.select({ createdAt: 1 }).lean())?.createdAt
  }
}

/** The outbox of registration.changed.v1: each registration carries the events of its moves until the broker has them. */
export class MoveOutbox implements Outbox {
  readonly type = 'registration.changed.v1'
  readonly #model: RegistrationModel
  readonly #clock: Clock

  constructor(model: RegistrationModel, clock: Clock) {
    this.#model = model
    this.#clock = clock
  }

  async claim(limit: number): Promise<PendingEvent[]> {
    const now = this.#clock.now()
    const isDue = { movesDue: { $lte: now } }
    const due = this.#model.find(isDue).sort({ movesDue: 1 }).limit(limit).select({ _id: 1 })
    const ids = (await due.lean()).map(({ _id }) => _id)
    if (ids.length === 0) return []
    const lease = { movesClaim: randomUUID(), movesDue: new Date(now.getTime() + LEASE_MS) }
    await this.#model.updateMany({ _id: { $in: ids }, ...isDue }, { $set: lease })
    const claimed = await this.#model
      .find({ _id: { $in: ids }, movesClaim: lease.movesClaim })
      .select({ moves: 1 })
      .lean()
    // A crash after the first write of `markPublished` leaves a registration due that has no events.
    const withoutEvents = claimed.filter(({ moves = [] }) => moves.length === 0)
    if (withoutEvents.length > 0) await this.#unmark(withoutEvents.map(({ _id }) => _id))
    return claimed.flatMap(({ _id, moves = [] }) => moves.map((event) => ({ recordId: _id, event })))
  }

  /** A registration that has moved again meanwhile stays due: its next event is still there. */
  async markPublished(published: readonly PendingEvent[]): Promise<void> {
    const recordIds = published.map(({ recordId }) => recordId)
    const eventIds = published.map(({ event }) => event.payload.eventId)
    await this.#model.updateMany(
      { _id: { $in: recordIds } },
      { $pull: { moves: { 'payload.eventId': { $in: eventIds } } } },
    )
    await this.#unmark(recordIds)
  }

  async release(failed: readonly PendingEvent[]): Promise<void> {
    await this.#model.updateMany(
      { _id: { $in: failed.map(({ recordId }) => recordId) }, movesDue: { $exists: true } },
      { $set: { movesDue: this.#clock.now() }, $unset: { movesClaim: 1 } },
    )
  }

  async oldest(): Promise<Date | undefined> {
    const pending = this.#model.findOne({ movesDue: { $gt: new Date(0) } }).sort({ movesDue: 1 })
    const [first] = (await pending.select({ moves: 1 }).lean())?.moves ?? []
    return first && new Date(first.payload.occurredAt)
  }

  async #unmark(recordIds: readonly number[]): Promise<void> {
    await this.#model.updateMany(
      { _id: { $in: recordIds }, moves: { $size: 0 } },
      { $unset: { movesDue: 1, movesClaim: 1 } },
    )
  }
}
