import { inBody, InvalidRequest, UserOutOfReach } from '../../../platform/errors.ts'
import { foldCase } from '../../../platform/domain/canonical.ts'
import type { Scope } from '../../../platform/domain/account.ts'
import { GroupOutOfReach, ManagedElsewhere, NameMissing, OutsideGroup } from '../errors.ts'

/** The text fields of a user; "" when unset. */
export const TEXT_FIELDS = [
  'address',
  'address2',
  'city',
  'country',
  'email',
  'externalId',
  'firstName',
  'lastName',
  'loginName',
  'preferredLanguage',
  'state',
  'zip',
  'ovFormWithInput12',
  'workSettingsOtherSpecify',
  'workSettingsPrivateIndustryExcept',
] as const

/** The domain of the addresses of erased users. `.invalid` never exists (RFC 2606). */
export const ERASED_DOMAIN = '@erased.invalid'

/** That a user can be in directly: as many as an item of a batch may name. */
const MAX_GROUPS = 1_000

type TextField = (typeof TEXT_FIELDS)[number]

/** The fields that callers may set. */
interface UserFields extends Readonly<Record<TextField, string>> {
  readonly expirationDate: Date | null
  /** Whether a directory wrote the domain of `email` in another script than ASCII, in which it is stored. */
  readonly hasUnicodeDomain: boolean
}

export interface User extends UserFields {
  readonly id: number
  /** The source that keeps the fields up to date and deletes the user; "" for none. */
  readonly managedBy: string
  /** The groups that the user is in directly, ascending; each once. */
  readonly groupIds: readonly number[]
  /**
   * The groups before they changed last; absent if they never did. A group that the user joined may have been
   * deleted before that write, which is then undone.
   */
  readonly groupIdsBefore?: readonly number[]
  readonly deleted: boolean
  /** Whether the personal data was erased, after which only the number is left. */
  readonly erased: boolean
  /** The account of the same person that is left, if this one was merged; never one that was merged. */
  readonly mergedInto?: number
  /** Grows by one with every change: fields, membership and deletion alike. */
  readonly version: number
  /** Whether the broker has confirmed a state of this user. */
  readonly announced: boolean
  readonly createdAt: Date
  readonly updatedAt: Date
}

/** A user who is not written yet, and has no id. */
export type NewUser = Omit<User, 'id'>

/** The fields that a caller sent. An update leaves the others unchanged. */
export type UserPatch = Partial<UserFields & Pick<User, 'groupIds'>>

/** For whom a request writes. */
export interface Writer {
  /** The source that keeps the users whom the request names. */
  readonly source: string
  /** Whether it changes users of other sources, too, who then belong to this one. */
  readonly takesOver: boolean
}

type Mutable<T> = { -readonly [Field in keyof T]: T[Field] }

const REQUIRED = ['email', 'firstName', 'lastName', 'loginName'] as const

const EMPTY_TEXTS = Object.fromEntries(TEXT_FIELDS.map((field) => [field, ''])) as Record<TextField, string>

/** The id of a new user that a validate-only request shows. */
export const NO_ID = 0

/** @throws NameMissing */
export function newUser(given: UserPatch & Partial<Pick<User, 'managedBy'>>, now: Date): NewUser {
  const user = {
    ...EMPTY_TEXTS,
    expirationDate: null,
    hasUnicodeDomain: false,
    managedBy: '',
    ...given,
    groupIds: sortedUnique(given.groupIds ?? []),
    deleted: false,
    erased: false,
    version: 1,
    announced: false,
    createdAt: now,
    updatedAt: now,
  }
  requireName(user)
  return user
}

/** People may have one name. @throws NameMissing for none */
function requireName({ firstName, lastName }: Pick<User, 'firstName' | 'lastName'>): void {
  if (firstName === '' && lastName === '') throw new NameMissing()
}

/** @throws InvalidRequest when a required field is missing */
export function requireComplete(given: UserPatch): void {
  const missing = REQUIRED.find((field) => given[field] === undefined)
  if (missing) throw new InvalidRequest(`${missing} is required.`, inBody(missing))
}

/**
 * Returns the user with these fields. Returns the same object when nothing changes, so that sending back what
 * was read changes neither the date nor the version.
 *
 * @param scope of the account that adds groups; undefined for operators, and where none is added
 * @throws NameMissing
 * @throws InvalidRequest when the user would be in too many groups
 */
