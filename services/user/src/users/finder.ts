import type { QueryFilter } from 'mongoose'
import type { Scope } from '../../../platform/domain/account.ts'
import { foldCase } from '../../../platform/domain/canonical.ts'
import { pageOf, type FoundPage, type Page } from '../../../platform/domain/page.ts'
import { findUpToTwo } from '../../../platform/store/find-up-to-two.ts'
import { inSteps } from '../../../platform/store/in-steps.ts'
import { findKeys } from '../../../platform/store/page.ts'
import { countVisible, findVisiblePage, type VisibleList } from '../../../platform/store/visible-page.ts'
import { batched } from '../../../platform/work/batched.ts'
import { IDENTIFIED_FIELDS, UsersByParameter, type IdentifiedUser, type UserQuery } from './identification.ts'
import type { UpsertKeys } from './upsert-keys.ts'
import {
  deletedKey,
  toIdentified,
  toUser,
  type IdentifiedRecord,
  type UserModel,
  type UserRecord,
} from './record.ts'
import type { User } from './rules.ts'

/**
 * Which users a list contains: those that pass every filter that is present. "After" excludes the moment
 * itself.
 */
export interface UserFilter {
  /** Users with a group in this scope; undefined for all users. */
  readonly scope: Scope | undefined
  readonly includeDeleted: boolean
  /** Case-insensitive. */
  readonly email?: string | undefined
  readonly externalId?: string | undefined
  /** Case-insensitive. */
  readonly loginName?: string | undefined
  /** Each word is part of the first or the last name, case-insensitive. */
  readonly name?: string | undefined
  /** One of the identifiers, or words of the name. */
  readonly search?: string | undefined
  readonly managedBy?: string | undefined
  readonly createdAfter?: Date | undefined
  readonly updatedAfter?: Date | undefined
}

