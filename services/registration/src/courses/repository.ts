import type { Connection, QueryFilter } from 'mongoose'
import { batchPerTick } from '../../../shared/batch-per-tick.ts'
import type { Scope } from '../../../shared/domain/account.ts'
import type { FoundPage, Page } from '../../../shared/domain/page.ts'
import { buildIndexes } from '../../../shared/store/indexes.ts'
import { insert } from '../../../shared/store/insert.ts'
import { countVisible, findVisiblePage, type VisibleList } from '../../../shared/store/visible-page.ts'
import { retryUntilWritten } from '../../../shared/store/retry-until-written.ts'
import { findUpToTwo } from '../../../shared/store/find-up-to-two.ts'
import { courseModel, toCourse, type CourseModel, type CourseRecord } from './record.ts'
import type { Course, CourseMatches, CourseQuery, StoredCourse } from './rules.ts'

/** All conditions that are present must hold. */
export interface CourseFilter {
  /** Only courses with a group in this scope. */
  readonly scope?: Scope | undefined
  readonly name?: string | undefined
  readonly externalId?: string | undefined
  readonly active?: boolean | undefined
  readonly published?: boolean | undefined
}

export interface Courses {
  /**
   * The courses, not deleted, that match each query. Of those that share a name or an external id only some may be found,
   * but at least two, which is ambiguous already.
   */
  findMatches(queries: readonly CourseQuery[]): Promise<CourseMatches[]>
  /** Includes deleted courses. */
  findMany(ids: readonly number[]): Promise<StoredCourse[]>
  /** Courses that are not deleted. */
  list(filter: CourseFilter, page: Page): Promise<FoundPage<StoredCourse>>
  count(filter: CourseFilter): Promise<number>
  /**
   * Creates or replaces a course; a deleted one comes back. The copies in registrations have to be refreshed next.
   * @param expect called with the course that is replaced; what it throws ends the call before the write
   */
  put(
    course: Course,
    expect?: (current: StoredCourse | undefined) => void,
  ): Promise<{ course: StoredCourse; created: boolean }>
  /** Marks a course as deleted; undefined when there is none. The copies have to be refreshed next. */
  remove(id: number): Promise<StoredCourse | undefined>
  /** A page of courses, by id, whose last change may not have reached the copies in registrations. */
  listNotCopied(afterId: number): Promise<StoredCourse[]>
  /**
   * Gives the courses in these groups a new version, so that their registrations are refreshed next. @returns how many courses
   * there are
   */
  touchInGroups(groupIds: readonly number[]): Promise<number>
  /** Records that the copies in registrations have this version. */
  markCopied(course: StoredCourse): Promise<void>
}

const NOT_COPIED_PAGE = 100
const TOUCHED_AT_ONCE = 1_000

export class MongoCourses implements Courses {
  readonly #model: CourseModel
  readonly findMatches = batchPerTick(async (calls: readonly (readonly CourseQuery[])[]) => {
    const found = await this.#findMatchingAny(calls.flat())
    return calls.map((queries) => queries.map((query) => matchesAmong(found, query)))
  })
  readonly findMany = batchPerTick(async (calls: readonly (readonly number[])[]) => {
    const found = await this.#model.find({ _id: { $in: calls.flat() } }).lean()
    return calls.map((ids) => found.filter(({ _id }) => ids.includes(_id)).map(toCourse))
  })

  constructor(connection: Connection) {
    this.#model = courseModel(connection)
  }

  async prepare(): Promise<void> {
    await buildIndexes(this.#model)
  }

  async #findMatchingAny(queries: readonly CourseQuery[]): Promise<StoredCourse[]> {
    const found = await Promise.all([
      this.#findByIds(distinct(queries.map(({ courseId }) => courseId))),
      this.#findBy('name', distinct(queries.map(({ courseName }) => courseName))),
      this.#findBy('externalId', distinct(queries.map(({ courseExternalId }) => courseExternalId))),
    ])
    return [...new Map(found.flat().map((course) => [course.id, course])).values()]
  }

