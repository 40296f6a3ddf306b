import { batchingSingles } from '../../../platform/work/batched.ts'
import type { DomainEvent } from '../../../platform/messaging/event.ts'
import { Unavailable } from '../../../platform/errors.ts'
import { buildIndexes, highestId } from '../../../platform/store/indexes.ts'
import { bulkUpdate, insertUnderReservedIds, violatedIndex } from '../../../platform/store/insert.ts'
import { IS_FULL, IS_NOT_FULL, type Outbox, type OutboxSchedule } from '../../../platform/store/outbox.ts'
import { retryUntilWritten } from '../../../platform/work/retry-until-written.ts'
import type { Trace } from '../../../platform/observability/trace.ts'
import { RegistrationNotFound, ReopenConflict } from '../errors.ts'
import type { UniqueRule } from './conflicts.ts'
import { registrationChangedEvent } from './events.ts'
import { RegistrationFinder } from './finder.ts'
import {
  EXTERNAL_ID_INDEX,
  IMPORT_INDEX,
  OPEN_INDEX,
  type RegistrationModel,
  type RegistrationRecord,
} from './record.ts'
import { isOpen, type Registration } from './rules.ts'

/** A registration with the event that announces it. */
export interface RegistrationWithEvent {
  readonly registration: Registration
  readonly event: DomainEvent<'registration.created.v1'>
}

/** A registration to be inserted. An imported one is not announced. */
interface RegistrationToInsert {
  readonly registration: Registration
  readonly event: RegistrationWithEvent['event'] | undefined
}

/** What became of a registration that was to be inserted. */
export type InsertOutcome =
  /** By this insert, or by another attempt under the same id. */
  | { readonly kind: 'stored'; readonly registration: Registration }
  | { readonly kind: 'duplicate'; readonly violatedRule: UniqueRule }

/**
 * A history grows without a limit, a document does not: the oldest entries of a longer history are dropped.
 */
const MAX_HISTORY_LENGTH = 1_000

interface Options {
  readonly model: RegistrationModel
  readonly outbox: Outbox<RegistrationRecord, 'course' | 'user'>
}

