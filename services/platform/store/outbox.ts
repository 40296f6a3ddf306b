import { Schema, type Model, type QueryFilter, type UpdateQuery } from 'mongoose'
import type { Clock } from '../domain/time.ts'
import { recordModelStep, type StepName } from '../observability/model-steps.ts'
import { DueRecords } from './due-records.ts'

/** A relay that holds events for longer than this is assumed dead. */
export const EVENT_LEASE_MS = 15_000
/** A record is a document, whose size is limited. */
const MAX_PENDING_EVENTS = 100
/**
 * Of each record, the oldest ones that are claimed together: a sweep claims 2,000 records, each of which may
 * have got a hundred while the broker was unavailable.
 */
const EVENTS_PER_CLAIM = 10

interface StoredEvent {
  readonly type: string
  readonly payload: { readonly eventId: string }
  readonly trace: { readonly traceparent: string }
}

/** The fields of a record with an outbox. */
export interface OutboxFields<E extends StoredEvent = StoredEvent> {
  /** The events that the broker has not confirmed yet, oldest first. */
  events: E[]
  /** When a relay may claim them; absent when there are none. */
  eventsDueAt?: Date
  /** The claim of the relay that holds them. */
  eventsClaim?: string
}

type OutboxRecord = OutboxFields & { _id: number }

/** For `foundation.ts`, which may not import mongoose (README.md, layers). */
export type OutboxModel<R> = Model<R>

/** A plugin for the schema of such records. */
export function withOutbox(schema: Schema): void {
  schema.add({
    events: { type: [Schema.Types.Mixed], required: true },
    eventsDueAt: Date,
    eventsClaim: String,
  })
  schema.index({ eventsDueAt: 1 }, { sparse: true })
}

/** Matches records that can take no more events, and all others. */
export const IS_FULL = { [`events.${MAX_PENDING_EVENTS - 1}`]: { $exists: true } }
export const IS_NOT_FULL = { [`events.${MAX_PENDING_EVENTS - 1}`]: { $exists: false } }

/** Who publishes new events of a record: this process, which leases them, or, when they are due, a sweep. */
export interface OutboxSchedule {
  readonly eventsDueAt: Date
  /** Absent when they are due. */
  readonly eventsClaim?: string
}

/**
 * A pending event of a record, of which the fields `K` are known: a `PendingEvent` of the relay, which this
 * folder does not import.
 */
export interface LeasedEvent<R extends OutboxRecord, K extends keyof R = '_id'> {
  readonly outbox: Outbox<R, K>
  readonly record: Pick<R, K | '_id'>
  readonly event: R['events'][number]
  readonly claim: string
}

/** Publishes new events: `Relay` (`messaging/relay.ts`); `foundation.ts` connects the two. */
export interface RelayPort<R extends OutboxRecord, K extends keyof R> {
  /**
   * Whether it publishes this many new events at once. Then they are stored with a lease, which keeps sweeps
   * from claiming them until it ends.
   */
  willPublish(events: number): boolean
  /** Publishes events that were just stored with a lease. Those that fail are left to a sweep. */
  enqueue(pending: readonly LeasedEvent<R, K>[]): void
}

export interface OutboxOptions<R extends OutboxRecord, K extends keyof R> {
  /** Publishes new events at once. Without it, all are left to a sweep. */
  readonly relay?: RelayPort<R, K>
  /** The types of its events. */
  readonly types: readonly R['events'][number]['type'][]
  /** The fields of the record that `beforeMarked` needs. */
  readonly fields?: readonly K[]
  /** `beforeMarked` is called for events of this type only; by default for all. */
  readonly beforeMarkedType?: R['events'][number]['type']
  /**
   * Called with records whose event the broker has confirmed, before it is marked as published, and with
   * records without events. They stay due until it succeeds. It has to be safe to repeat: after a crash, it
   * is called again.
   */
  readonly beforeMarked?: (records: readonly Pick<R, K | '_id'>[]) => Promise<void>
}

/**
 * The events of a collection: each record carries its own until the broker has confirmed them. Implements
 * `OutboxPort` (`messaging/relay.ts`) for the relay, with which `foundation.ts` connects it.
 */
export class Outbox<R extends OutboxRecord, K extends keyof R = '_id'> {
  readonly types: readonly R['events'][number]['type'][]
  readonly #model: Model<R>
  readonly #clock: Clock
  readonly #due: DueRecords<R>
  readonly #options: OutboxOptions<R, K>

