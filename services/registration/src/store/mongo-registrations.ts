import { randomUUID } from 'node:crypto'
import { Schema, type Connection } from 'mongoose'
import type { Clock } from '../../../shared/clock.ts'
import type { Reach } from '../../../shared/http/account.ts'
import type { Page } from '../../../shared/http/paging.ts'
import type { Event } from '../../../shared/messaging/event.ts'
import type { Pending } from '../../../shared/messaging/outbox.ts'
import { buildIndexes } from '../../../shared/store/indexes.ts'
import { insertAllotted, refusedBy, updateTogether } from '../../../shared/store/insert.ts'
import { findPage } from '../../../shared/store/page.ts'
import { untilWritten } from '../../../shared/store/until-written.ts'
import type { StoredCourse } from '../domain/course.ts'
import { NotRegistered, ReopenConflict } from '../domain/errors.ts'
import { isOpen, type HistoryEntry, type Registration, type Status } from '../domain/registration.ts'
import { isFirst, type UserCopy } from '../domain/user.ts'
import type { AddOutcome, NewRegistration, RegistrationFilter, Registrations } from './registrations.ts'

interface RegistrationRecord {
  _id: number
  course: Registration['course'] & { groupIds: number[] }
  user: UserCopy & { groupIds: number[] }
  externalId: string
  status: Status
  /** Status Not Started or Approved: what the index of R8 looks at. */
  open: boolean
  createdAt: Date
  registeredAt: Date
  completedAt: Date | null
  score: number | null
  updatedAt: Date
  history: HistoryEntry[]
  version: number
  /** Events that the broker has not confirmed yet. */
  outbox: Event<'registration.created.v1'>[]
  /** From when on a relay may claim them; absent when there are none. */
  outboxDue?: Date
  /** Which claim holds them. */
  outboxClaim?: string
}

/** A relay that holds events longer than this is taken for dead. */
const LEASE_MS = 15_000
/** Moves repeat without bound, a document does not grow so: of a longer history the oldest steps go. */
const MOST_HISTORY = 1_000

export class MongoRegistrations implements Registrations {
  readonly #model
  readonly #clock: Clock

  constructor(connection: Connection, clock: Clock) {
    this.#clock = clock
    const copied = { groupIds: { type: [Number], required: true }, version: Number, deleted: Boolean }
    const schema = new Schema<RegistrationRecord>(
      {
        _id: Number,
        course: { id: Number, name: String, ...copied },
        user: { userId: Number, externalId: { type: String, default: '' }, ...copied },
        externalId: { type: String, default: '' },
        status: { type: String, required: true },
        open: { type: Boolean, required: true },
        createdAt: { type: Date, required: true },
        registeredAt: { type: Date, required: true },
        completedAt: { type: Date, default: null },
        score: { type: Number, default: null },
        updatedAt: { type: Date, required: true },
        history: { type: Schema.Types.Mixed, required: true },
        version: { type: Number, required: true },
        outbox: { type: Schema.Types.Mixed, required: true },
        outboxDue: Date,
        outboxClaim: String,
      },
      { versionKey: false, minimize: false },
    )
    schema.index(
      { 'user.userId': 1, 'course.id': 1 },
      { unique: true, partialFilterExpression: { open: true }, name: OPEN_INDEX },
    )
    schema.index(
      { externalId: 1 },
      { unique: true, partialFilterExpression: { externalId: { $gt: '' } }, name: EXTERNAL_ID_INDEX },
    )
    schema.index({ 'course.id': 1, _id: 1 })
    schema.index({ 'user.userId': 1, _id: 1 })
    schema.index({ 'course.groupIds': 1, _id: 1 })
    schema.index({ updatedAt: 1 })
    schema.index({ outboxDue: 1 }, { sparse: true })
    this.#model = connection.model<RegistrationRecord>('Registration', schema, 'registrations')
  }

