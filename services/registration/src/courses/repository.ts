import type { CourseParameter } from '../registrations/identification.ts'
import type { Course, StoredCourse } from './rules.ts'
import type { Page } from '../../../shared/domain/page.ts'
import type { Scope } from '../../../shared/domain/account.ts'
import { findUpToTwo } from '../../../shared/store/find-up-to-two.ts'
import { retryUntilWritten } from '../../../shared/store/retry-until-written.ts'
import { findPage } from '../../../shared/store/page.ts'
import { insert } from '../../../shared/store/insert.ts'
import { buildIndexes } from '../../../shared/store/indexes.ts'
import { batchPerTick } from '../../../shared/batch-per-tick.ts'
import { Schema, type Connection, type QueryFilter } from 'mongoose'

export type CourseQuery = { readonly [K in CourseParameter]?: number | string | undefined }

/** All that are given must hold (decision B8). */
export interface CourseFilter {
  /** Only courses with a group in it. */
  readonly scope?: Scope | undefined
  readonly name?: string | undefined
  readonly externalId?: string | undefined
  readonly active?: boolean | undefined
  readonly published?: boolean | undefined
}

export interface Courses {
  /**
   * Courses, not deleted, that match a parameter of a query; of those that share a name or id, two are
   * enough. There may be others, which no query names.
   */
  matching(queries: readonly CourseQuery[]): Promise<StoredCourse[]>
  /** Deleted ones included. */
  findMany(ids: readonly number[]): Promise<StoredCourse[]>
  /** Not deleted ones. */
  list(filter: CourseFilter, page: Page): Promise<StoredCourse[]>
  count(filter: CourseFilter): Promise<number>
  /** Creates or replaces; a course that was deleted comes back. Marked as not yet copied. */
  put(course: Course): Promise<{ course: StoredCourse; created: boolean }>
  /** Marks as deleted; undefined when there is none. Marked as not yet copied. */
  remove(id: number): Promise<StoredCourse | undefined>
  /** A page of courses, by id, whose last change may not have reached their registrations. */
  notCopied(afterId: number): Promise<StoredCourse[]>
  /** Records that the registrations have this version. */
  copied(course: StoredCourse): Promise<void>
}

const NOT_COPIED_PAGE = 100

interface CourseRecord extends Omit<StoredCourse, 'id' | 'groupIds'> {
  _id: number
  groupIds: number[]
  /** Present until the registrations have been brought up to date. */
  notCopied?: true
}

export class MongoCourses implements Courses {
  readonly #model
  readonly matching = batchPerTick(async (asked: readonly (readonly CourseQuery[])[]) => {
    const found = await this.#matchingAny(asked.flat())
    return asked.map(() => found)
  })
  readonly findMany = batchPerTick(async (asked: readonly (readonly number[])[]) => {
    const found = await this.#model.find({ _id: { $in: asked.flat() } }).lean()
    return asked.map((ids) => found.filter(({ _id }) => ids.includes(_id)).map(toCourse))
  })

  constructor(connection: Connection) {
    const schema = new Schema<CourseRecord>(
      {
        _id: Number,
        name: { type: String, required: true },
        externalId: { type: String, default: '' },
        groupIds: { type: [Number], required: true },
        active: { type: Boolean, required: true },
        published: { type: Boolean, required: true },
        requiresRegistration: { type: Boolean, required: true },
        eventBased: { type: Boolean, required: true },
        version: { type: Number, required: true },
        deleted: { type: Boolean, required: true },
        notCopied: Boolean,
      },
      { versionKey: false },
    )
    schema.index({ groupIds: 1, _id: 1 })
    schema.index({ name: 1 })
    schema.index({ externalId: 1 })
    schema.index({ notCopied: 1 }, { sparse: true })
    this.#model = connection.model<CourseRecord>('Course', schema, 'courses')
  }

  async prepare(): Promise<void> {
    await buildIndexes(this.#model)
  }

  async #matchingAny(queries: readonly CourseQuery[]): Promise<StoredCourse[]> {
    const found = await Promise.all([
      this.#withIds(given(queries.map(({ courseId }) => courseId))),
      this.#having('name', given(queries.map(({ courseName }) => courseName))),
      this.#having('externalId', given(queries.map(({ courseExternalId }) => courseExternalId))),
    ])
    return [...new Map(found.flat().map((course) => [course.id, course])).values()]
  }

  async #withIds(ids: readonly unknown[]): Promise<StoredCourse[]> {
    return ids.length === 0 ? [] : await this.#live({ _id: { $in: ids as number[] } }, ids.length)
  }

  /** Unlike ids, many courses can share these. */
  async #having(field: 'name' | 'externalId', values: readonly unknown[]): Promise<StoredCourse[]> {
    if (values.length === 0) return []
    return await findUpToTwo(values, (some, limit) => this.#live({ [field]: { $in: some } }, limit))
  }

  async #live(filter: QueryFilter<CourseRecord>, limit: number): Promise<StoredCourse[]> {
    return (
      await this.#model
        .find({ ...filter, deleted: false })
        .limit(limit)
        .lean()
    ).map(toCourse)
  }

  async list(filter: CourseFilter, page: Page): Promise<StoredCourse[]> {
    return (await findPage(this.#model, query(filter), page).lean()).map(toCourse)
  }

  count(filter: CourseFilter): Promise<number> {
    return this.#model.countDocuments(query(filter))
  }

  async put({ id, ...fields }: Course): Promise<{ course: StoredCourse; created: boolean }> {
    const values = { ...fields, groupIds: [...fields.groupIds], deleted: false, notCopied: true as const }
    return await retryUntilWritten('courses', async () => {
      const before = await this.#model
        .findOneAndUpdate({ _id: id }, { $set: values, $inc: { version: 1 } })
        .lean()
      if (before) {
        const course = { id, ...fields, version: before.version + 1, deleted: false }
        return { course, created: before.deleted }
      }
      const taken = (await insert(this.#model, [{ _id: id, ...values, version: 1 }])).size > 0
      return taken ? undefined : { course: { id, ...fields, version: 1, deleted: false }, created: true }
    })
  }

  async remove(id: number): Promise<StoredCourse | undefined> {
    const change = { $set: { deleted: true, notCopied: true as const }, $inc: { version: 1 } }
    const record = await this.#model
      .findOneAndUpdate({ _id: id, deleted: false }, change, { returnDocument: 'after' })
      .lean()
    return record ? toCourse(record) : undefined
  }

  async notCopied(afterId: number): Promise<StoredCourse[]> {
    const left = { notCopied: true, _id: { $gt: afterId } } as const
    return (await this.#model.find(left).sort({ _id: 1 }).limit(NOT_COPIED_PAGE).lean()).map(toCourse)
  }

  async copied({ id, version }: StoredCourse): Promise<void> {
    await this.#model.updateOne({ _id: id, version }, { $unset: { notCopied: 1 } })
  }
}

const query = ({ scope, ...fields }: CourseFilter): QueryFilter<CourseRecord> => ({
  deleted: false,
  ...(scope ? { groupIds: { $in: [...scope.groupIds] } } : {}),
  ...Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)),
})

const given = (values: readonly (number | string | undefined)[]) => [
  ...new Set(values.filter((value) => value !== undefined && value !== '')),
]

function toCourse({ _id, notCopied: _, ...fields }: CourseRecord): StoredCourse {
  return { id: _id, ...fields }
}
