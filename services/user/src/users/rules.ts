import { InvalidRequest, UserOutOfReach } from '../../../shared/errors.ts'
import type { Scope } from '../../../shared/domain/account.ts'
import { GroupOutOfReach } from '../errors.ts'

/** The text fields of a user (specification §2.2); "" when unset (decision S6). */
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
  'state',
  'zip',
  'ovFormWithInput12',
  'workSettingsOtherSpecify',
  'workSettingsPrivateIndustryExcept',
] as const

type TextField = (typeof TEXT_FIELDS)[number]

/** The fields that callers may set. */
export interface UserFields extends Readonly<Record<TextField, string>> {
  readonly expirationDate: Date | null
}

export interface User extends UserFields {
  readonly id: number
  /** The groups that the user is in directly, ascending; each once. */
  readonly groupIds: readonly number[]
  readonly deleted: boolean
  /** Grows by one with every change: fields, membership and deletion alike. */
  readonly version: number
  readonly createdAt: Date
  readonly updatedAt: Date
}

/** The fields that a caller sent; fields left out are unchanged (decision R17). */
export type UserPatch = Partial<UserFields & Pick<User, 'groupIds'>>

/** The required fields of a new user (specification §4.2). */
const REQUIRED = ['email', 'firstName', 'lastName', 'loginName'] as const

const UNSET: UserFields = {
  ...(Object.fromEntries(TEXT_FIELDS.map((field) => [field, ''])) as Record<TextField, string>),
  expirationDate: null,
}

export function newUser(id: number, given: UserPatch, now: Date): User {
  return {
    ...UNSET,
    ...given,
    id,
    groupIds: inOrder(given.groupIds ?? []),
    deleted: false,
    version: 1,
    createdAt: now,
    updatedAt: now,
  }
}

/** @throws InvalidRequest when a required field is missing */
export function requireComplete(given: UserPatch): void {
  const missing = REQUIRED.find((field) => given[field] === undefined)
  if (missing) throw new InvalidRequest(`${missing} is required.`)
}

/**
 * Returns the user with these fields; the same object when nothing changes, so that sending back what was
 * read changes neither date nor version (decision S6).
 */
export function merge(user: User, patch: UserPatch, now: Date): User {
  const { expirationDate, groupIds, ...texts } = patch
  const changes: UserPatch = {
    ...Object.fromEntries(Object.entries(texts).filter(([field, text]) => user[field as TextField] !== text)),
    ...(expirationDate === undefined || sameSecond(expirationDate, user.expirationDate)
      ? {}
      : { expirationDate }),
    ...(groupIds === undefined || sameNumbers(inOrder(groupIds), user.groupIds)
      ? {}
      : { groupIds: inOrder(groupIds) }),
  }
  return Object.keys(changes).length === 0 ? user : changed(user, changes, now)
}

export const join = (user: User, groupId: number, now: Date): User =>
  merge(user, { groupIds: [...user.groupIds, groupId] }, now)

export const leave = (user: User, groupIds: readonly number[], now: Date): User =>
  merge(user, { groupIds: user.groupIds.filter((id) => !groupIds.includes(id)) }, now)

/** Keeps the groups, so that accounts that could see the user can see that it was deleted (decision R16). */
export const markDeleted = (user: User, now: Date): User =>
  user.deleted ? user : changed(user, { deleted: true }, now)

/** @throws UserOutOfReach when the user lies outside the account's groups (decision A4) */
export function requireVisible(user: User, scope: Scope): void {
  if (!scope.includesAny(user.groupIds)) throw new UserOutOfReach()
}

/**
 * The group of a user that the API creates: the one asked for, else the account's home group (decision A6).
 * @throws GroupOutOfReach unless it lies within the account's reach
 */
export function groupOfNewUser(
  asked: number | undefined,
  account: { readonly homeGroupId: number | null },
  scope: Scope,
): number {
  const groupId = asked ?? account.homeGroupId
  if (groupId === null || !scope.includesAny([groupId])) throw new GroupOutOfReach()
  return groupId
}

/** How login names and e-mail addresses are compared: without regard to case (decisions R3, R15). */
export const withoutCase = (text: string): string => text.toLowerCase()

const changed = (user: User, changes: Partial<User>, now: Date): User => ({
  ...user,
  ...changes,
  version: user.version + 1,
  updatedAt: later(now, user.updatedAt),
})

/** `updatedDate` never moves backwards, even when the clocks of processes differ. */
const later = (now: Date, before: Date): Date => (now > before ? now : new Date(before.getTime() + 1))

/** Dates are shown in whole seconds, so sending a shown date back is no change. */
function sameSecond(a: Date | null, b: Date | null): boolean {
  if (a === null || b === null) return a === b
  return Math.floor(a.getTime() / 1000) === Math.floor(b.getTime() / 1000)
}

const inOrder = (ids: readonly number[]): number[] => [...new Set(ids)].sort((a, b) => a - b)
const sameNumbers = (a: readonly number[], b: readonly number[]): boolean =>
  a.length === b.length && a.every((id, i) => id === b[i])
