import type { User, UserCopy } from '../user-copies/rules.ts'
import { type Registration, type ShownRegistration, type Status, isOpen } from './rules.ts'
import type { StoredCourse } from '../courses/rules.ts'
import type { Trace } from '../../../shared/trace.ts'
import type { Page } from '../../../shared/domain/page.ts'
import type { Scope } from '../../../shared/domain/account.ts'
import {
  createdEvent,
  OPEN_INDEX,
  pendingOf,
  toRecord,
  type PendingRegistrationEvent,
  type RegistrationModel,
  type RegistrationRecord,
} from './record.ts'
import { LEASE_MS } from './outbox.ts'
import { NotRegistered, ReopenConflict } from '../errors.ts'
import type { Clock } from '../../../shared/time.ts'
import { retryUntilWritten } from '../../../shared/store/retry-until-written.ts'
import { findPage } from '../../../shared/store/page.ts'
import { insertReserved, violatedIndex, bulkUpdate } from '../../../shared/store/insert.ts'
import { buildIndexes } from '../../../shared/store/indexes.ts'
import type { EventQueue } from '../../../shared/messaging/relay.ts'
import { batchPerTick } from '../../../shared/batch-per-tick.ts'

export interface NewRegistration {
  readonly registration: Registration
  /** Gets the e-mail. */
  readonly user: User
  /** The latest change of any user or course that was known before its own were read. */
  readonly asOf?: string | undefined
}

/** The copies that a registration had when it was read or inserted; it may have newer ones by now. */
export type Copied = Pick<Registration, 'course' | 'user'> & Pick<NewRegistration, 'asOf'>

/** What became of one registration of a batch: written, or refused by an index. */
export type AddOutcome = 'added' | 'already-registered' | 'external-id-taken'

/** All filters are ANDed; "after" is strict (decision R14). */
export interface RegistrationFilter {
  readonly courseId?: number | undefined
  readonly userId?: number | undefined
  readonly userExternalId?: string | undefined
  /** Also those whose user or course was deleted. */
  readonly includeDeleted?: boolean | undefined
  readonly status?: Status | undefined
  readonly createdAfter?: Date | undefined
  readonly updatedAfter?: Date | undefined
}

export interface CreatedBetween {
  readonly after: Date | undefined
  readonly until: Date
}

/** The questions that this domain asks of its registrations. */
export interface Registrations {
  /**
   * Writes registrations, each with its pending event in one insert, and hands the events to the relay.
   * Indexes enforce uniqueness. Ids are reserved for one registration each, so writing it again adds nothing
   * and counts as added.
   * @throws OutcomeUnknown when it is not known whether a majority of the servers has them
   */
  add(created: readonly NewRegistration[], trace: Trace): Promise<AddOutcome[]>
  find(id: number): Promise<Registration | undefined>
  /** Those that a majority of the servers has, so that a caller may be told that they are written. */
  findMany(ids: readonly number[]): Promise<Registration[]>
  findByExternalId(externalId: string): Promise<Registration | undefined>
  /** The open registration of this user and course. Only explains a refusal: a create relies on the index. */
  findOpen(userId: number, courseId: number): Promise<number | undefined>
  /**
   * Applies `change` to the registration as it was found and writes; reads it anew and tries again after a lost race, so
   * `change` must be pure. Writes nothing when it returns what it got.
   * @throws NotRegistered, ReopenConflict
   */
  change(found: Registration, change: (current: Registration) => Registration): Promise<Registration>
  /** Active ones within the reach, ordered by id; one more than the page holds when more follow. */
  list(filter: RegistrationFilter, scope: Scope, page: Page): Promise<ShownRegistration[]>
  count(filter: RegistrationFilter, scope: Scope): Promise<number>
  /**
   * Active ones created until then whose event the broker has confirmed, ordered by id; one more than the page
   * holds when more follow.
   */
  listAnnounced(created: CreatedBetween, page: Page): Promise<Registration[]>
  /** Stores their events again, each unless it still waits for the broker. */
  announceAgain(created: readonly NewRegistration[], trace: Trace): Promise<void>
  /** Brings the copies of users up to date where they are older. */
  copyUsers(users: readonly UserCopy[], now: Date): Promise<void>
  /** Brings the copies of a course up to date where they are older. */
  copyCourse(course: StoredCourse, now: Date): Promise<void>
}

