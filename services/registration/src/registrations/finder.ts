import type { QueryFilter } from 'mongoose'
import type { Scope } from '../../../platform/domain/account.ts'
import { defined } from '../../../platform/domain/defined.ts'
import type { FoundPage, Page } from '../../../platform/domain/page.ts'
import type { StepRange } from '../../../platform/domain/step.ts'
import { queryPage } from '../../../platform/store/page.ts'
import { countVisible, findVisiblePage, type VisibleList } from '../../../platform/store/visible-page.ts'
import { batched } from '../../../platform/work/batched.ts'
import {
  ACTIVE,
  DETAIL_FIELDS,
  LISTED_FIELDS,
  toDetailed,
  toListed,
  toRegistration,
  type DetailedRecord,
  type ListedRecord,
  type RegistrationModel,
  type RegistrationRecord,
} from './record.ts'
import { ExistingRegistrations, type RegistrationPair } from './conflicts.ts'
import { byCompletion, ExistingForImport } from './import-conflicts.ts'
import {
  type DetailedRegistration,
  type ListedRegistration,
  type Registration,
  type Status,
} from './rules.ts'

/** All conditions that are present must hold; dates are exclusive. */
interface RegistrationFilter {
  readonly courseId?: number | undefined
  readonly userId?: number | undefined
  readonly userExternalId?: string | undefined
  /** Also registrations whose user or course was deleted. */
  readonly includeDeleted?: boolean | undefined
  /** In any of these. */
  readonly statuses?: readonly Status[] | undefined
  readonly createdAfter?: Date | undefined
  readonly updatedAfter?: Date | undefined
}

interface CreatedBetween {
  readonly after: Date | undefined
  readonly until: Date
}

/** Reads registrations. */
export class RegistrationFinder {
  readonly #model: RegistrationModel
  readonly #findBatched = batched(async (ids: readonly number[]) => {
    const byId = new Map((await this.findMany(ids)).map((found) => [found.id, found]))
    return ids.map((id) => byId.get(id))
  })

  constructor(model: RegistrationModel) {
    this.#model = model
  }

  /** With the first entry of its history only. */
  find(id: number): Promise<Registration | undefined> {
    return this.#findBatched(id)
  }

  /** With the whole history, which may have a thousand entries. */
  async findWithHistory(id: number): Promise<Registration | undefined> {
    const record = await this.#model.findById(id, { events: 0 }).lean()
    return record ? toRegistration(record) : undefined
  }

  /** With the first entry of their history only. */
  async findMany(ids: readonly number[]): Promise<Registration[]> {
    return ids.length === 0 ? [] : await this.#find({ _id: { $in: ids } })
  }

  async #find(filter: QueryFilter<RegistrationRecord>): Promise<Registration[]> {
    return (await this.#model.find(filter).select(FIRST_HISTORY_ENTRY).lean()).map(toRegistration)
  }

  /** The registration that holds the external id. */
  async findByExternalId(externalId: string): Promise<Registration | undefined> {
    const [found] = await this.findByExternalIds([externalId])
    return found
  }

  /**
   * Finds the existing registrations that new ones may conflict with, for previews and error messages. Unique
   * indexes prevent duplicates.
   */
  async findConflicting(toInsert: readonly Registration[]): Promise<ExistingRegistrations> {
    const [open, withExternalIds, imported] = await Promise.all([
      this.#findOpen(toInsert),
      this.findByExternalIds(toInsert.map(({ externalId }) => externalId)),
      this.#findByImportKeys(toInsert.map(({ importKey }) => importKey)),
    ])
    return new ExistingRegistrations({ open, withExternalIds, imported })
  }

  /** The same for an import, with those that its finished items may finish or repeat. */
  async findForImport(
    toInsert: readonly Registration[],
    finishedItems: readonly Registration[],
    exportedIds: readonly number[],
  ): Promise<ExistingForImport> {
    const readWhole = new Set(finishedItems)
    const [open, ofPairs, withExternalIds, imported, exported] = await Promise.all([
      this.#findOpen(toInsert.filter((registration) => !readWhole.has(registration))),
      this.#findOfPairs(finishedItems),
      this.findByExternalIds(toInsert.map(({ externalId }) => externalId)),
      this.#findByImportKeys(toInsert.map(({ importKey }) => importKey)),
      this.findMany(exportedIds),
    ])
    return new ExistingForImport({ open, ofPairs, withExternalIds, imported, exported })
  }

  async #findByImportKeys(importKeys: readonly string[]): Promise<ReadonlyMap<string, Registration>> {
    if (importKeys.every((importKey) => importKey === '')) return new Map()
    // With `$gt`, MongoDB can use the index, as for external ids.
    const ofItems = { $in: importKeys, $gt: '' }
    const [imported, finished] = await Promise.all([
      this.#find({ importKey: ofItems }),
      this.#find({ 'finishedBy.importKey': ofItems }),
    ])
    return new Map(
      [...imported, ...finished].flatMap((one) => importKeysOf(one).map((key) => [key, one] as const)),
    )
  }

  /** The registrations that hold these external ids. */
  async findByExternalIds(externalIds: readonly string[]): Promise<Registration[]> {
    if (externalIds.every((externalId) => externalId === '')) return []
    // With `$gt`, MongoDB can use the index, which contains only external ids that are not empty.
    return await this.#find({ heldExternalId: { $in: externalIds, $gt: '' } })
  }

  /**
   * Open registrations of any of these users in any of these courses, also of pairs that were not asked for.
   */
  async #findOpen(registrations: readonly Registration[]) {
    if (registrations.length === 0) return []
    const filter = { ...ofAnyPair(registrations), open: true }
    const found = this.#model.find(filter, { 'user.userId': 1, 'course.id': 1 })
    return (await found.lean<({ _id: number } & RegistrationPair)[]>()).map(({ _id, user, course }) => ({
      id: _id,
      user,
      course,
    }))
  }

  /**
   * Open and finished registrations of any of these users in any of these courses, the last finished one
   * first. They are read together: one that another request finishes meanwhile is open or finished.
   */
  async #findOfPairs(registrations: readonly Registration[]): Promise<Registration[]> {
    if (registrations.length === 0) return []
    const found = await this.#find(ofAnyPair(registrations))
    return found.sort(byCompletion)
  }

  /** The open registrations of a user for these courses. */
  async findOpenOf(userId: number, courseIds: readonly number[]): Promise<Registration[]> {
    if (courseIds.length === 0) return []
    return await this.#find({ 'user.userId': userId, 'course.id': { $in: courseIds }, open: true })
  }

  /** The courses for which two users both have an open registration. */
  async openOfBoth(userIds: readonly [number, number]): Promise<OpenPair[]> {
    const found = await this.#model.aggregate<{ _id: number; name: string; ids: [number, number] }>([
      { $match: { 'user.userId': { $in: userIds }, open: true } },
      { $sort: { createdAt: 1, _id: 1 } },
      { $group: { _id: '$course.id', name: { $last: '$course.name' }, ids: { $push: '$_id' } } },
      { $match: { 'ids.1': { $exists: true } } },
      { $sort: { _id: 1 } },
    ])
    return found.map(({ _id: id, name, ids: [olderId, youngerId] }) => ({
      course: { id, name },
      olderId,
      youngerId,
    }))
  }

  /** Which of these items of imports are registrations. */
  async findTaken(importKeys: readonly string[]): Promise<ReadonlySet<string>> {
    if (importKeys.every((importKey) => importKey === '')) return new Set()
    const found = await this.#model.find({ importKey: { $in: importKeys, $gt: '' } }, { importKey: 1 }).lean()
    return new Set(found.map(({ importKey }) => importKey))
  }

  /** The next registrations of a user, in the order of their ids. */
  async nextOfUser(userId: number, { afterId, limit }: StepRange): Promise<Registration[]> {
    const found = this.#model.find({ 'user.userId': userId, _id: { $gt: afterId } })
    const next = found.select(FIRST_HISTORY_ENTRY).sort({ _id: 1 }).limit(limit)
    return (await next.lean()).map(toRegistration)
  }

  /** In any status. */
  countOfUser(userId: number): Promise<number> {
    return this.#model.countDocuments({ 'user.userId': userId })
  }

  /** The registrations that are visible in this scope, by id. Without a scope, those of all groups. */
  list(
    filter: RegistrationFilter,
    scope: Scope | undefined,
    page: Page,
  ): Promise<FoundPage<ListedRegistration>> {
    const list = { ...listOf(filter, scope), fields: LISTED_FIELDS }
    return findVisiblePage(this.#model, list, page, (record: ListedRecord) => toListed(record))
  }

  /** The same with the fields that are shown on request. */
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

  /**
   * Active registrations, created between these times, of which no event waits to be published, by id; one
   * more than the page holds when more follow. Without history.
   */
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

  /**
   * The registrations of a user with ids above `afterId`, in the order of their ids: at most `limit`. With
   * their whole history.
   */
  async listOfUser(userId: number, afterId: number, limit: number): Promise<Registration[]> {
    const found = this.#model.find({ 'user.userId': userId, _id: { $gt: afterId } })
    return (await found.sort({ _id: 1 }).limit(limit).lean()).map(toRegistration)
  }
}

