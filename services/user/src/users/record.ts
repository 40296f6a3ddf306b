import { Schema, type Connection, type Model } from 'mongoose'
import { foldCase } from '../../../platform/domain/canonical.ts'
import type { DomainEvent } from '../../../platform/messaging/event.ts'
import { withOutbox, type OutboxFields } from '../../../platform/store/outbox.ts'
import type { IdentifiedUser } from './identification.ts'
import { TEXT_FIELDS, type User } from './rules.ts'

/** A user as stored, with the event of the last change until the broker has it. */
export interface UserRecord
  extends Omit<User, 'id' | 'announced'>, OutboxFields<DomainEvent<'user.changed.v1'>> {
  _id: number

  /**
   * Keys for lookups; absent on deleted users, so that other users can have them. Users who were merged keep
   * the unique ones.
   */
  loginNameKey?: string
  externalIdKey?: string
  emailKey?: string
  /** The keys of a deleted user. Several users can have the same ones. */
  deletedKeys?: readonly string[]
  /** Tells which write made the record what it is. */
  writeId: string
}

export type UserModel = Model<UserRecord>

export const LOGIN_NAME_INDEX = 'loginNameKey_1'
export const EXTERNAL_ID_INDEX = 'externalIdKey_1'

export function userModel(connection: Connection): UserModel {
  const text = { type: String, required: true }
  const texts = Object.fromEntries(TEXT_FIELDS.map((field) => [field, text]))
  const schema = new Schema<UserRecord>(
    {
      _id: { type: Number, required: true },
      ...(texts as Record<(typeof TEXT_FIELDS)[number], typeof text>),
      expirationDate: Date,
      hasUnicodeDomain: { type: Boolean, required: true },
      managedBy: text,
      groupIds: [Number],
      deleted: { type: Boolean, required: true },
      erased: { type: Boolean, required: true },
      mergedInto: Number,
      version: { type: Number, required: true },
      createdAt: { type: Date, required: true },
      updatedAt: { type: Date, required: true },
      loginNameKey: String,
      externalIdKey: String,
      emailKey: String,
      deletedKeys: { type: [String], default: undefined },
      groupIdsBefore: { type: [Number], default: undefined },
      writeId: { type: String, required: true },
    },
    { versionKey: false },
  )
  schema.index({ loginNameKey: 1 }, { unique: true, sparse: true, name: LOGIN_NAME_INDEX })
  schema.index({ externalIdKey: 1 }, { unique: true, sparse: true, name: EXTERNAL_ID_INDEX })
  schema.index({ emailKey: 1 }, { sparse: true })
  schema.index({ deletedKeys: 1 }, { sparse: true })
  schema.index({ groupIds: 1, _id: 1 })
  schema.index({ deleted: 1, _id: 1 }, { partialFilterExpression: { deleted: true } })
  schema.index({ updatedAt: 1 })
  schema.index({ managedBy: 1, deleted: 1, _id: 1 })
  schema.index({ mergedInto: 1 }, { sparse: true })
  schema.plugin(withOutbox)
  schema.index({ deleted: 1, erased: 1, updatedAt: 1 }, { partialFilterExpression: { deleted: true } })
  return connection.model<UserRecord>('User', schema, 'users')
}

export function toUser(record: UserRecord): User {
  const texts = Object.fromEntries(TEXT_FIELDS.map((field) => [field, record[field]]))
  return {
    ...(texts as Pick<UserRecord, (typeof TEXT_FIELDS)[number]>),
    id: record._id,
    expirationDate: record.expirationDate,
    hasUnicodeDomain: record.hasUnicodeDomain,
    managedBy: record.managedBy,
    groupIds: record.groupIds,
    ...(record.groupIdsBefore && { groupIdsBefore: record.groupIdsBefore }),
    deleted: record.deleted,
    erased: record.erased,
    ...(record.mergedInto !== undefined && { mergedInto: record.mergedInto }),
    version: record.version,
    announced: !record.events.some(({ payload }) => payload.isNew),
    createdAt: record.createdAt,
    updatedAt: record.updatedAt,
  }
}

/** The fields that a user is identified by. */
export type IdentifiedRecord = Omit<IdentifiedUser, 'id'> & Pick<UserRecord, '_id' | 'deleted'>

export const toIdentified = ({ _id, deleted: _, ...fields }: IdentifiedRecord): IdentifiedUser => ({
  id: _id,
  ...fields,
})

const KEY_FIELDS = ['loginNameKey', 'externalIdKey', 'emailKey', 'deletedKeys'] as const
type RecordKeys = Pick<UserRecord, (typeof KEY_FIELDS)[number]>
const OPTIONAL_FIELDS = [...KEY_FIELDS, 'mergedInto', 'groupIdsBefore'] as const

/** The stored fields of a user. */
export function fieldsOf({
  id: _id,
  announced: _,
  ...fields
}: User): Omit<User, 'id' | 'announced'> & RecordKeys {
  return { ...fields, ...keysOf(fields) }
}

/** The fields that a change writes; `unset` lists those that must be absent. */
export function updateFor(user: User) {
  const set = fieldsOf(user)
  return { set, unset: OPTIONAL_FIELDS.filter((key) => set[key] === undefined) as string[] }
}

function keysOf(user: Omit<User, 'id' | 'announced'>): RecordKeys {
  const { deleted, mergedInto, loginName, externalId, email } = user
  const unique = {
    ...(loginName === '' ? {} : { loginNameKey: foldCase(loginName) }),
    ...(externalId === '' ? {} : { externalIdKey: externalId }),
  }
  const keys = { ...unique, emailKey: foldCase(email) }
  if (!deleted) return keys
  const deletedKeys = Object.entries(keys).map(([field, key]) => deletedKey(field, key))
  return mergedInto === undefined ? { deletedKeys } : { ...unique, deletedKeys }
}

/** What `deletedKeys` has for a key. @param field the field that has it while the user is not deleted */
export const deletedKey = (field: string, key: string): string => `${field} ${key}`