export function withFields(user: User, patch: UserPatch, now: Date, scope?: Scope): User {
  const changes: Mutable<UserPatch> = {}
  for (const field of TEXT_FIELDS) {
    const text = patch[field]
    if (text !== undefined && text !== user[field]) changes[field] = text
  }
  requireName({ ...user, ...changes })
  const { expirationDate } = patch
  if (expirationDate !== undefined && !isSameSecond(expirationDate, user.expirationDate))
    changes.expirationDate = expirationDate
  // Another address that did not come from a directory has no form of its own.
  const { hasUnicodeDomain = changes.email === undefined && user.hasUnicodeDomain } = patch
  if (hasUnicodeDomain !== user.hasUnicodeDomain) changes.hasUnicodeDomain = hasUnicodeDomain
  const groupIds = patch.groupIds && sortedUnique(patch.groupIds)
  if (groupIds && !hasSameItems(groupIds, user.groupIds)) {
    requireFewGroups(user, groupIds, scope)
    changes.groupIds = groupIds
  }
  return Object.keys(changes).length === 0 ? user : withChanges(user, changes, now)
}

/**
 * The user after a change for a source. It adopts a user who has none, and takes over one of another source
 * if it may. That alone is no change that others have to know of: neither the date nor the version moves.
 *
 * @param writer undefined for a request without a source, which leaves the one of the user
 * @throws ManagedElsewhere for a change of a user of another source; groups belong to no source
 */
export function changedBy(writer: Writer | undefined, { before, after }: Change): User {
  if (writer === undefined || before.managedBy === writer.source) return after
  if (before.managedBy === '' || writer.takesOver) return { ...after, managedBy: writer.source }
  const isSame = OF_SOURCE.every((field) => after[field] === before[field])
  if (!isSame) throw new ManagedElsewhere(before)
  return after
}

/** A user before and after a change. */
export interface Change {
  readonly before: User
  readonly after: User
}

/** What the source of a user decides. */
const OF_SOURCE = [...TEXT_FIELDS, 'expirationDate', 'hasUnicodeDomain', 'deleted'] as const

/** Whether only the source has changed. */
export const isAdoption = ({ before, after }: Change): boolean =>
  after.version === before.version && after.managedBy !== before.managedBy

export const isUnchanged = ({ before, after }: Change): boolean =>
  after.version === before.version && after.managedBy === before.managedBy

export const changesGroups = ({ before, after }: Change): boolean =>
  !hasSameItems(before.groupIds, after.groupIds)

/** The group into which a source moves its users. */
export interface Destination {
  readonly groupId: number
  /** The group and those below it. */
  readonly groups: Scope
  /** What the account can see. */
  readonly scope: Scope
}

/**
 * The groups of a user who is in the group, or moves into it from the one group that the account can see.
 * @throws ManagedElsewhere, OutsideGroup
 */
export function groupsAfterMove(
  user: User,
  { groupId, groups, scope }: Destination,
  { source, takesOver }: Writer,
): readonly number[] {
  if (groups.includesAny(user.groupIds)) return user.groupIds
  if (user.managedBy !== source && !takesOver) {
    if (user.managedBy !== '') throw new ManagedElsewhere(user)
    throw new OutsideGroup(user.id, groupId, 'no source keeps the user')
  }
  const visible = user.groupIds.filter((id) => scope.has(id))
  if (visible.length > 1)
    throw new OutsideGroup(user.id, groupId, `groups ${visible.join(', ')} all have the user`)
  return [...user.groupIds.filter((id) => !visible.includes(id)), groupId]
}

/**
 * A user who is in too many groups can still leave some. For an account, only groups that it can see count:
 * the error would tell it of the others.
 */
export function requireFewGroups({ id, groupIds }: User, next: readonly number[], scope?: Scope): void {
  if (next.length <= MAX_GROUPS) return
  const count = (ids: readonly number[]) => (scope ? ids.filter((each) => scope.has(each)) : ids).length
  if (count(next) > MAX_GROUPS && count(next) > count(groupIds))
    throw new InvalidRequest(
      `User ${id} can be in at most ${MAX_GROUPS} groups directly. ` +
        'Remove the user from other groups first, or use a group above them.',
      inBody('groupIds'),
    )
}

/** Not deleted, and without an end that has passed. */
export const isActive = ({ deleted, expirationDate }: User, now: Date): boolean =>
  !deleted && (expirationDate === null || expirationDate > now)

/** @param scope of the account; undefined for operators @throws InvalidRequest for too many groups */
export const joinGroup = (user: User, groupId: number, now: Date, scope?: Scope): User =>
  withFields(user, { groupIds: [...user.groupIds, groupId] }, now, scope)

export const leaveGroups = (user: User, groupIds: readonly number[], now: Date): User =>
  withFields(user, { groupIds: user.groupIds.filter((id) => !groupIds.includes(id)) }, now)

/**
 * A deleted user without a group that was deleted too. No account can see the change, so it has no date, and
 * the retention period goes on.
 */
export const withoutGroup = (user: User, groupId: number): User => ({
  ...user,
  groupIds: user.groupIds.filter((id) => id !== groupId),
  version: user.version + 1,
})

