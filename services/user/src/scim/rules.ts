import type { Scope } from '../../../platform/domain/account.ts'
import { foldCase } from '../../../platform/domain/canonical.ts'
import { OtherPerson, UserExternalIdTaken } from '../errors.ts'
import { isActive, withFields, type User, type UserPatch } from '../users/rules.ts'

/** What a request sets. `active` undefined leaves the end of the user as it is. */
export interface DirectoryPatch {
  readonly fields: UserPatch
  readonly active: boolean | undefined
}

/**
 * The user with what a directory has sent. A user is deactivated by an end that has passed: one that has
 * passed already stays, and so does one in the future of a user who is active.
 * @throws OtherPerson
 */
export function applyPatch(user: User, { fields, active }: DirectoryPatch, now: Date): User {
  const keepsEnd = active === undefined || active === isActive(user, now)
  const end = keepsEnd ? {} : { expirationDate: active ? null : now }
  const after = withFields(user, { ...fields, ...end }, now)
  requireSamePerson(user, after, now)
  return after
}

/**
 * Directories find a user by a number or a login name, which may have passed to somebody else, who would get
 * the training. A relative or a namesake can have the last name of a person who has left.
 * @throws OtherPerson
 */
function requireSamePerson(before: User, after: User, now: Date): void {
  const keeps = (field: 'loginName' | 'email') => foldCase(after[field]) === foldCase(before[field])
  const hasLeft = !isActive(before, now)
  const telling = hasLeft && after.firstName !== '' ? [foldCase(after.firstName)] : namesOf(after)
  const keepsName = namesOf(before).some((name) => telling.includes(name))
  const keepsIdentity = after.externalId === before.externalId && (keeps('loginName') || keeps('email'))
  if (!keepsName && !keepsIdentity) throw new OtherPerson(before)
}

/** In either order, and without the one that a person does not have. */
const namesOf = ({ firstName, lastName }: User): string[] =>
  [firstName, lastName].filter((name) => name !== '').map(foldCase)

/**
 * The user of a person who has come back: directories create it again, under the external id that it has.
 * @throws UserExternalIdTaken unless the user is visible and inactive, and to be active
 * @throws OtherPerson
 */
export function reactivate(user: User, patch: DirectoryPatch, scope: Scope, now: Date): User {
  const hasLeft = user.externalId === patch.fields.externalId && !isActive(user, now)
  const comesBack = hasLeft && patch.active !== false && scope.includesAny(user.groupIds)
  if (!comesBack) throw new UserExternalIdTaken()
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
  return withFields(user, { groupIds: scope.includesAny(others) ? others : [...others, homeGroup()] }, now)
}