  constructor(model: Model<R>, clock: Clock, options: OutboxOptions<R, K>) {
    this.types = options.types
    this.#model = model
    this.#clock = clock
    this.#due = new DueRecords(model, clock, {
      dueField: 'eventsDueAt',
      claimField: 'eventsClaim',
      leaseMs: EVENT_LEASE_MS,
    })
    this.#options = options
  }

  /**
   * The fields of a record whose new events this process publishes at once. An update that adds events has to
   * apply `$max` to `eventsDueAt`: while another relay holds the record, its earlier events must not be
   * claimed.
   */
  leasedFields(): OutboxSchedule {
    const { claim, until } = this.#due.newLease()
    return { eventsDueAt: until, eventsClaim: claim }
  }

  /** The same for new events that a sweep of any process publishes. */
  dueFields(): OutboxSchedule {
    return { eventsDueAt: this.#clock.now() }
  }

  /**
   * The fields for this many new events: leased if the relay publishes them at once, otherwise due. After the
   * write, hand the records over with {@link publishLeased}.
   */
  scheduleFor(events: number): OutboxSchedule {
    return this.#options.relay?.willPublish(events) ? this.leasedFields() : this.dueFields()
  }

  /** Has the relay publish the events of records stored with a lease. A sweep publishes the others. */
  publishLeased(stored: readonly Pick<R, K | '_id' | 'events' | 'eventsClaim'>[]): void {
    this.#options.relay?.enqueue(stored.flatMap((record) => this.leasedEventsOf(record)))
  }

  /**
   * The events of a record that this process has claimed, or stored with a lease, which the models call a
   * claim too; none of a record that is due.
   */
  leasedEventsOf(record: Pick<R, K | '_id' | 'events' | 'eventsClaim'>): LeasedEvent<R, K>[] {
    const { events, eventsClaim: claim } = record
    if (claim === undefined) return []
    const pending = events.map((event) => ({ outbox: this, record, event, claim }))
    recordModelSteps('claimEvents', pending)
    return pending
  }

  /** The first events of records that no relay holds. Those that follow are due when these are marked. */
  async claim(limit: number): Promise<LeasedEvent<R, K>[]> {
    const others = ['eventsClaim', ...(this.#options.fields ?? [])].map((field) => [field, 1] as const)
    const fields = { events: { $slice: EVENTS_PER_CLAIM }, ...Object.fromEntries(others) }
    const { records } = await this.#due.claim(limit, { fields })
    const withoutEvents = records.filter(({ events }) => events.length === 0)
    // A crash before this, or between the writes of `markPublished`, leaves them due.
    await this.finishWithoutEvents(withoutEvents)
    return records.flatMap((record) => this.leasedEventsOf(record))
  }

  /** Ends the leases of records that have no events, or none that is left. */
  async finishWithoutEvents(records: readonly Pick<R, K | '_id'>[]): Promise<void> {
    if (records.length === 0) return
    await this.#options.beforeMarked?.(records)
    await this.#clearSchedule(records.map(({ _id }) => _id))
  }

  /**
   * Removes published events from their records, mostly with one write. A record that has got another event
   * meanwhile stays pending, and is due at once unless another relay holds it.
   */
  async markPublished(published: readonly LeasedEvent<R, K>[]): Promise<void> {
    const { beforeMarkedType, beforeMarked } = this.#options
    const toPrepare = published.filter(({ event }) => event.type === (beforeMarkedType ?? event.type))
    if (toPrepare.length > 0) await beforeMarked?.(toPrepare.map(({ record }) => record))
    const ids = [...new Set(published.map(({ record }) => record._id))]
    const isPublished = { $in: published.map(({ event }) => event.payload.eventId) }
    // Most records have one event, and then one write is enough.
    const { matchedCount } = await this.#update(
      { _id: { $in: ids }, events: { $size: 1 }, 'events.payload.eventId': isPublished },
      { $set: { events: [] }, $unset: { eventsDueAt: 1, eventsClaim: 1 } },
    )
    if (matchedCount === ids.length) return recordModelSteps('markPublished', published)
    await this.#update({ _id: { $in: ids } }, { $pull: { events: { 'payload.eventId': isPublished } } })
    recordModelSteps('pull', published)
    await this.#clearSchedule(ids)
    await this.release(published)
  }

  async release(held: readonly LeasedEvent<R, K>[]): Promise<void> {
    await this.#due.release(held.map(({ record, claim }) => ({ id: record._id, claim })))
    recordModelSteps('releaseEvents', held)
  }

  async oldest(): Promise<R['events'][number] | undefined> {
    return (await this.#due.oldest())?.events[0]
  }

  /** How many records have pending events, at most 10,000, and whether some are held by no relay. */
  state(): Promise<{ count: number; isDue: boolean }> {
    return this.#due.state()
  }

  async #clearSchedule(ids: readonly R['_id'][]): Promise<void> {
    await this.#update(
      { _id: { $in: ids }, events: { $size: 0 } },
      { $unset: { eventsDueAt: 1, eventsClaim: 1 } },
    )
  }

  #update(filter: object, update: object) {
    return this.#model.updateMany(filter as QueryFilter<R>, update as UpdateQuery<R>)
  }
}

type Claimed = Pick<LeasedEvent<OutboxRecord>, 'event' | 'claim'>

function recordModelSteps(step: StepName, pending: readonly Claimed[]): void {
  for (const { event, claim } of pending)
    recordModelStep({ step, event: event.payload.eventId, claim }, event.trace.traceparent)
}