/**
 * Moves can repeat without a limit, a document can't grow without one: the oldest steps of a longer history
 * are dropped.
 */
const MAX_HISTORY_LENGTH = 1_000

interface Adding {
  readonly created: NewRegistration
  readonly trace: Trace
}

export class MongoRegistrations implements Registrations {
  readonly #model: RegistrationModel
  readonly #relay: EventQueue<PendingRegistrationEvent>
  readonly #clock: Clock
  readonly #addOne = batchPerTick((some: readonly Adding[]) => this.#addTogether(some))
  readonly find = batchPerTick(async (ids: readonly number[]): Promise<(Registration | undefined)[]> => {
    const found = await this.#model.find({ _id: { $in: ids } }).lean()
    const byId = new Map(found.map((record) => [record._id, toRegistration(record)]))
    return ids.map((id) => byId.get(id))
  })

  constructor(options: {
    model: RegistrationModel
    relay: EventQueue<PendingRegistrationEvent>
    clock: Clock
  }) {
    this.#model = options.model
    this.#clock = options.clock
    this.#relay = options.relay
  }

  /** Builds the indexes; returns the highest id in use. */
  async prepare(): Promise<number> {
    await buildIndexes(this.#model)
    return (await this.#model.findOne().sort({ _id: -1 }).select({ _id: 1 }).lean())?._id ?? 0
  }

  async add(created: readonly NewRegistration[], trace: Trace): Promise<AddOutcome[]> {
    const all = created.map((one) => ({ created: one, trace }))
    // A batch is large enough as it is.
    const [only] = all
    return only && all.length === 1 ? [await this.#addOne(only)] : this.#addTogether(all)
  }

  async #addTogether(adding: readonly Adding[]): Promise<AddOutcome[]> {
    const leased = this.#relay.hasCapacity(adding.length)
    const now = this.#clock.now().getTime()
    // An event that is going to be offered at once is no other relay's until its lease has run out.
    const outboxDue = new Date(leased ? now + LEASE_MS : now)
    const records = adding.map(({ created, trace }) => toRecord(created, trace, outboxDue))
    const { duplicates, existing } = await insertReserved(this.#model, records)
    // What was found may carry the event of an earlier try, which the sweep publishes.
    const pending = records.flatMap((record, i) =>
      duplicates.has(i) || existing.has(record._id) ? [] : pendingOf(record, adding[i]?.created.asOf),
    )
    if (leased) this.#relay.enqueue(pending)
    return records.map((_, i) => {
      const index = duplicates.get(i)
      if (index === undefined) return 'added'
      return index === OPEN_INDEX ? 'already-registered' : 'external-id-taken'
    })
  }

  async findMany(ids: readonly number[]): Promise<Registration[]> {
    const found = this.#model.find({ _id: { $in: ids } }).readConcern('majority')
    return (await found.lean()).map(toRegistration)
  }

  async findByExternalId(externalId: string): Promise<Registration | undefined> {
    const record = await this.#model.findOne({ externalId }).lean()
    return record ? toRegistration(record) : undefined
  }

  async findOpen(userId: number, courseId: number): Promise<number | undefined> {
    const found = await this.#model.exists({ 'user.userId': userId, 'course.id': courseId, open: true })
    return found?._id
  }

  async change(found: Registration, change: (current: Registration) => Registration): Promise<Registration> {
    let before: Registration | undefined = found
    return await retryUntilWritten('registrations', async () => {
      before ??= await this.find(found.id)
      if (!before) throw new NotRegistered()
      const after = change(before)
      if (after === before || (await this.#replace(before, after))) return after
      before = undefined
      return undefined
    })
  }

  /**
   * Writes only the fields that a move changes; the copies of user and course may change at the same time.
   */
  async #replace({ id, version, history }: Registration, after: Registration): Promise<boolean> {
    const { status, completedAt, score, updatedAt } = after
    const added = after.history.slice(history.length)
    try {
      const written = await this.#model.updateOne(
        { _id: id, version },
        {
          $set: { status, open: isOpen(status), completedAt, score, updatedAt },
          $push: { history: { $each: added, $slice: -MAX_HISTORY_LENGTH } },
          $inc: { version: 1 },
        },
      )
      return written.modifiedCount === 1
    } catch (error) {
      if (violatedIndex(error) !== undefined) throw new ReopenConflict()
      throw error
    }
  }

  async list(filter: RegistrationFilter, scope: Scope, page: Page): Promise<ShownRegistration[]> {
    const found = findPage(this.#model, conditions(filter, scope), page).select(SHOWN)
    return (await found.lean<Shown[]>()).map(toShown)
  }

  count(filter: RegistrationFilter, scope: Scope): Promise<number> {
    return this.#model.countDocuments(conditions(filter, scope))
  }

  async listAnnounced({ after, until }: CreatedBetween, page: Page): Promise<Registration[]> {
    const announced = {
      ...ACTIVE,
      outboxDue: { $exists: false },
      createdAt: { $lte: until, ...(after === undefined ? {} : { $gt: after }) },
    }
    const found = findPage(this.#model, announced, page).select({ history: 0, outbox: 0 })
    return (await found.lean()).map((record) => toRegistration({ ...record, history: [] }))
  }

  async announceAgain(created: readonly NewRegistration[], trace: Trace): Promise<void> {
    const outboxDue = this.#clock.now()
    const events = created.map((one) => ({
      updateOne: {
        filter: { _id: one.registration.id, outboxDue: { $exists: false } },
        update: { $set: { outbox: [createdEvent(one, trace)], outboxDue } },
      },
    }))
    if (events.length > 0) await bulkUpdate(this.#model, events)
  }

  async copyUsers(users: readonly UserCopy[], now: Date): Promise<void> {
    const writes = users.map((user) => ({
      updateMany: {
        filter: { 'user.userId': user.userId, 'user.version': { $lt: user.version } },
        update: { $set: { user: { ...user, groupIds: [...user.groupIds] }, updatedAt: now } },
      },
    }))
    if (writes.length > 0) await bulkUpdate(this.#model, writes)
  }

  async copyCourse({ id, name, groupIds, version, deleted }: StoredCourse, now: Date): Promise<void> {
    await this.#model.updateMany(
      { 'course.id': id, 'course.version': { $lt: version } },
      { $set: { course: { id, name, groupIds: [...groupIds], version, deleted }, updatedAt: now } },
    )
  }
}

type Shown = Omit<ShownRegistration, 'id'> & { _id: number }

/** Names each field: to gather the rest of an object costs ten times as much. */
function toShown(record: Shown): ShownRegistration {
  const { _id: id, course, user, externalId, status, createdAt, registeredAt, completedAt, score } = record
  return { id, course, user, externalId, status, createdAt, registeredAt, completedAt, score }
}

const SHOWN = {
  ...{ 'course.id': 1, 'course.name': 1, 'course.deleted': 1 },
  ...{ 'user.userId': 1, 'user.externalId': 1, 'user.deleted': 1 },
  ...{ externalId: 1, status: 1, createdAt: 1, registeredAt: 1, completedAt: 1, score: 1 },
} as const

const ACTIVE = { 'course.deleted': false, 'user.deleted': false }

function conditions(filter: RegistrationFilter, scope: Scope) {
  const groups = [...scope.groupIds]
  return {
    ...(filter.includeDeleted ? {} : ACTIVE),
    'course.groupIds': { $in: groups },
    'user.groupIds': { $in: groups },
    ...(filter.courseId === undefined ? {} : { 'course.id': filter.courseId }),
    ...(filter.userId === undefined ? {} : { 'user.userId': filter.userId }),
    ...(filter.userExternalId === undefined ? {} : { 'user.externalId': filter.userExternalId }),
    ...(filter.status === undefined ? {} : { status: filter.status }),
    ...(filter.createdAfter === undefined ? {} : { createdAt: { $gt: filter.createdAfter } }),
    ...(filter.updatedAfter === undefined ? {} : { updatedAt: { $gt: filter.updatedAfter } }),
  }
}

function toRegistration(record: Omit<RegistrationRecord, 'outbox'>): Registration {
  const { _id: id, course, user, externalId, status, createdAt, registeredAt } = record
  const { completedAt, score, updatedAt, history, version } = record
  return {
    ...{ id, course, user, externalId, status, createdAt, registeredAt },
    ...{ completedAt, score, updatedAt, history, version },
  }
}
