import { isDeepStrictEqual } from 'node:util'
import type { QueryFilter } from 'mongoose'
import { batched } from '../../../platform/work/batched.ts'
import type { Scope } from '../../../platform/domain/account.ts'
import { defined } from '../../../platform/domain/defined.ts'
import type { FoundPage, Page } from '../../../platform/domain/page.ts'
import type { StepRange, StepResult } from '../../../platform/domain/step.ts'
import { doStep } from '../../../platform/store/in-steps.ts'
import { buildIndexes } from '../../../platform/store/indexes.ts'
import { bulkUpdate, insert } from '../../../platform/store/insert.ts'
import type { Lease } from '../../../platform/store/due-records.ts'
import { countVisible, findVisiblePage, type VisibleList } from '../../../platform/store/visible-page.ts'
import { retryUntilWritten } from '../../../platform/work/retry-until-written.ts'
import { findUpToTwo } from '../../../platform/store/find-up-to-two.ts'
import { toCourse, toRecord, type CourseModel, type CourseRecord } from './record.ts'
import { comparedName } from '../../../platform/domain/canonical.ts'
import { matchAll } from './match.ts'
import type { Course, CourseMatches, CourseQuery, StoredCourse } from './rules.ts'

/** All conditions that are present must hold. */
interface CourseFilter {
  /** Only courses with a group in this scope. */
  readonly scope?: Scope | undefined
  readonly name?: string | undefined
  readonly externalId?: string | undefined
  readonly active?: boolean | undefined
  readonly published?: boolean | undefined
}

/** Groups that have moved, subgroups included. */
export interface MovedGroups {
  readonly groupIds: readonly number[]
  readonly movedAt: Date
}

interface PutCourse {
  readonly course: StoredCourse
  readonly outcome: 'created' | 'replaced' | 'unchanged'
}

export class Courses {
  readonly #model: CourseModel
  readonly #findMatchesBatched = batched(async (calls: readonly (readonly CourseQuery[])[]) =>
    matchAll(await this.#findMatchingAny(calls.flat()), calls),
  )
  readonly #findManyBatched = batched((calls: readonly (readonly number[])[]) => this.#findManyOfAll(calls))

  constructor(model: CourseModel) {
    this.#model = model
  }

  async prepare(): Promise<void> {
    await buildIndexes(this.#model)
  }

  /** Includes deleted courses. Look-ups of the same moment share a query. */
  findMany(ids: readonly number[]): Promise<StoredCourse[]> {
    return this.#findManyBatched(ids)
  }

  async #findManyOfAll(calls: readonly (readonly number[])[]): Promise<StoredCourse[][]> {
    const found = await this.#model.find({ _id: { $in: distinct(calls.flat()) } }).lean()
    const byId = new Map(found.map((record) => [record._id, toCourse(record)]))
    return calls.map((ids) => distinct(ids).flatMap((id) => byId.get(id) ?? []))
  }

  /**
   * The courses, not deleted, that match each query. Of those that share a name or an external id only some
   * may be found, but at least two, which is ambiguous already. Look-ups of the same moment share a query,
   * those of whole batches too.
   */
  findMatches(queries: readonly CourseQuery[]): Promise<CourseMatches[]> {
    return this.#findMatchesBatched(queries)
  }

