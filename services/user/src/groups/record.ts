import { Schema, type Connection, type Model } from 'mongoose'
import type { Group } from './rules.ts'

export interface GroupRecord extends Omit<Group, 'id'> {
  _id: number
  /**
   * The number of the last change of this group. The changes of all groups are numbered 1, 2, 3 …. A change
   * that was decided on an outdated tree gets a number that is already used, so its write fails.
   */
  change: number
  /** The last numbers of this group's changes: what replaces a change does not free its number. */
  usedNumbers: number[]
  /** A deleted group keeps its record, so that every process learns of the deletion. */
  isDeleted?: boolean
  /** When a process may take the deleted group out of deleted users and courses; absent when that is done. */
  leaveDueAt?: Date
  /** The claim of the process that does it. */
  leaveClaim?: string
  /** The steps that were done; absent before the first. */
  leaveProgress?: number
  /** Since when it waits. */
  leaveSince?: Date
  /** When the group was last moved; absent before. */
  movedAt?: Date
  /** When a process may announce the users and courses of the moved group; absent when they are announced. */
  announceDueAt?: Date
  /** The claim of the process that announces them. */
  announceClaim?: string
  /** Absent before the first step. */
  announceProgress?: AnnouncementProgress
  /**
   * The id of a deletion in progress. A write that adds a reference to the group clears it, which cancels the
   * deletion.
   */
  leaving?: string
}

/** How far the announcement of a moved group has come. */
export interface AnnouncementProgress {
  /** The last of the groups, subgroups included, whose users and courses are announced. */
  readonly afterGroupId: number
  /** What is being announced in the next groups, and the last one that was. */
  readonly kind: 'users' | 'courses'
  readonly afterId: number
}

export type GroupModel = Model<GroupRecord>

export function groupModel(connection: Connection): GroupModel {
  const schema = new Schema<GroupRecord>(
    {
      _id: Number,
      name: { type: String, required: true },
      parentId: Number,
      change: { type: Number, required: true },
      usedNumbers: { type: [Number], default: undefined },
      isDeleted: Boolean,
      leaveDueAt: Date,
      leaveClaim: String,
      leaveProgress: Number,
      leaveSince: Date,
      movedAt: Date,
      announceDueAt: Date,
      announceClaim: String,
      announceProgress: Schema.Types.Mixed,
      leaving: String,
    },
    { versionKey: false },
  )
  schema.index({ change: 1 })
  schema.index({ usedNumbers: 1 }, { unique: true })
  schema.index({ announceDueAt: 1 }, { sparse: true })
  schema.index({ leaveDueAt: 1 }, { sparse: true })
  return connection.model<GroupRecord>('Group', schema, 'groups')
}

export const toGroup = ({ _id, name, parentId }: GroupRecord): Group => ({
  id: _id,
  name,
  parentId,
})