  async #findByIds(ids: readonly number[]): Promise<StoredCourse[]> {
    return ids.length === 0 ? [] : await this.#findNotDeleted({ _id: { $in: ids } }, ids.length)
  }

  /** Any number of courses can share a name or an external id. */
  async #findBy(field: 'name' | 'externalId', values: readonly string[]): Promise<StoredCourse[]> {
    if (values.length === 0) return []
    return await findUpToTwo(values, (batch, limit) =>
      this.#findNotDeleted({ [field]: { $in: batch } }, limit),
    )
  }

  async #findNotDeleted(filter: QueryFilter<CourseRecord>, limit: number): Promise<StoredCourse[]> {
    const found = this.#model.find({ ...filter, deleted: false }).limit(limit)
    return (await found.lean()).map(toCourse)
  }

  list(filter: CourseFilter, page: Page): Promise<FoundPage<StoredCourse>> {
    return findVisiblePage(this.#model, listOf(filter), page, toCourse)
  }

  count(filter: CourseFilter): Promise<number> {
    return countVisible(this.#model, listOf(filter))
  }

  async put(
    { id, ...fields }: Course,
    expect?: (current: StoredCourse | undefined) => void,
  ): Promise<{ course: StoredCourse; created: boolean }> {
    const values = { ...fields, groupIds: [...fields.groupIds], deleted: false, notCopied: true as const }
    return await retryUntilWritten('courses', async () => {
      const before = await this.#model.findById(id).lean()
      expect?.(before && !before.deleted ? toCourse(before) : undefined)
      const version = (before?.version ?? 0) + 1
      const isWritten = before
        ? await this.#replace(before, { ...values, version })
        : (await insert(this.#model, [{ _id: id, ...values, version }])).size === 0
      if (!isWritten) return undefined
      return { course: { id, ...fields, version, deleted: false }, created: before?.deleted ?? true }
    })
  }

  async #replace({ _id, version }: CourseRecord, values: Partial<CourseRecord>): Promise<boolean> {
    const { matchedCount } = await this.#model.updateOne({ _id, version }, { $set: values })
    return matchedCount === 1
  }

  async remove(id: number): Promise<StoredCourse | undefined> {
    const change = { $set: { deleted: true, notCopied: true as const }, $inc: { version: 1 } }
    const record = await this.#model
      .findOneAndUpdate({ _id: id, deleted: false }, change, { returnDocument: 'after' })
      .lean()
    return record ? toCourse(record) : undefined
  }

  async listNotCopied(afterId: number): Promise<StoredCourse[]> {
    const found = this.#model.find({ notCopied: true, _id: { $gt: afterId } }).sort({ _id: 1 })
    return (await found.limit(NOT_COPIED_PAGE).lean()).map(toCourse)
  }

  async touchInGroups(groupIds: readonly number[]): Promise<number> {
    let touched = 0
    for (let last = 0; ;) {
      const inGroups = { groupIds: { $in: groupIds }, deleted: false, _id: { $gt: last } }
      const found = this.#model.find(inGroups, { _id: 1 }).sort({ _id: 1 }).limit(TOUCHED_AT_ONCE)
      const ids = (await found.lean()).map(({ _id }) => _id)
      await this.#model.updateMany({ _id: { $in: ids } }, { $set: { notCopied: true }, $inc: { version: 1 } })
      touched += ids.length
      const end = ids.at(-1)
      if (end === undefined || ids.length < TOUCHED_AT_ONCE) return touched
      last = end
    }
  }

  async markCopied({ id, version }: StoredCourse): Promise<void> {
    await this.#model.updateOne({ _id: id, version }, { $unset: { notCopied: 1 } })
  }
}

/** The matches of one query among the courses that were read for many. */
function matchesAmong(courses: readonly StoredCourse[], query: CourseQuery): CourseMatches {
  const { courseId, courseName, courseExternalId } = query
  return {
    courseId: courseId === undefined ? undefined : courses.filter(({ id }) => id === courseId),
    courseName: courseName === undefined ? undefined : courses.filter(({ name }) => name === courseName),
    courseExternalId:
      courseExternalId === undefined
        ? undefined
        : courses.filter(({ externalId }) => externalId !== '' && externalId === courseExternalId),
  }
}

const listOf = ({ scope, ...fields }: CourseFilter): VisibleList<CourseRecord> => ({
  filter: {
    deleted: false,
    ...Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)),
  },
  scope,
  groupFields: ['groupIds'],
  isIndexed: fields.name !== undefined || fields.externalId !== undefined,
})

const distinct = <T extends number | string>(values: readonly (T | undefined)[]): T[] =>
  [...new Set(values.filter((value) => value !== undefined && value !== ''))] as T[]
