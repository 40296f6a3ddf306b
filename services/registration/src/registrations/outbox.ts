import type { Outbox, PendingEvent } from '../../../shared/messaging/outbox.ts'
import { DueRecords } from '../../../shared/store/due-records.ts'
import type { Clock } from '../../../shared/time.ts'
import {
  pendingEventsOf,
  type PendingRegistrationEvent,
  type RegistrationModel,
  type RegistrationRecord,
} from './record.ts'

/** A relay that holds events for longer than this is assumed dead. */
export const LEASE_MS = 15_000

/** The outbox of registration.created.v1: each registration carries its event until the broker has it. */
export class RegistrationOutbox implements Outbox<PendingRegistrationEvent> {
  readonly type = 'registration.created.v1'
  readonly #model: RegistrationModel
  readonly #due: DueRecords<RegistrationRecord>

  constructor(model: RegistrationModel, clock: Clock) {
    this.#model = model
    this.#due = new DueRecords(model, clock, { due: 'outboxDue', claim: 'outboxClaim', leaseMs: LEASE_MS })
  }

  async claim(limit: number): Promise<PendingRegistrationEvent[]> {
    const { records } = await this.#due.claim(limit, { fields: { outbox: 1, course: 1, user: 1 } })
    return records.flatMap(pendingEventsOf)
  }

  async markPublished(published: readonly PendingEvent[]): Promise<void> {
    await this.#model.updateMany(
      { _id: { $in: idsOf(published) } },
      // A registration has one event at a time, and nothing replaces it while it is marked for the relay.
      { $set: { outbox: [] }, $unset: { outboxDue: 1, outboxClaim: 1 } },
    )
  }

  release(failed: readonly PendingEvent[]): Promise<void> {
    return this.#due.release({ _id: { $in: idsOf(failed) }, outboxDue: { $exists: true } })
  }

  /** The event of a registration announces its creation, so it has waited since then. */
  async oldest(): Promise<Date | undefined> {
    return (await this.#due.oldest())?.createdAt
  }
}

/** The outbox of registration.changed.v1: each registration carries the events of its moves until the broker has them. */
export class MoveOutbox implements Outbox {
  readonly type = 'registration.changed.v1'
  readonly #model: RegistrationModel
  readonly #due: DueRecords<RegistrationRecord>

  constructor(model: RegistrationModel, clock: Clock) {
    this.#model = model
    this.#due = new DueRecords(model, clock, { due: 'movesDue', claim: 'movesClaim', leaseMs: LEASE_MS })
  }

  async claim(limit: number): Promise<PendingEvent[]> {
    const { records } = await this.#due.claim(limit, { fields: { moves: 1 } })
    // A crash after the first write of `markPublished` leaves a registration due that has no events.
    const withoutEvents = records.filter(({ moves = [] }) => moves.length === 0)
    if (withoutEvents.length > 0) await this.#unmark(withoutEvents.map(({ _id }) => _id))
    return records.flatMap(({ _id, moves = [] }) => moves.map((event) => ({ recordId: _id, event })))
  }

  /** A registration that has moved again meanwhile stays due: its next event is still there. */
  async markPublished(published: readonly PendingEvent[]): Promise<void> {
    const eventIds = published.map(({ event }) => event.payload.eventId)
    await this.#model.updateMany(
      { _id: { $in: idsOf(published) } },
      { $pull: { moves: { 'payload.eventId': { $in: eventIds } } } },
    )
    await this.#unmark(idsOf(published))
  }

  release(failed: readonly PendingEvent[]): Promise<void> {
    return this.#due.release({ _id: { $in: idsOf(failed) }, movesDue: { $exists: true } })
  }

  async oldest(): Promise<Date | undefined> {
    const [first] = (await this.#due.oldest())?.moves ?? []
    return first && new Date(first.payload.occurredAt)
  }

  async #unmark(recordIds: readonly number[]): Promise<void> {
    await this.#model.updateMany(
      { _id: { $in: recordIds }, moves: { $size: 0 } },
      { $unset: { movesDue: 1, movesClaim: 1 } },
    )
  }
}

const idsOf = (events: readonly PendingEvent[]): number[] => events.map(({ recordId }) => recordId)
