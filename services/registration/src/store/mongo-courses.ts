import { Schema, type Connection, type QueryFilter } from 'mongoose'
import type { Page } from '../../../shared/domain/page.ts'
import { buildIndexes } from '../../../shared/store/indexes.ts'
import { insert } from '../../../shared/store/insert.ts'
import { findPage } from '../../../shared/store/page.ts'
import { untilWritten } from '../../../shared/store/until-written.ts'
import { upToTwoEach } from '../../../shared/store/up-to-two.ts'
import type { Course, StoredCourse } from '../domain/course.ts'
import type { CourseQuery, Courses } from './courses.ts'

interface CourseRecord extends Omit<StoredCourse, 'id' | 'groupIds'> {
  _id: number
  groupIds: number[]
  /** Present until the registrations have been brought up to date. */
  notCopied?: true
}

export class MongoCourses implements Courses {
  readonly #model

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
    schema.index({ name: 1 })
    schema.index({ externalId: 1 })
    schema.index({ notCopied: 1 }, { sparse: true })
    this.#model = connection.model<CourseRecord>('Course', schema, 'courses')
  }

  async prepare(): Promise<void> {
    await buildIndexes(this.#model)
  }

  async matching(queries: readonly CourseQuery[]): Promise<StoredCourse[]> {
    const [byId, byName, byExternalId] = await Promise.all([
      this.#anyOf(
        '_id',
        queries.map((query) => query.courseId),
      ),
      this.#anyOf(
        'name',
        queries.map((query) => query.courseName),
      ),
      this.#anyOf(
        'externalId',
        queries.map((query) => query.courseExternalId),
      ),
    ])
    const distinct = new Map([...byId, ...byName, ...byExternalId].map((course) => [course.id, course]))
    return [...distinct.values()]
  }

  async #anyOf(field: '_id' | 'name' | 'externalId', wanted: readonly unknown[]): Promise<StoredCourse[]> {
    const values = [...new Set(wanted.filter((value) => value !== undefined && value !== ''))]
    const records = await upToTwoEach(values, (some, limit) => {
      const filter: QueryFilter<CourseRecord> = { [field]: { $in: some }, deleted: false }
      return this.#model.find(filter).limit(limit).lean()
    })
    return records.map(toCourse)
  }

  async findMany(ids: readonly number[]): Promise<StoredCourse[]> {
    return (await this.#model.find({ _id: { $in: ids } }).lean()).map(toCourse)
  }

  async list(page: Page): Promise<StoredCourse[]> {
    return (await findPage(this.#model, { deleted: false }, page).lean()).map(toCourse)
  }

  count(): Promise<number> {
    return this.#model.countDocuments({ deleted: false })
  }

  async put({ id, ...fields }: Course): Promise<{ course: StoredCourse; created: boolean }> {
    const values = { ...fields, groupIds: [...fields.groupIds], deleted: false, notCopied: true as const }
    return await untilWritten('courses', async () => {
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

  async notCopied(): Promise<StoredCourse[]> {
    return (await this.#model.find({ notCopied: true }).limit(100).lean()).map(toCourse)
  }

  async copied({ id, version }: StoredCourse): Promise<void> {
    await this.#model.updateOne({ _id: id, version }, { $unset: { notCopied: 1 } })
  }
}

function toCourse({ _id, notCopied: _, ...fields }: CourseRecord): StoredCourse {
  return { id: _id, ...fields }
}
