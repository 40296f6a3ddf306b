import { Schema, type Connection, type Model } from 'mongoose'
import type { StoredCourse } from './rules.ts'

/** A course as it is stored. */
export interface CourseRecord extends Omit<StoredCourse, 'id' | 'groupIds'> {
  _id: number
  groupIds: number[]
  /** Present until the copies in the registrations have been refreshed. */
  notCopied?: true
}

export type CourseModel = Model<CourseRecord>

export function courseModel(connection: Connection): CourseModel {
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
  return connection.model<CourseRecord>('Course', schema, 'courses')
}

export function toCourse({ _id, notCopied: _, ...fields }: CourseRecord): StoredCourse {
  return { id: _id, ...fields }
}
