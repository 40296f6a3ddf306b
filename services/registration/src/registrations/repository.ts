import { batchPerTick } from '../../../platform/work/batch-per-tick.ts'
import type { Scope } from '../../../platform/domain/account.ts'
import type { FoundPage, Page } from '../../../platform/domain/page.ts'
import type { Event } from '../../../platform/messaging/event.ts'
import { Unavailable } from '../../../platform/errors.ts'
import type { EventQueue } from '../../../platform/messaging/outbox.ts'
import { buildIndexes } from '../../../platform/store/indexes.ts'
import { bulkUpdate, insertUnderReservedIds, violatedIndex } from '../../../platform/store/insert.ts'
import { IS_FULL, IS_NOT_FULL, type StoredOutbox } from '../../../platform/store/outbox.ts'
import { queryPage } from '../../../platform/store/page.ts'
import { countVisible, findVisiblePage, type VisibleList } from '../../../platform/store/visible-page.ts'
import { retryUntilWritten } from '../../../platform/work/retry-until-written.ts'
import type { Clock } from '../../../platform/domain/time.ts'
import type { Trace } from '../../../platform/observability/trace.ts'
import { RegistrationNotFound, ReopenConflict } from '../errors.ts'
import {
  DETAIL_FIELDS,
  EXTERNAL_ID_INDEX,
  LISTED_FIELDS,
  registrationMovedEvent,
  OPEN_INDEX,
  toDetailed,
  toListed,
  toRegistration,
  type DetailedRecord,
  type ListedRecord,
  type RegistrationModel,
  type RegistrationRecord,
} from './record.ts'
import {
  ExistingRegistrations,
  isOpen,
  type DetailedRegistration,
  type ListedRegistration,
  type Registration,
  type RegistrationPair,
  type Status,
} from './rules.ts'

/** A new registration with its event. */
export interface RegistrationWithEvent {
  readonly registration: Registration
  readonly event: Event<'registration.created.v1'>
}

/** What became of a registration that was to be inserted. */
export type InsertOutcome =
  | { readonly kind: 'inserted'; readonly registration: Registration }
  | {
      readonly kind: 'duplicate'
      readonly registration: Registration
      readonly violatedRule: UniqueRule
    }

/**
 * The rules that unique indexes enforce: one open registration for each user and course, one for each
 * external id.
 */
type UniqueRule = 'open-registration' | 'external-id'

/** All conditions that are present must hold; dates are exclusive. */
export interface RegistrationFilter {
  readonly courseId?: number | undefined
  readonly userId?: number | undefined
  readonly userExternalId?: string | undefined
  /** Also registrations whose user or course was deleted. */
  readonly includeDeleted?: boolean | undefined
  readonly status?: Status | undefined
  readonly createdAfter?: Date | undefined
  readonly updatedAfter?: Date | undefined
}

export interface CreatedBetween {
  readonly after: Date | undefined
  readonly until: Date
}