/** Reads and writes registrations. A change and its event are one write. */
export class Registrations extends RegistrationFinder {
  readonly #model: RegistrationModel
  readonly #outbox: Options['outbox']
  readonly #insertBatched = batchingSingles((toInsert: readonly RegistrationToInsert[]) =>
    this.#insertAll(toInsert),
  )

  constructor({ model, outbox }: Options) {
    super(model)
    this.#model = model
    this.#outbox = outbox
  }

  /** Builds the indexes; returns the highest id that the counter has to pass. */
  async prepare(): Promise<number> {
    await buildIndexes(this.#model)
    return await highestId(this.#model)
  }

  /**
   * Inserts registrations, each with its pending event, if any, in one write. Indexes enforce uniqueness.
   * Each id is reserved for one registration, so inserting that registration again changes nothing and counts
   * as inserted; the outcome then has the stored one.
   *
   * @throws OutcomeUnknown when it is not known whether a majority of the servers has them
   */
  insert(toInsert: readonly RegistrationToInsert[]): Promise<readonly InsertOutcome[]> {
    return this.#insertBatched(toInsert)
  }

  async #insertAll(toInsert: readonly RegistrationToInsert[]): Promise<InsertOutcome[]> {
    const schedule = this.#outbox.scheduleFor(toInsert.filter(({ event }) => event).length)
    const records = toInsert.map(({ registration: { id, ...fields }, event }) => ({
      _id: id,
      ...fields,
      open: isOpen(fields.status),
      heldExternalId: fields.externalId,
      events: event ? [event] : [],
      // An import has no event. By its lease, this process compares its copies: `finishWithoutEvents` below
      // calls `refreshNew`.
      ...(event ? schedule : this.#outbox.leasedFields()),
    }))
    const { duplicates, alreadyStored } = await insertUnderReservedIds(this.#model, records)
    // A record that was already stored has the event of an earlier attempt, or of this one if its insert had
    // no reply: a sweep publishes it.
    const added = records.filter(({ _id }, i) => !duplicates.has(i) && !alreadyStored.has(_id))
    this.#outbox.publishLeased(added)
    await this.#outbox.finishWithoutEvents(added.filter(({ events }) => events.length === 0))
    const stored = new Map((await this.findMany([...alreadyStored])).map((found) => [found.id, found]))
    return toInsert.map(({ registration }, i): InsertOutcome => {
      const index = duplicates.get(i)
      if (index === undefined)
        return { kind: 'stored', registration: stored.get(registration.id) ?? registration }
      return { kind: 'duplicate', violatedRule: ruleOfIndex(index) }
    })
  }

  /**
   * Applies a move and writes the result with its pending event in one write; after a lost race it reads the
   * registration again and retries, so `apply` must be pure. Writes nothing when `apply` returns the
   * registration that it was given.
   * @param trace of the event; undefined for a move that is not announced
   * @throws RegistrationNotFound, ReopenConflict; Unavailable while too many of its events wait for RabbitMQ
   */
  async change(
    found: Registration,
    trace: Trace | undefined,
    apply: (current: Registration) => Registration,
  ): Promise<Registration> {
    let isFirstAttempt = true
    return await retryUntilWritten('registrations', async () => {
      const current = isFirstAttempt ? found : await this.find(found.id)
      isFirstAttempt = false
      if (!current) throw new RegistrationNotFound()
      const changed = apply(current)
      if (changed === current) return changed
      const isWritten = await this.#replace(current, changed, trace)
      return isWritten ? changed : undefined
    })
  }

  /** The same for several, in one write unless another one has changed some of them meanwhile. */
  async changeAll(
    found: readonly Registration[],
    trace: Trace | undefined,
    apply: (current: Registration) => Registration,
  ): Promise<void> {
    const schedule = this.#outbox.scheduleFor(found.length)
    const changes = found
      .map((before) => ({ before, after: apply(before) }))
      .filter(({ before, after }) => after !== before)
      .map(({ before, after }) => this.#updateTo(before, after, trace, schedule))
    if (changes.length === 0) return
    const updates = changes.map(({ filter, update }) => ({ updateOne: { filter, update } }))
    const { matched } = await bulkUpdate(this.#model, updates)
    if (matched < changes.length) for (const one of found) await this.change(one, trace, apply)
    else this.#outbox.publishLeased(changes.flatMap(({ withEvent }) => withEvent ?? []))
  }

  async #replace(before: Registration, after: Registration, trace: Trace | undefined): Promise<boolean> {
    const { filter, update, withEvent } = this.#updateTo(before, after, trace, this.#outbox.scheduleFor(1))
    try {
      const { matchedCount } = await this.#model.updateOne(filter, update)
      if (matchedCount === 0) {
        if (withEvent) await this.#requireRoom(before)
        return false
      }
      if (withEvent) this.#outbox.publishLeased([withEvent])
      return true
    } catch (error) {
      if (violatedIndex(this.#model, error) === OPEN_INDEX) throw new ReopenConflict()
      throw error
    }
  }

  /** Only the fields that a move changes, because the copies may be refreshed at the same time. */
  #updateTo(
    before: Registration,
    after: Registration,
    trace: Trace | undefined,
    { eventsDueAt, ...claim }: OutboxSchedule,
  ) {
    const { id, version, history, finishedBy, user } = before
    const event = trace && registrationChangedEvent(before, after, trace)
    return {
      filter: { _id: id, version, ...(event && IS_NOT_FULL) },
      update: {
        $set: {
          status: after.status,
          open: isOpen(after.status),
          completedAt: after.completedAt,
          score: after.score,
          success: after.success,
          updatedAt: after.updatedAt,
          version: after.version,
          ...(after.finishedBy !== finishedBy && { finishedBy: after.finishedBy }),
          ...(after.user.userId !== user.userId && givenFields(after)),
          ...(event && claim),
        },
        ...(event && { $max: { eventsDueAt } }),
        $push: {
          history: { $each: after.history.slice(history.length), $slice: -MAX_HISTORY_LENGTH },
          ...(event && { events: event }),
        },
      },
      withEvent: event && { _id: id, course: after.course, user: after.user, events: [event], ...claim },
    }
  }

  /**
   * Consumers need the event of each move, so a move is rejected when no event can be added.
   * @throws Unavailable
   */
  async #requireRoom({ id, version }: Registration): Promise<void> {
    if (await this.#model.exists({ _id: id, version, ...IS_FULL }))
      throw new Unavailable('rabbitmq', 'too many events of the registration wait to be published')
  }

  /** Stores the event of each registration again, unless it is still pending. */
  async storeEventsAgain(registrations: readonly RegistrationWithEvent[]): Promise<void> {
    const { eventsDueAt } = this.#outbox.dueFields()
    const updates = registrations.map(({ registration, event }) => ({
      updateOne: {
        filter: { _id: registration.id, 'events.payload.eventId': { $ne: event.payload.eventId } },
        update: { $push: { events: event }, $max: { eventsDueAt } },
      },
    }))
    if (updates.length > 0) await bulkUpdate(this.#model, updates)
  }
}

/** What changes when a registration is given to another user. */
const givenFields = ({ user, importKey, finishedBy, updatedAt, version }: Registration) => ({
  user: { ...user, groupIds: [...user.groupIds] },
  importKey,
  ...(finishedBy && { finishedBy }),
  updatedAt,
  version,
})

function ruleOfIndex(index: string): UniqueRule {
  if (index === OPEN_INDEX) return 'open-registration'
  if (index === EXTERNAL_ID_INDEX) return 'external-id'
  if (index === IMPORT_INDEX) return 'import'
  throw new Error(`a registration violates the index ${index}, which is not one of its unique indexes`)
}