/** A course for which two users have an open registration each. */
export interface OpenPair {
  readonly course: Pick<Registration['course'], 'id' | 'name'>
  readonly olderId: number
  readonly youngerId: number
}

/** The first entry says whether and how a registration was imported. Moves add entries without the others. */
const FIRST_HISTORY_ENTRY = { events: 0, history: { $slice: 1 } } as const

const ofAnyPair = (registrations: readonly RegistrationPair[]) => ({
  'user.userId': { $in: [...new Set(registrations.map(({ user }) => user.userId))] },
  'course.id': { $in: [...new Set(registrations.map(({ course }) => course.id))] },
})

/** The filters that an index serves. */
const INDEXED = ['courseId', 'userId', 'userExternalId', 'updatedAfter'] as const

const listOf = (filter: RegistrationFilter, scope: Scope | undefined): VisibleList<RegistrationRecord> => ({
  filter: conditionsOf(filter),
  scope,
  groupFields: ['course.groupIds', 'user.groupIds'],
  isIndexed: INDEXED.some((name) => filter[name] !== undefined),
})

function conditionsOf(filter: RegistrationFilter) {
  const { createdAfter, updatedAfter } = filter
  return {
    ...(filter.includeDeleted ? {} : ACTIVE),
    ...defined({
      'course.id': filter.courseId,
      'user.userId': filter.userId,
      'user.externalId': filter.userExternalId,
      status: filter.statuses && { $in: filter.statuses },
      createdAt: createdAfter && { $gt: createdAfter },
      updatedAt: updatedAfter && { $gt: updatedAfter },
    }),
  }
}

/** Of the item that it is, and of those that have finished it. */
const importKeysOf = ({ importKey, finishedBy = [] }: Registration): string[] =>
  [importKey, ...finishedBy.map((item) => item.importKey)].filter((key) => key !== '')