  async #findMatchingAny(queries: readonly CourseQuery[]): Promise<StoredCourse[]> {
    const found = await Promise.all([
      this.#findByIds(distinct(queries.map(({ courseId }) => courseId))),
      this.#findBy(
        'comparedName',
        distinct(queries.map(({ courseName }) => courseName && comparedName(courseName))),
      ),
      this.#findBy('externalId', distinct(queries.map(({ courseExternalId }) => courseExternalId))),
    ])
    return [...new Map(found.flat().map((course) => [course.id, course])).values()]
  }

  async #findByIds(ids: readonly number[]): Promise<StoredCourse[]> {
    return ids.length === 0 ? [] : await this.#findNotDeleted({ _id: { $in: ids } }, ids.length)
  }

  /** Any number of courses can share a name or an external id. */
  #findBy(field: 'comparedName' | 'externalId', values: readonly string[]): Promise<StoredCourse[]> {
    return findUpToTwo(
      values,
      (batch, limit) => this.#findNotDeleted({ [field]: { $in: batch } }, limit),
      (course) => (field === 'externalId' ? course.externalId : comparedName(course.name)),
    )
  }

  async #findNotDeleted(filter: QueryFilter<CourseRecord>, limit: number): Promise<StoredCourse[]> {
    const found = this.#model.find({ ...filter, deleted: false }).limit(limit)
    return (await found.lean()).map(toCourse)
  }

  /** Courses that are not deleted. */
  list(filter: CourseFilter, page: Page): Promise<FoundPage<StoredCourse>> {
    return findVisiblePage(this.#model, listOf(filter), page, toCourse)
  }

  count(filter: CourseFilter): Promise<number> {
    return countVisible(this.#model, listOf(filter))
  }

  /**
   * Creates or replaces a course; a deleted one comes back. The same course again changes nothing.
   * @param lease with which the caller refreshes the copies in registrations next, unless it is unchanged
   * @param expect called with the course that is replaced; what it throws ends the call before the write
   */
  async put(
    course: Course,
    lease: Lease,
    expect?: (current: StoredCourse | undefined) => void,
  ): Promise<PutCourse> {
    return await retryUntilWritten<PutCourse>('courses', async () => {
      const before = await this.#model.findById(course.id).lean()
      const current = before && !before.deleted ? toCourse(before) : undefined
      expect?.(current)
      if (current && isDeepStrictEqual(current, { ...current, ...course }))
        return { course: current, outcome: 'unchanged' }
      const after = { ...course, version: (before?.version ?? 0) + 1, deleted: false }
      const record = { ...toRecord(after), ...refreshFields(lease) }
      const isWritten = before
        ? await this.#replace(before, record)
        : (await insert(this.#model, [record])).size === 0
      return isWritten ? { course: after, outcome: current ? 'replaced' : 'created' } : undefined
    })
  }

  async #replace({ _id, version }: CourseRecord, { _id: _, ...fields }: CourseRecord): Promise<boolean> {
    const { matchedCount } = await this.#model.updateOne(
      { _id, version },
      { $set: fields, $unset: { refreshedUntilId: '' } },
    )
    return matchedCount === 1
  }

  /**
   * Marks a course as deleted; undefined when there is none.
   * @param lease with which the caller refreshes the copies in registrations next
   */
  async remove(id: number, lease: Lease): Promise<StoredCourse | undefined> {
    const change = {
      $set: { deleted: true, ...refreshFields(lease) },
      $unset: { refreshedUntilId: '' },
      $inc: { version: 1 },
    } as const
    const record = await this.#model
      .findOneAndUpdate({ _id: id, deleted: false }, change, { returnDocument: 'after' })
      .lean()
    return record ? toCourse(record) : undefined
  }

  /** Some of the deleted courses in a group. */
  async listDeletedInGroup(groupId: number, limit: number): Promise<StoredCourse[]> {
    return (await this.#model.find({ groupIds: groupId, deleted: true }).limit(limit).lean()).map(toCourse)
  }

  /** Writes these new versions of deleted courses, whose registrations are due to get them from `now` on. */
  async changeDeleted(changed: readonly StoredCourse[], now: Date): Promise<void> {
    await bulkUpdate(
      this.#model,
      changed.map(({ id, version, groupIds }) => ({
        updateOne: {
          filter: { _id: id, version: version - 1, deleted: true },
          update: {
            $set: { groupIds: [...groupIds], version, refreshDueAt: now },
            $unset: { refreshClaim: '', refreshedUntilId: '' },
          },
        },
      })),
    )
  }

  /**
   * Gives some of the courses in moved groups a new version, which their registrations are due to get from
   * `now` on. Courses for which this move, or a later one, was announced before keep their version.
   */
  announceMove({ groupIds, movedAt }: MovedGroups, range: StepRange, now: Date): Promise<StepResult> {
    const inGroups = { groupIds: { $in: groupIds }, deleted: false }
    return doStep(this.#model, inGroups, range, async (ids) => {
      const announced = await this.#model.updateMany(
        { _id: { $in: ids }, announcedMoveAt: { $not: { $gte: movedAt } } },
        {
          $set: { announcedMoveAt: movedAt, refreshDueAt: now },
          $unset: { refreshClaim: '', refreshedUntilId: '' },
          $inc: { version: 1 },
        },
      )
      return announced.modifiedCount
    })
  }
}

const refreshFields = ({ claim, until }: Lease) => ({ refreshClaim: claim, refreshDueAt: until })

const listOf = ({ scope, name, ...fields }: CourseFilter): VisibleList<CourseRecord> => ({
  filter: {
    deleted: false,
    ...defined({ ...fields, comparedName: name === undefined ? undefined : comparedName(name) }),
  },
  scope,
  groupFields: ['groupIds'],
  isIndexed: name !== undefined || fields.externalId !== undefined,
})

const distinct = <T extends number | string>(values: readonly (T | undefined)[]): T[] =>
  [...new Set(values.filter((value) => value !== undefined && value !== ''))] as T[]
