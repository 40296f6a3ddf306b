import type { Scope } from '../../../platform/domain/account.ts'
import { foldCase } from '../../../platform/domain/canonical.ts'
import { UserExternalIdTaken } from '../errors.ts'
import { isActive, merge, type User, type UserPatch } from '../users/rules.ts'

/** What a request sets. `active` undefined leaves the end of the user as it is. */
export interface DirectoryPatch {
  readonly fields: UserPatch
  readonly active: boolean | undefined
}

/**
 * The user with what a directory has sent. A user is deactivated by an end that has passed: one that has
 * passed already stays, and so does one in the future of a user who is active.
 */
export function applyPatch(user: User, { fields, active }: DirectoryPatch, now: Date): User {
  if (active === undefined || active === isActive(user, now)) return merge(user, fields, now)
  return merge(user, { ...fields, expirationDate: active ? null : now }, now)
}

const IDENTITY = ['loginName', 'email', 'firstName', 'lastName'] as const

/** Whether nothing that a person keeps is equal: then somebody else has got the external id. */
const isSomebodyElse = (user: User, fields: UserPatch): boolean =>
  IDENTITY.every((name) => user[name] === '' || foldCase(user[name]) !== foldCase(fields[name] ?? ''))

/**
 * The user of a person who has come back: directories create it again, under the external id that it has.
 * @throws UserExternalIdTaken unless the user is visible and inactive, the same person, and to be active
 */
export function reactivate(user: User, patch: DirectoryPatch, scope: Scope, now: Date): User {
  const hasLeft = user.externalId === patch.fields.externalId && !isActive(user, now)
  const comesBack = hasLeft && patch.active !== false && scope.includesAny(user.groupIds)
  if (!comesBack || isSomebodyElse(user, patch.fields)) throw new UserExternalIdTaken()
  return applyPatch(user, { ...patch, active: true }, now)
}

/**
 * The user outside the group. One who would not be visible any more joins the home group instead.
 * @param homeGroup throws when the account has none
 */
export function leaveGroup(
  user: User,
  groupId: number,
  { scope, homeGroup }: { scope: Scope; homeGroup: () => number },
  now: Date,
): User {
  if (!user.groupIds.includes(groupId)) return user
  const others = user.groupIds.filter((id) => id !== groupId)
  return merge(user, { groupIds: scope.includesAny(others) ? others : [...others, homeGroup()] }, now)
}