/** Reads users. */
export class UserFinder {
  readonly #model: UserModel
  readonly #findBatched = batched(async (ids: readonly number[]) => {
    const byId = new Map((await this.findMany(ids)).map((user) => [user.id, user]))
    return ids.map((id) => byId.get(id))
  })

  constructor(model: UserModel) {
    this.#model = model
  }

  /** Deleted or not. */
  find(id: number): Promise<User | undefined> {
    return this.#findBatched(id)
  }

  /** These users, deleted or not. Unknown ids are left out. */
  findMany(ids: readonly number[]): Promise<User[]> {
    return this.#find({ _id: { $in: ids } })
  }

  /** The direct groups of these users, deleted or not. Unknown ids are left out. */
  async groupsOf(ids: readonly number[]): Promise<Pick<User, 'id' | 'groupIds'>[]> {
    const found = await this.#model.find({ _id: { $in: ids } }, { groupIds: 1 }).lean()
    return found.map(({ _id, groupIds }) => ({ id: _id, groupIds }))
  }

  /** The sources with most users who are not deleted. */
  async sources(limit: number): Promise<{ readonly source: string; readonly users: number }[]> {
    const found = await this.#model.aggregate<{ _id: string; users: number }>([
      { $match: { managedBy: { $gt: '' }, deleted: false } },
      { $group: { _id: '$managedBy', users: { $sum: 1 } } },
      { $sort: { users: -1, _id: 1 } },
      { $limit: limit },
    ])
    return found.map(({ _id, users }) => ({ source: _id, users }))
  }

  /** The user, not deleted, who has this external id. */
  async findByExternalId(externalId: string): Promise<User | undefined> {
    const [found] = await this.#find({ externalIdKey: externalId, deleted: false })
    return found
  }

  list(filter: UserFilter, page: Page): Promise<FoundPage<User>> {
    return findVisiblePage(this.#model, listOf(filter), page, toUser)
  }

  count(filter: UserFilter): Promise<number> {
    return countVisible(this.#model, listOf(filter))
  }

  /** The ids of the direct members of a group, not deleted. */
  async members(groupId: number, page: Page): Promise<FoundPage<number>> {
    return pageOf(await findKeys(this.#model, { filter: memberOf(groupId) }, page), page, (id) => id)
  }

  /** Some of the deleted users who were in a group. */
  async listDeletedInGroup(groupId: number, limit: number): Promise<User[]> {
    return (await this.#model.find({ groupIds: groupId, deleted: true }).limit(limit).lean()).map(toUser)
  }

  countMembers(groupId: number): Promise<number> {
    return this.#model.countDocuments(memberOf(groupId))
  }

  /**
   * The users that match a parameter of a query: not deleted, or merged and named by id or external id. Of
   * those that share an e-mail address only about two, which is enough to know that it is ambiguous.
   */
  async findByParameters(queries: readonly UserQuery[]): Promise<UsersByParameter> {
    const ids = distinct(queries.map(({ userId }) => userId))
    const externalIds = distinct(queries.map(({ userExternalId }) => userExternalId))
    const emails = distinct(queries.map(({ userEmail }) => userEmail && foldCase(userEmail)))
    const find = async (filter: QueryFilter<UserRecord>, limit = 0): Promise<IdentifiedUser[]> => {
      const found = this.#model.find(filter, [...IDENTIFIED_FIELDS, 'deleted']).limit(limit)
      const records = await found.lean<IdentifiedRecord[]>()
      return records.filter((one) => !one.deleted || one.mergedInto !== undefined).map(toIdentified)
    }
    const found = await Promise.all([
      inSteps(ids, (part) => find({ _id: { $in: part } })),
      inSteps(externalIds, (part) => find({ externalIdKey: { $in: part } })),
      findUpToTwo(
        emails,
        (part, limit) => find({ emailKey: { $in: part } }, limit),
        ({ email }) => foldCase(email),
      ),
    ])
    return new UsersByParameter(await this.#withGroupsOfLeft(found.flat()))
  }

  /** The users with one of these keys: not deleted, or merged, with the groups of the one that is left. */
  async findByUpsertKeys({ externalIds, loginNames }: UpsertKeys): Promise<User[]> {
    const found = await Promise.all([
      inSteps(externalIds, (part) => this.#find({ externalIdKey: { $in: part } })),
      inSteps(loginNames.map(foldCase), (part) => this.#find({ loginNameKey: { $in: part } })),
    ])
    return await this.#withGroupsOfLeft(found.flat())
  }

  /** Who may know of an account that was merged depends on the one that is left. */
  async #withGroupsOfLeft<U extends Pick<User, 'mergedInto' | 'groupIds'>>(
    users: readonly U[],
  ): Promise<U[]> {
    const ids = distinct(users.map(({ mergedInto }) => mergedInto))
    if (ids.length === 0) return [...users]
    const groupIds = new Map((await this.groupsOf(ids)).map((left) => [left.id, left.groupIds]))
    return users.map((user) => ({ ...user, groupIds: groupIds.get(user.mergedInto ?? 0) ?? user.groupIds }))
  }

  /** The accounts that were merged into this one. */
  async listMergedInto(id: number): Promise<number[]> {
    return (await this.#model.find({ mergedInto: id }, { _id: 1 }).lean()).map(({ _id }) => _id)
  }

  async #find(filter: QueryFilter<UserRecord>): Promise<User[]> {
    return (await this.#model.find(filter).lean()).map(toUser)
  }

  /**
   * The ids of up to `limit` users who were deleted at or before this time and are not erased, the longest
   * deleted first.
   */
  async listDeletedUntil(time: Date, limit: number): Promise<number[]> {
    const found = this.#model.find(deletedUntil(time), { _id: 1 }).sort({ updatedAt: 1 }).limit(limit)
    return (await found.lean()).map(({ _id }) => _id)
  }

  /** Counts the users who were deleted at or before this time and are not erased. */
  countDeletedUntil(time: Date): Promise<number> {
    return this.#model.countDocuments(deletedUntil(time))
  }
}

/** The last change of a deleted user is the deletion. A merged one is erased with the one that is left. */
const deletedUntil = (time: Date): QueryFilter<UserRecord> => ({
  deleted: true,
  erased: false,
  mergedInto: { $exists: false },
  updatedAt: { $lte: time },
})

const memberOf = (groupId: number): QueryFilter<UserRecord> => ({ groupIds: groupId, deleted: false })

const listOf = (filter: UserFilter): VisibleList<UserRecord> => ({
  filter: queryOf(filter),
  scope: filter.scope,
  groupFields: ['groupIds'],
  isIndexed: [filter.email, filter.loginName, filter.updatedAfter, filter.managedBy].some(
    (value) => value !== undefined,
  ),
})

function queryOf(filter: UserFilter): QueryFilter<UserRecord> {
  const { email, externalId, loginName, name, search, managedBy, includeDeleted } = filter
  const conditions: QueryFilter<UserRecord>[] = []
  const addAnyOf = (branches: QueryFilter<UserRecord>[]) =>
    conditions.push(branches.length === 1 ? (branches[0] as QueryFilter<UserRecord>) : { $or: branches })
  if (email !== undefined) addAnyOf(withKey('emailKey', foldCase(email), includeDeleted))
  if (externalId !== undefined) addAnyOf(withKey('externalIdKey', externalId, includeDeleted))
  if (loginName !== undefined) addAnyOf(withKey('loginNameKey', foldCase(loginName), includeDeleted))
  if (name !== undefined) conditions.push(...withWords(name))
  if (search !== undefined)
    addAnyOf([
      ...withKey('emailKey', foldCase(search), includeDeleted),
      ...withKey('externalIdKey', search, includeDeleted),
      ...withKey('loginNameKey', foldCase(search), includeDeleted),
      ...(ID.test(search) ? [{ _id: Number(search) }] : []),
      { _id: { $gt: 0 }, $and: withWords(search) },
    ])
  if (filter.createdAfter) conditions.push({ createdAt: { $gt: filter.createdAfter } })
  if (filter.updatedAfter) conditions.push({ updatedAt: { $gt: filter.updatedAfter } })
  return {
    _id: { $gt: 0 },
    ...(includeDeleted ? {} : { deleted: false }),
    ...(managedBy === undefined ? {} : { managedBy }),
    ...(conditions.length > 0 ? { $and: conditions } : {}),
  }
}

const ID = /^[1-9]\d{0,14}$/

/** One condition for users with this key, and one for those who were deleted with it. */
const withKey = (
  field: 'emailKey' | 'externalIdKey' | 'loginNameKey',
  key: string,
  includeDeleted: boolean,
): QueryFilter<UserRecord>[] => [
  { [field]: key },
  ...(includeDeleted ? [{ deletedKeys: deletedKey(field, key) }] : []),
]

/** One condition for each word of a name. A comma separates words too: Byron, Ada. */
const withWords = (name: string): QueryFilter<UserRecord>[] =>
  (name.match(/[^\s,]+/g) ?? [name]).map((word) => {
    const containsWord = new RegExp(escapeRegExp(word), 'i')
    return { $or: [{ firstName: containsWord }, { lastName: containsWord }] }
  })

const escapeRegExp = (text: string): string =>
  text.replaceAll(/[^\p{Letter}\p{Mark}\p{Number}]/gu, String.raw`\$&`)

const distinct = <T>(values: readonly (T | undefined)[]): T[] => [
  ...new Set(values.filter((value) => value !== undefined)),
]
