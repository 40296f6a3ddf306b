import { Schema, type Model, type QueryFilter, type UpdateQuery } from 'mongoose'
import type { Clock } from '../domain/time.ts'
import { steps, type StepName } from '../observability/steps.ts'
import { DueRecords } from './due-records.ts'

/** A relay that holds events for longer than this is assumed dead. */
export const EVENT_LEASE_MS = 15_000
/** A record is a document, whose size is limited. */
export const MAX_PENDING_EVENTS = 100

interface StoredEvent {
  readonly type: string
  readonly payload: { readonly eventId: string }
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

/** So that `foundation.ts` does not import mongoose. */
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

/** The fields that lease the events of a record, or make them due. */
export interface OutboxLease {
  readonly eventsDueAt: Date
  /** Absent when no relay holds them. */
  readonly eventsClaim?: string
}

/**
 * A pending event of a record, of which the fields `K` are known: a `PendingEvent` of the relay, which this
 * folder does not import.
 */
export interface StoredPendingEvent<R extends OutboxRecord, K extends keyof R = '_id'> {
  readonly outbox: StoredOutbox<R, K>
  readonly record: Pick<R, K | '_id'>
  readonly event: R['events'][number]
  readonly claim: string
}

export interface OutboxOptions<R extends OutboxRecord, K extends keyof R> {
  /** The types of its events. */
  readonly types: readonly R['events'][number]['type'][]
  /** The fields of the record that `beforeSettled` needs. */
  readonly fields?: readonly K[]
  /** The type of the event with which a record is new. */
  readonly newWith?: R['events'][number]['type']
  /**
   * Called with new records: when the broker has confirmed their first event, or at once if they have none.
   * They stay due until it succeeds.
   */
  readonly beforeSettled?: (records: readonly Pick<R, K | '_id'>[]) => Promise<void>
}

/**
 * The events of a collection: each record carries its own until the broker has confirmed them. Implements
 * `Outbox` (`messaging/relay.ts`) for the relay, with which `foundation.ts` connects it.
 */
export class StoredOutbox<R extends OutboxRecord, K extends keyof R = '_id'> {
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
      due: 'eventsDueAt',
      claim: 'eventsClaim',
      leaseMs: EVENT_LEASE_MS,
    })
    this.#options = options
  }

  /**
   * The fields of a record whose new events this process publishes at once. An update has to apply `$max` to
   * `eventsDueAt`: while another relay holds the record, its earlier events must not be claimed.
   */
  leasedFields(): OutboxLease {
    const { claim, until } = this.#due.newLease()
    return { eventsDueAt: until, eventsClaim: claim }
  }

  /** The same for new events that a sweep of any process publishes. */
  dueFields(): OutboxLease {
    return { eventsDueAt: this.#clock.now() }
  }

  /** The events of a record, if it is leased; none otherwise. */
  pendingOf(record: Pick<R, K | '_id' | 'events' | 'eventsClaim'>): StoredPendingEvent<R, K>[] {
    const { events, eventsClaim: claim } = record
    if (claim === undefined) return []
    const pending = events.map((event) => ({ outbox: this, record, event, claim }))
    logStep('claimEvents', pending)
    return pending
  }

  async claim(limit: number): Promise<StoredPendingEvent<R, K>[]> {
    const fields = ['events', 'eventsClaim', ...(this.#options.fields ?? [])]
    const { records } = await this.#due.claim(limit, {
      fields: Object.fromEntries(fields.map((field) => [field, 1])),
    })
    const withoutEvents = records.filter(({ events }) => events.length === 0)
    // A crash before `settle`, or between the writes of `markPublished`, leaves them due.
    await this.settle(withoutEvents)
    return records.flatMap((record) => this.pendingOf(record))
  }

  /** Ends the lease of records that were stored without an event. */
  async settle(records: readonly Pick<R, K | '_id'>[]): Promise<void> {
    if (records.length === 0) return
    await this.#options.beforeSettled?.(records)
    await this.#unmarkEmpty(records.map(({ _id }) => _id))
  }

  /**
   * A record that has got another event meanwhile stays pending, and is due at once unless another relay
   * holds it.
   */
  async markPublished(published: readonly StoredPendingEvent<R, K>[]): Promise<void> {
    const { newWith, beforeSettled } = this.#options
    const added = published.filter(({ event }) => event.type === newWith).map(({ record }) => record)
    if (added.length > 0) await beforeSettled?.(added)
    const ids = [...new Set(published.map(({ record }) => record._id))]
    const isPublished = { $in: published.map(({ event }) => event.payload.eventId) }
    // Most records have one event, and then one write is enough.
    const { matchedCount } = await this.#update(
      { _id: { $in: ids }, events: { $size: 1 }, 'events.payload.eventId': isPublished },
      { $set: { events: [] }, $unset: { eventsDueAt: 1, eventsClaim: 1 } },
    )
    if (matchedCount === ids.length) return logStep('markPublished', published)
    await this.#update({ _id: { $in: ids } }, { $pull: { events: { 'payload.eventId': isPublished } } })
    logStep('pull', published)
    await this.#unmarkEmpty(ids)
    await this.release(published)
  }

  /** Only the records that these claims still hold. */
  async release(failed: readonly StoredPendingEvent<R, K>[]): Promise<void> {
    const held = {
      _id: { $in: failed.map(({ record }) => record._id) },
      eventsClaim: { $in: [...new Set(failed.map(({ claim }) => claim))] },
    }
    await this.#due.release(held as QueryFilter<R>)
    logStep('releaseEvents', failed)
  }

  async oldest(): Promise<R['events'][number] | undefined> {
    return (await this.#due.oldest())?.events[0]
  }

  /** How many records have pending events, at most MAX_COUNTED, and whether some are held by no relay. */
  state(): Promise<{ count: number; isDue: boolean }> {
    return this.#due.state()
  }

  async #unmarkEmpty(ids: readonly R['_id'][]): Promise<void> {
    await this.#update(
      { _id: { $in: ids }, events: { $size: 0 } },
      { $unset: { eventsDueAt: 1, eventsClaim: 1 } },
    )
  }

  #update(filter: object, update: object) {
    return this.#model.updateMany(filter as QueryFilter<R>, update as UpdateQuery<R>)
  }
}

type Claimed = Pick<StoredPendingEvent<OutboxRecord>, 'event' | 'claim'>

function logStep(step: StepName, pending: readonly Claimed[]): void {
  if (!steps.log) return
  for (const { event, claim } of pending) steps.log({ step, event: event.payload.eventId, claim })
}