  /** Builds the indexes; returns the highest id in use. */
  async prepare(): Promise<number> {
    await buildIndexes(this.#model)
    return (await this.#model.findOne().sort({ _id: -1 }).select({ _id: 1 }).lean())?._id ?? 0
  }

  async add(created: readonly NewRegistration[], leased: boolean): Promise<AddOutcome[]> {
    const now = this.#clock.now().getTime()
    const outboxDue = new Date(leased ? now + LEASE_MS : now)
    const records = created.map(({ registration, event }) => toRecord(registration, event, outboxDue))
    const refused = await insertAllotted(this.#model, records)
    return created.map((_, i) => {
      const index = refused.get(i)
      if (index === undefined) return 'added'
      return index === OPEN_INDEX ? 'already-registered' : 'external-id-taken'
    })
  }

  async find(id: number): Promise<Registration | undefined> {
    const record = await this.#model.findById(id).lean()
    return record ? toRegistration(record) : undefined
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

  async change(id: number, change: (current: Registration) => Registration): Promise<Registration> {
    return await untilWritten('registrations', async () => {
      const record = await this.#model.findById(id).lean()
      if (!record) throw new NotRegistered()
      const before = toRegistration(record)
      const after = change(before)
      return after === before || (await this.#replace(record, after)) ? after : undefined
    })
  }

  /** Only the fields that a move changes: copies of the user and the course are written beside it. */
  async #replace({ _id, version, history }: RegistrationRecord, after: Registration): Promise<boolean> {
    const { status, completedAt, score, updatedAt } = after
    const added = after.history.slice(history.length)
    try {
      const written = await this.#model.updateOne(
        { _id, version },
        {
          $set: { status, open: isOpen(status), completedAt, score, updatedAt },
          $push: { history: { $each: added, $slice: -MOST_HISTORY } },
          $inc: { version: 1 },
        },
      )
      return written.modifiedCount === 1
    } catch (error) {
      if (refusedBy(error) !== undefined) throw new ReopenConflict()
      throw error
    }
  }

  async list(filter: RegistrationFilter, reach: Reach, page: Page): Promise<Registration[]> {
    const found = findPage(this.#model, conditions(filter, reach), page).select({ history: 0, outbox: 0 })
    return (await found.lean()).map((record) => toRegistration({ ...record, history: [] }))
  }

  count(filter: RegistrationFilter, reach: Reach): Promise<number> {
    return this.#model.countDocuments(conditions(filter, reach))
  }

  async copyUsers(users: readonly UserCopy[], now: Date): Promise<void> {
    const changed = users.filter((user) => !isFirst(user))
    const writes = changed.map((user) => ({
      updateMany: {
        filter: { 'user.userId': user.userId, 'user.version': { $lt: user.version } },
        update: { $set: { user: { ...user, groupIds: [...user.groupIds] }, updatedAt: now } },
      },
    }))
    if (writes.length > 0) await updateTogether(this.#model, writes)
  }

  async copyCourse({ id, name, groupIds, version, deleted }: StoredCourse, now: Date): Promise<void> {
    await this.#model.updateMany(
      { 'course.id': id, 'course.version': { $lt: version } },
      { $set: { course: { id, name, groupIds: [...groupIds], version, deleted }, updatedAt: now } },
    )
  }

  async claim(limit: number): Promise<Pending[]> {
    const now = this.#clock.now()
    const free = { outboxDue: { $lte: now } }
    const due = await this.#model.find(free).sort({ outboxDue: 1 }).limit(limit).select({ _id: 1 }).lean()
    if (due.length === 0) return []
    const ids = due.map(({ _id }) => _id)
    const outboxClaim = randomUUID()
    const outboxDue = new Date(now.getTime() + LEASE_MS)
    await this.#model.updateMany({ _id: { $in: ids }, ...free }, { $set: { outboxClaim, outboxDue } })
    const mine = await this.#model
      .find({ _id: { $in: ids }, outboxClaim })
      .select({ outbox: 1 })
      .lean()
    return mine.flatMap(({ _id, outbox }) => outbox.map((event) => ({ recordId: _id, event })))
  }

  async settle(published: readonly Pending[]): Promise<void> {
    const eventIds = published.map(({ event }) => event.payload.eventId)
    await this.#model.updateMany(
      { _id: { $in: published.map(({ recordId }) => recordId) } },
      // A registration has one event in its life, so with it goes the mark that something is pending.
      {
        $pull: { outbox: { 'payload.eventId': { $in: eventIds } } },
        $unset: { outboxDue: 1, outboxClaim: 1 },
      },
    )
  }

  async release(failed: readonly Pending[]): Promise<void> {
    await this.#model.updateMany(
      { _id: { $in: failed.map(({ recordId }) => recordId) }, outboxDue: { $exists: true } },
      { $set: { outboxDue: this.#clock.now() }, $unset: { outboxClaim: 1 } },
    )
  }

  /** The one event of a registration tells of its creation. */
  async oldest(): Promise<Date | undefined> {
    const pending = this.#model.findOne({ outboxDue: { $gt: new Date(0) } }).sort({ outboxDue: 1 })
    return (await pending.select({ createdAt: 1 }).lean())?.createdAt
  }
}

const OPEN_INDEX = 'one_open_per_user_and_course'
const EXTERNAL_ID_INDEX = 'external_id_unique'

function conditions(filter: RegistrationFilter, reach: Reach) {
  const groups = [...reach.groupIds]
  return {
    'course.deleted': false,
    'user.deleted': false,
    'course.groupIds': { $in: groups },
    'user.groupIds': { $in: groups },
    ...(filter.courseId === undefined ? {} : { 'course.id': filter.courseId }),
    ...(filter.userId === undefined ? {} : { 'user.userId': filter.userId }),
    ...(filter.status === undefined ? {} : { status: filter.status }),
    ...(filter.createdAfter === undefined ? {} : { createdAt: { $gt: filter.createdAfter } }),
    ...(filter.updatedAfter === undefined ? {} : { updatedAt: { $gt: filter.updatedAfter } }),
  }
}

function toRecord(
  registration: Registration,
  event: Event<'registration.created.v1'>,
  outboxDue: Date,
): RegistrationRecord {
  const { id, course, user, history, ...fields } = registration
  return {
    _id: id,
    course: { ...course, groupIds: [...course.groupIds] },
    user: { ...user, groupIds: [...user.groupIds] },
    ...fields,
    open: isOpen(registration.status),
    history: [...history],
    version: 1,
    outbox: [event],
    outboxDue,
  }
}

function toRegistration(record: Omit<RegistrationRecord, 'outbox'>): Registration {
  const {
    _id,
    course,
    user,
    externalId,
    status,
    createdAt,
    registeredAt,
    completedAt,
    score,
    updatedAt,
    history,
  } = record
  return {
    id: _id,
    course,
    user,
    externalId,
    status,
    createdAt,
    registeredAt,
    completedAt,
    score,
    updatedAt,
    history,
  }
}
