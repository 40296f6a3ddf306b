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
 * the training. Of somebody inactive the first name has to stay: a stranger can have all else, also the last
 * name.
 * @throws OtherPerson
 */
function requireSamePerson(before: User, after: User, now: Date): void {
  const isSame = isActive(before, now)
    ? keepsName(before, after) || keepsIdentity(before, after)
    : keepsFirstName(before, after)
  if (!isSame) throw new OtherPerson(before)
}

/** One of the names, in either order, and without the one that a person does not have. */
const keepsName = (before: User, after: User): boolean =>
  namesOf(before).some((name) => namesOf(after).includes(name))

const keepsIdentity = (before: User, after: User): boolean =>
  after.externalId === before.externalId &&
  (['loginName', 'email'] as const).some((field) => foldCase(after[field]) === foldCase(before[field]))

/** Of a person with one name that one, and also where the first and the last name are exchanged. */
function keepsFirstName(before: User, after: User): boolean {
  const [first, last] = namesOf(before)
  const [firstAfter, lastAfter] = namesOf(after)
  return firstAfter === first || (firstAfter === last && lastAfter === first)
}

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