/**
 * The user without the groups that were deleted before the write which named them. That write is undone: a
 * user whom it created is deleted, and one whom it moved goes back, also if another write has followed.
 * @param written the groups that were written
 */
export function withoutDeletedGroups(
  user: User,
  written: Pick<User, 'groupIds'>,
  deletedGroupIds: readonly number[],
  now: Date,
): User {
  if (!user.groupIds.some((id) => deletedGroupIds.includes(id))) return user
  const areAsWritten = hasSameItems(user.groupIds, written.groupIds)
  const before = (areAsWritten && user.groupIdsBefore) || user.groupIds
  const groupIds = before.filter((id) => !deletedGroupIds.includes(id))
  const isCreated = user.version === 1 || (!user.groupIdsBefore && groupIds.length === 0)
  return withChanges(user, { groupIds, deleted: user.deleted || isCreated }, now)
}

/** Keeps the groups, so that accounts that could see the user can see that it was deleted. */
export const markDeleted = (user: User, now: Date): User =>
  user.deleted ? user : withChanges(user, { deleted: true }, now)

/** The user with the groups of another account of the same person. Who joins more meanwhile has too many. */
export function joinGroupsOf(user: User, other: Pick<User, 'groupIds'>, now: Date): User {
  const groupIds = sortedUnique([...user.groupIds, ...other.groupIds])
  return hasSameItems(groupIds, user.groupIds) ? user : withChanges(user, { groupIds }, now)
}

/** A deleted user whose identifiers stay reserved. @throws InvalidRequest when both are in too many groups */
export function markMerged(user: User, into: User, now: Date): User {
  requireFewGroups(into, joinGroupsOf(into, user, now).groupIds)
  return withChanges(user, { deleted: true, mergedInto: into.id }, now)
}

/** A user who was merged, without what the account that is left takes over. */
export const handIdentifiersOver = (user: User, to: Pick<User, 'loginName' | 'externalId'>): User => ({
  ...user,
  ...(foldCase(user.loginName) === foldCase(to.loginName) && { loginName: '' }),
  ...(user.externalId === to.externalId && { externalId: '' }),
  version: user.version + 1,
})

/** A user who was merged, as any other deleted one: the account that was left is gone. */
export const endMerge = (user: User, now: Date): User => touch(notMerged(user), now)

const notMerged = ({ mergedInto: _, ...user }: User): User => user

/**
 * Keeps the id, the groups and the creation date. Required texts name the id, so that no two users look the
 * same; all others are empty.
 */
export function erase(user: User, now: Date): User {
  if (user.erased) return user
  const name = `erased-${user.id}`
  return withChanges(
    notMerged(user),
    {
      ...EMPTY_TEXTS,
      email: `${name}${ERASED_DOMAIN}`,
      firstName: name,
      lastName: name,
      loginName: name,
      expirationDate: null,
      hasUnicodeDomain: false,
      managedBy: '',
      deleted: true,
      erased: true,
    },
    now,
  )
}

/** The same user with a new version and `updatedDate`. */
export const touch = (user: User, now: Date): User => withChanges(user, {}, now)

/** @throws UserOutOfReach when none of the user's groups is in the account's scope */
export function requireVisible(user: User, scope: Scope): void {
  if (!scope.includesAny(user.groupIds)) throw new UserOutOfReach()
}

/**
 * The group of a user that an account creates: the one requested, otherwise the account's home group.
 * @throws GroupOutOfReach unless it is in the account's scope
 */
export function groupOfNewUser(
  requested: number | undefined,
  account: { readonly homeGroupId: number | null },
  scope: Scope,
): number {
  const groupId = requested ?? account.homeGroupId
  if (groupId === null || !scope.includesAny([groupId])) throw new GroupOutOfReach()
  return groupId
}

const withChanges = (user: User, changes: Partial<User>, now: Date): User => ({
  ...user,
  ...changes,
  ...(changes.groupIds && { groupIdsBefore: user.groupIds }),
  version: user.version + 1,
  updatedAt: laterThan(user.updatedAt, now),
})

/** `updatedDate` never moves backwards, even when the clocks of processes differ. */
const laterThan = (before: Date, now: Date): Date => (now > before ? now : new Date(before.getTime() + 1))

/** Dates are shown in whole seconds, so a shown date that is sent back is no change. */
function isSameSecond(a: Date | null, b: Date | null): boolean {
  if (a === null || b === null) return a === b
  return Math.floor(a.getTime() / 1000) === Math.floor(b.getTime() / 1000)
}

const sortedUnique = (ids: readonly number[]): number[] => [...new Set(ids)].sort((a, b) => a - b)
const hasSameItems = (a: readonly number[], b: readonly number[]): boolean =>
  a.length === b.length && a.every((id, i) => id === b[i])
