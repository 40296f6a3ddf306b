import { Schema, type Connection, type Model } from 'mongoose'
import type { PendingEvent } from '../../../shared/messaging/outbox.ts'
import { eventIdOf, type Trace } from '../../../shared/trace.ts'
import { TEXT_FIELDS, withoutCase, type User, type UserFields } from './rules.ts'

/** A user as stored, with the fields of the relay. */
export interface UserRecord extends UserFields {
  _id: number
  groupIds: readonly number[]
  deleted: boolean
  version: number
  createdAt: Date
  updatedAt: Date

  /** Keys for lookups; absent on deleted users, which frees them (decisions R15, R16). */
  loginNameKey?: string
  externalIdKey?: string
  emailKey?: string

  /** The trace of the last change, which travels with its event. */
  trace: Trace
  /** The highest version that the broker has confirmed. */
  publishedVersion: number
  /** When a relay may publish the user; absent when the broker has its current state. */
  dueAt?: Date
  /** The relay that leased the user until `dueAt`. */
  relay?: string
}

export type UserModel = Model<UserRecord>

export const LOGIN_NAME_INDEX = 'loginNameKey_1'
export const EXTERNAL_ID_INDEX = 'externalIdKey_1'

export function userModel(connection: Connection): UserModel {
  const text = { type: String, required: true }
  const schema = new Schema<UserRecord>(
    {
      _id: { type: Number, required: true },
      ...(Object.fromEntries(TEXT_FIELDS.map((field) => [field, text])) as Record<
        (typeof TEXT_FIELDS)[number],
        typeof text
      >),
      expirationDate: Date,
      groupIds: [Number],
      deleted: { type: Boolean, required: true },
      version: { type: Number, required: true },
      createdAt: { type: Date, required: true },
      updatedAt: { type: Date, required: true },
      loginNameKey: String,
      externalIdKey: String,
      emailKey: String,
      trace: { requestId: String, traceparent: String },
      publishedVersion: { type: Number, required: true },
      dueAt: Date,
      relay: String,
    },
    { versionKey: false },
  )
  schema.index({ loginNameKey: 1 }, { unique: true, sparse: true, name: LOGIN_NAME_INDEX })
  schema.index({ externalIdKey: 1 }, { unique: true, sparse: true, name: EXTERNAL_ID_INDEX })
  schema.index({ emailKey: 1 }, { sparse: true })
  schema.index({ groupIds: 1, _id: 1 })
  schema.index({ updatedAt: 1 })
  schema.index({ dueAt: 1 }, { sparse: true })
  return connection.model<UserRecord>('User', schema, 'users')
}

export function toUser(record: UserRecord): User {
  const { _id, deleted, version, createdAt, updatedAt } = record
  const texts = Object.fromEntries(TEXT_FIELDS.map((field) => [field, record[field]])) as Record<
    (typeof TEXT_FIELDS)[number],
    string
  >
  const { expirationDate, groupIds } = record
  return { ...texts, id: _id, expirationDate, groupIds, deleted, version, createdAt, updatedAt }
}

const KEYS = ['loginNameKey', 'externalIdKey', 'emailKey'] as const
type RecordKeys = Pick<UserRecord, (typeof KEYS)[number]>

/** The fields that hold the user's state; `unset` lists those that must be absent. */
export function stateOf({ id: _id, ...fields }: User): { set: Partial<UserRecord>; unset: string[] } {
  const keys = keysOf(fields)
  return { set: { ...fields, ...keys }, unset: KEYS.filter((name) => keys[name] === undefined) }
}

const keysOf = ({ deleted, loginName, externalId, email }: Omit<User, 'id'>): RecordKeys =>
  deleted
    ? {}
    : {
        loginNameKey: withoutCase(loginName),
        ...(externalId === '' ? {} : { externalIdKey: externalId }),
        emailKey: withoutCase(email),
      }

/** The event that announces a user's current state. */
export function pendingOf(user: User, trace: Trace): PendingEvent {
  const { id, version, externalId, groupIds, deleted, updatedAt } = user
  return {
    recordId: id,
    event: {
      type: 'user.changed.v1',
      payload: {
        eventId: eventIdOf(`user:${id}:${version}`),
        occurredAt: updatedAt.toISOString(),
        userId: id,
        version,
        externalId,
        groupIds: [...groupIds],
        deleted,
      },
      trace,
    },
  }
}
