import { Schema, type Connection, type Model } from 'mongoose'
import { comparedName } from '../../../platform/domain/canonical.ts'
import type { StoredCourse } from './rules.ts'

/** A course as it is stored. */
export interface CourseRecord extends Omit<StoredCourse, 'id' | 'groupIds'> {
  _id: number
  /** The name as it is compared, without what can't be seen. */
  comparedName: string
  groupIds: number[]
  /** When the newest move was decided of which the registrations of this course were announced. */
  announcedMoveAt?: Date
  /** When a process may refresh the copies in the registrations; absent when they are up to date. */
  refreshDueAt?: Date
  /** The claim of the process that refreshes them. */
  refreshClaim?: string
  /** The last registration that has the copy of this version; absent before the first step. */
  refreshedUntilId?: number
}

export type CourseModel = Model<CourseRecord>

export function courseModel(connection: Connection): CourseModel {
  const schema = new Schema<CourseRecord>(
    {
      _id: Number,
      name: { type: String, required: true },
      comparedName: { type: String, required: true },
      externalId: { type: String, default: '' },
      groupIds: { type: [Number], required: true },
      active: { type: Boolean, required: true },
      published: { type: Boolean, required: true },
      requiresRegistration: { type: Boolean, required: true },
      eventBased: { type: Boolean, required: true },
      version: { type: Number, required: true },
      deleted: { type: Boolean, required: true },
      announcedMoveAt: Date,
      refreshDueAt: Date,
      refreshClaim: String,
      refreshedUntilId: Number,
    },
    { versionKey: false },
  )
  schema.index({ groupIds: 1, _id: 1 })
  schema.index({ comparedName: 1 })
  schema.index({ externalId: 1 })
  schema.index({ refreshDueAt: 1 }, { sparse: true })
  return connection.model<CourseRecord>('Course', schema, 'courses')
}

export const toCourse = (record: CourseRecord): StoredCourse => ({
  id: record._id,
  name: record.name,
  externalId: record.externalId,
  groupIds: record.groupIds,
  active: record.active,
  published: record.published,
  requiresRegistration: record.requiresRegistration,
  eventBased: record.eventBased,
  version: record.version,
  deleted: record.deleted,
})

export const toRecord = ({ id, groupIds, ...fields }: StoredCourse): CourseRecord => ({
  _id: id,
  comparedName: comparedName(fields.name),
  groupIds: [...groupIds],
  ...fields,
})