export interface Registrations {
  /**
   * Inserts registrations, each with its pending event in one write. Indexes enforce uniqueness. Each id is
   * reserved for one registration, so inserting that registration again changes nothing and counts as
   * inserted.
   *
   * @throws OutcomeUnknown when it is not known whether a majority of the servers has them
   */
  insert(toInsert: readonly RegistrationWithEvent[]): Promise<InsertOutcome[]>
  find(id: number): Promise<Registration | undefined>
  /** Registrations that a majority of the servers has, so that a caller may be told that they are written. */
  findMany(ids: readonly number[]): Promise<Registration[]>
  findByExternalId(externalId: string): Promise<Registration | undefined>
  /**
   * Finds what new registrations may conflict with, for previews and error messages. Unique indexes prevent
   * duplicates.
   */
  findConflicting(toInsert: readonly Registration[]): Promise<ExistingRegistrations>
  /**
   * Applies `change` and writes the result with its pending event in one write; after a lost race it reads
   * the registration again and retries, so `change` must be pure. Writes nothing when `change` returns the
   * registration that it was given.
   * @throws RegistrationNotFound, ReopenConflict; Unavailable while too many of its events wait for RabbitMQ
   */
  change(
    found: Registration,
    trace: Trace,
    change: (current: Registration) => Registration,
  ): Promise<Registration>
  /** The registrations that are visible in this scope, by id. Without a scope, those of all groups. */
  list(
    filter: RegistrationFilter,
    scope: Scope | undefined,
    page: Page,
  ): Promise<FoundPage<ListedRegistration>>
  /** The same with the fields that are shown on request. */
  listDetailed(
    filter: RegistrationFilter,
    scope: Scope | undefined,
    page: Page,
  ): Promise<FoundPage<DetailedRegistration>>
  count(filter: RegistrationFilter, scope: Scope | undefined): Promise<number>
  /**
   * Active registrations, created between these times, whose event the broker has confirmed, by id; one more
   * than the page holds when more follow. Without history.
   */
  listPublished(created: CreatedBetween, page: Page): Promise<Registration[]>
  /** Stores the event of each registration again, unless it is still pending. */
  publishAgain(registrations: readonly RegistrationWithEvent[]): Promise<void>
  /** The registrations of a user with ids above `afterId`, in the order of their ids: at most `limit`. */
  listOfUser(userId: number, afterId: number, limit: number): Promise<Registration[]>
  /** The ids of all registrations of a user. */
  idsOfUser(userId: number): Promise<number[]>
}

/**
 * A history grows without a limit, a document does not: the oldest entries of a longer history are dropped.
 */
const MAX_HISTORY_LENGTH = 1_000

export class MongoRegistrations implements Registrations {
  readonly #model: RegistrationModel
  readonly #outbox: StoredOutbox<RegistrationRecord, 'course' | 'user'>
  readonly #relay: EventQueue
  readonly #insertOne = batchPerTick((toInsert: readonly RegistrationWithEvent[]) =>
    this.#insertAll(toInsert),
  )
  readonly find = batchPerTick(async (ids: readonly number[]): Promise<(Registration | undefined)[]> => {
    const found = await this.#model.find({ _id: { $in: ids } }).lean()
    const byId = new Map(found.map((record) => [record._id, toRegistration(record)]))
    return ids.map((id) => byId.get(id))
  })

  constructor(options: {
    model: RegistrationModel
    outbox: StoredOutbox<RegistrationRecord, 'course' | 'user'>
    relay: EventQueue
    clock: Clock
  }) {
    this.#model = options.model
    this.#outbox = options.outbox
    this.#relay = options.relay
  }

  /** Builds the indexes; returns the highest id in use. */
  async prepare(): Promise<number> {
    await buildIndexes(this.#model)
    return (await this.#model.findOne().sort({ _id: -1 }).select({ _id: 1 }).lean())?._id ?? 0
  }

  async insert(toInsert: readonly RegistrationWithEvent[]): Promise<InsertOutcome[]> {
    const [only] = toInsert
    if (!only) return []
    // Single creates of the same moment share a write; a batch is large enough.
    return toInsert.length === 1 ? [await this.#insertOne(only)] : this.#insertAll(toInsert)
  }

  async #insertAll(toInsert: readonly RegistrationWithEvent[]): Promise<InsertOutcome[]> {
    const lease = this.#outbox.lease(this.#relay.hasCapacity(toInsert.length))
    const records = toInsert.map(({ registration: { id, ...fields }, event }) => ({
      _id: id,
      ...fields,
      open: isOpen(fields.status),
      events: [event],
      ...lease,
    }))
    const { duplicates, existing } = await insertUnderReservedIds(this.#model, records)
    // A record that was there already may carry the event of an earlier attempt, which a sweep publishes.
    const added = records.filter(({ _id }, i) => !duplicates.has(i) && !existing.has(_id))
    this.#relay.enqueue(added.flatMap((record) => this.#outbox.pendingOf(record)))
    return toInsert.map(({ registration }, i): InsertOutcome => {
      const index = duplicates.get(i)
      if (index === undefined) return { kind: 'inserted', registration }
      return { kind: 'duplicate', registration, violatedRule: ruleOfIndex(index) }
    })
  }

  async findMany(ids: readonly number[]): Promise<Registration[]> {
    if (ids.length === 0) return []
    const found = this.#model.find({ _id: { $in: ids } }).readConcern('majority')
    return (await found.lean()).map(toRegistration)
  }

  async findByExternalId(externalId: string): Promise<Registration | undefined> {
    const [found] = await this.#findByExternalIds([externalId])
    return found
  }

  async findConflicting(toInsert: readonly Registration[]): Promise<ExistingRegistrations> {
    const [open, withExternalIds] = await Promise.all([
      this.#findOpen(toInsert),
      this.#findByExternalIds(toInsert.map(({ externalId }) => externalId)),
    ])
    return new ExistingRegistrations(open, withExternalIds)
  }

  async #findByExternalIds(externalIds: readonly string[]): Promise<Registration[]> {
    if (externalIds.every((externalId) => externalId === '')) return []
    // With `$gt`, MongoDB can use the index, which contains only external ids that are not empty.
    return (await this.#model.find({ externalId: { $in: externalIds, $gt: '' } }).lean()).map(toRegistration)
  }

  /**
   * Open registrations of any of these users in any of these courses, also of pairs that were not asked for.
   */
  async #findOpen(registrations: readonly Registration[]) {
    if (registrations.length === 0) return []
    const filter = {
      'user.userId': { $in: registrations.map(({ user }) => user.userId) },
      'course.id': { $in: registrations.map(({ course }) => course.id) },
      open: true,
    }
    const found = this.#model.find(filter, { 'user.userId': 1, 'course.id': 1 })
    return (await found.lean<({ _id: number } & RegistrationPair)[]>()).map(({ _id, user, course }) => ({
      id: _id,
      user,
      course,
    }))
  }

  async change(
    found: Registration,
    trace: Trace,
    change: (current: Registration) => Registration,
  ): Promise<Registration> {
    let isFirstAttempt = true
    return await retryUntilWritten('registrations', async () => {
      const current = isFirstAttempt ? found : await this.find(found.id)
      isFirstAttempt = false
      if (!current) throw new RegistrationNotFound()
      const changed = change(current)
      if (changed === current) return changed
      const isWritten = await this.#replace(current, changed, trace)
      return isWritten ? changed : undefined
    })
  }

  /** Writes only the fields that a move changes, because the copies may be refreshed at the same time. */
  async #replace(before: Registration, after: Registration, trace: Trace): Promise<boolean> {
    const { id, version, history } = before
    const added = after.history.slice(history.length)
    const event = registrationMovedEvent(before, after, trace)
    const { eventsDueAt, ...claim } = this.#outbox.lease(this.#relay.hasCapacity(1))
    try {
      const { matchedCount } = await this.#model.updateOne(
        { _id: id, version, ...IS_NOT_FULL },
        {
          $set: {
            status: after.status,
            open: isOpen(after.status),
            completedAt: after.completedAt,
            score: after.score,
            success: after.success,
            updatedAt: after.updatedAt,
            ...claim,
          },
          $max: { eventsDueAt },
          $push: { history: { $each: added, $slice: -MAX_HISTORY_LENGTH }, events: event },
          $inc: { version: 1 },
        },
      )
      if (matchedCount === 0) {
        await this.#requireRoom(before)
        return false
      }
      const { course, user } = after
      this.#relay.enqueue(this.#outbox.pendingOf({ _id: id, course, user, events: [event], ...claim }))
      return true
    } catch (error) {
      if (violatedIndex(this.#model, error) === OPEN_INDEX) throw new ReopenConflict()
      throw error
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

  list(
    filter: RegistrationFilter,
    scope: Scope | undefined,
    page: Page,
  ): Promise<FoundPage<ListedRegistration>> {
    const list = { ...listOf(filter, scope), fields: LISTED_FIELDS }
    return findVisiblePage(this.#model, list, page, (record: ListedRecord) => toListed(record))
  }

  listDetailed(
    filter: RegistrationFilter,
    scope: Scope | undefined,
    page: Page,
  ): Promise<FoundPage<DetailedRegistration>> {
    const list = { ...listOf(filter, scope), fields: { ...LISTED_FIELDS, ...DETAIL_FIELDS } }
    return findVisiblePage(this.#model, list, page, (record: DetailedRecord) => toDetailed(record))
  }

  count(filter: RegistrationFilter, scope: Scope | undefined): Promise<number> {
    return countVisible(this.#model, listOf(filter, scope))
  }

  async listPublished({ after, until }: CreatedBetween, page: Page): Promise<Registration[]> {
    const filter = {
      ...ACTIVE,
      'events.type': { $ne: 'registration.created.v1' as const },
      createdAt: { $lte: until, ...(after === undefined ? {} : { $gt: after }) },
    }
    const fields = { history: 0, events: 0 } as const
    const found = queryPage(this.#model, { filter, fields }, page)
    return (await found.lean()).map((record) => toRegistration({ ...record, history: [] }))
  }

  async publishAgain(registrations: readonly RegistrationWithEvent[]): Promise<void> {
    const { eventsDueAt } = this.#outbox.lease(false)
    const updates = registrations.map(({ registration, event }) => ({
      updateOne: {
        filter: { _id: registration.id, 'events.payload.eventId': { $ne: event.payload.eventId } },
        update: { $push: { events: event }, $max: { eventsDueAt } },
      },
    }))
    if (updates.length > 0) await bulkUpdate(this.#model, updates)
  }

  async listOfUser(userId: number, afterId: number, limit: number): Promise<Registration[]> {
    const found = this.#model.find({ 'user.userId': userId, _id: { $gt: afterId } })
    return (await found.sort({ _id: 1 }).limit(limit).lean()).map(toRegistration)
  }

  async idsOfUser(userId: number): Promise<number[]> {
    const found = this.#model.find({ 'user.userId': userId }).select({ _id: 1 })
    return (await found.lean()).map(({ _id }) => _id)
  }
}

function ruleOfIndex(index: string): UniqueRule {
  if (index === OPEN_INDEX) return 'open-registration'
  if (index === EXTERNAL_ID_INDEX) return 'external-id'
  throw new Error(`a registration violates the index ${index}, which is not one of its unique indexes`)
}

const ACTIVE = { 'course.deleted': false, 'user.deleted': false }

/** The filters that an index serves. */
const INDEXED = ['courseId', 'userId', 'userExternalId', 'updatedAfter'] as const

const listOf = (filter: RegistrationFilter, scope: Scope | undefined): VisibleList<RegistrationRecord> => ({
  filter: conditionsOf(filter),
  scope,
  groupFields: ['course.groupIds', 'user.groupIds'],
  isIndexed: INDEXED.some((name) => filter[name] !== undefined),
})

function conditionsOf(filter: RegistrationFilter) {
  return {
    ...(filter.includeDeleted ? {} : ACTIVE),
    ...(filter.courseId === undefined ? {} : { 'course.id': filter.courseId }),
    ...(filter.userId === undefined ? {} : { 'user.userId': filter.userId }),
    ...(filter.userExternalId === undefined ? {} : { 'user.externalId': filter.userExternalId }),
    ...(filter.status === undefined ? {} : { status: filter.status }),
    ...(filter.createdAfter === undefined ? {} : { createdAt: { $gt: filter.createdAfter } }),
    ...(filter.updatedAfter === undefined ? {} : { updatedAt: { $gt: filter.updatedAfter } }),
  }
}
