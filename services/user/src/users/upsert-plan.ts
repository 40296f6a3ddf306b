import type { Scope } from '../../../platform/domain/account.ts'
import { foldCase } from '../../../platform/domain/canonical.ts'
import {
  AccountMerged,
  requireAccepted,
  resultOf,
  type DomainError,
  type Result,
} from '../../../platform/errors.ts'
import {
  DuplicateInBatch,
  GroupNotFound,
  GroupOutOfReach,
  LoginNameTaken,
  UserExternalIdTaken,
} from '../errors.ts'
import { upsertKeysOf, UsersByUpsertKey } from './upsert-keys.ts'
import {
  changedBy,
  groupsAfterMove,
  changesGroups,
  isAdoption,
  isUnchanged,
  newUser,
  requireComplete,
  requireVisible,
  withFields,
  type Destination,
  type NewUser,
  type User,
  type UserPatch,
  type Writer,
} from './rules.ts'

/** What one item of a batch is to do. */
export type PlannedItem =
  | { readonly kind: 'new'; readonly user: NewUser }
  /** An earlier attempt of the same request has created the user. */
  | { readonly kind: 'already-created'; readonly user: User }
  | {
      readonly kind: 'changed'
      readonly user: User
      readonly before: User
      readonly changesGroups: boolean
    }
  /** Only the source of the user has changed. */
  | { readonly kind: 'adopted'; readonly user: User; readonly before: User }
  | { readonly kind: 'unchanged'; readonly user: User }
  | { readonly kind: 'rejected'; readonly error: DomainError }

/** What has become of it. */
export type UpsertOutcome =
  | { readonly kind: 'created'; readonly user: User }
  | Exclude<PlannedItem, { kind: 'new' }>

/** What the batch of a service account may do. */
export interface UpsertAccess {
  /** Users outside it are not changed. */
  readonly scope: Scope
  /** The group of new users, or why there is none. */
  readonly newUserGroup: Result<number>
  /** The group into which users of the source move who are outside it; undefined to leave them there. */
  readonly moveInto?: number
}

interface Context {
  /** The users, not deleted, who have a key of one of the items. */
  readonly users: readonly User[]
  readonly groupExists: (groupId: number) => boolean
  /** Absent for operators, who may change every user. */
  readonly access: UpsertAccess | undefined
  /** Undefined for a batch without a source. */
  readonly writer: Writer | undefined
  /** Where users who are outside it move to; undefined to leave them where they are. */
  readonly destination: Destination | undefined
  /** The user, deleted or not, that an earlier attempt of the same request has created for the item. */
  readonly alreadyCreated: (index: number) => User | undefined
  readonly now: Date
}

/**
 * Plans what each item of a batch does, without writing anything. An item sees what the items before it do:
 * it may take a login name that an earlier one gives up. Each user is named by one item at most.
 *
 * @param items the valid ones as patches, the invalid ones as their rejection
 */
export function planUpsert(items: readonly Result<UserPatch>[], context: Context): PlannedItem[] {
  const users = new UsersByUpsertKey(context.users)
  const earlier = new EarlierItems()
  return items.map((item, index) => {
    const planned = resultOf(() => {
      if (item.kind === 'rejected') throw item.error
      const toDo = planItem(item.value, { ...context, index, users, earlier })
      // No later item names a new user: the keys would be used twice.
      if ('before' in toDo) users.replace(toDo.before, toDo.user)
      return toDo
    })
    return planned.kind === 'rejected' ? planned : planned.value
  })
}

/** @throws DomainError when the item is rejected */
function planItem(
  patch: UserPatch,
  context: Omit<Context, 'users'> & { index: number; users: UsersByUpsertKey; earlier: EarlierItems },
): Exclude<PlannedItem, { kind: 'rejected' }> {
  const { index, users, earlier, access, writer, destination, now } = context
  earlier.requireFirstUseOfKeys(patch, index)
  requireGroups(patch, context.groupExists)
  const alreadyCreated = context.alreadyCreated(index)
  const before = alreadyCreated ?? match(patch, users, access)
  if (!before) {
    requireComplete(patch)
    const managedBy = writer?.source ?? ''
    const groupIds = access ? [requireAccepted(access.newUserGroup)] : patch.groupIds
    const fields = { ...patch, managedBy, ...(groupIds && { groupIds }) }
    return { kind: 'new', user: newUser(fields, now) }
  }
  // Before the next check, which tells that two items name the same user.
  if (access) requireVisible(before, access.scope)
  if (before.mergedInto !== undefined) throw new AccountMerged(before, 'externalId')
  earlier.requireFirstUseOfUser(before, index)
  if (alreadyCreated) {
    // Deleted when its group was deleted between the check and the write.
    if (alreadyCreated.deleted) throw new GroupOutOfReach()
    return { kind: 'already-created', user: alreadyCreated }
  }
  const groupIds = destination && writer ? groupsAfterMove(before, destination, writer) : patch.groupIds
  const updated = withFields(before, { ...patch, ...(groupIds && { groupIds }) }, now)
  const user = changedBy(writer, { before, after: updated })
  const change = { before, after: user }
  if (isUnchanged(change)) return { kind: 'unchanged', user }
  if (isAdoption(change)) return { kind: 'adopted', user, before }
  requireFree(user, before, { users, access })
  return { kind: 'changed', user, before, changesGroups: changesGroups(change) }
}

/**
 * The user that an item updates: by external id, otherwise by login name. A login name is the weaker
 * identifier: it may be passed on to another person. So it never replaces or clears an external id.
 *
 * @throws LoginNameTaken when the login name belongs to a user who is not visible or has another external id
 * @throws AccountMerged when it belongs to one who was merged
 */
function match(
  { externalId, loginName }: UserPatch,
  users: UsersByUpsertKey,
  access: UpsertAccess | undefined,
): User | undefined {
  const byExternalId = users.byExternalId(externalId)
  if (byExternalId) return byExternalId
  const byLoginName = users.byLoginName(loginName)
  if (byLoginName && !isVisible(byLoginName, access)) throw new LoginNameTaken()
  if (byLoginName?.mergedInto !== undefined) throw takenBy(byLoginName, access)
  if (!byLoginName || externalId === undefined || byLoginName.externalId === '') return byLoginName
  throw takenBy(byLoginName, access)
}

const isVisible = ({ groupIds }: User, access: UpsertAccess | undefined): boolean =>
  access === undefined || access.scope.includesAny(groupIds)

/** Names the user who has the login name, unless that one is not visible. */
function takenBy(holder: User, access: UpsertAccess | undefined): DomainError {
  if (!isVisible(holder, access)) return new LoginNameTaken()
  if (holder.mergedInto !== undefined) return new AccountMerged(holder, 'loginName')
  return new LoginNameTaken(
    `User ${holder.id}, whose externalId is ${JSON.stringify(holder.externalId)}, has this loginName. ` +
      'Send that externalId if it is this person, or choose another loginName.',
  )
}

/** @throws LoginNameTaken, UserExternalIdTaken, AccountMerged when a changed key belongs to another user */
function requireFree(
  user: User,
  before: User,
  { users, access }: { readonly users: UsersByUpsertKey; readonly access: UpsertAccess | undefined },
): void {
  const isTaken = (holder: User | undefined): holder is User =>
    holder !== undefined && holder.id !== user.id && holder.mergedInto !== user.id
  const byLoginName = users.byLoginName(user.loginName)
  if (foldCase(user.loginName) !== foldCase(before.loginName) && isTaken(byLoginName))
    throw takenBy(byLoginName, access)
  const byExternalId = users.byExternalId(user.externalId)
  if (user.externalId === before.externalId || !isTaken(byExternalId)) return
  if (byExternalId.mergedInto !== undefined && isVisible(byExternalId, access))
    throw new AccountMerged(byExternalId, 'externalId')
  throw new UserExternalIdTaken()
}

/** @throws GroupNotFound */
function requireGroups({ groupIds = [] }: UserPatch, exists: (groupId: number) => boolean): void {
  const missing = groupIds.find((id) => !exists(id))
  if (missing !== undefined) throw new GroupNotFound('groupIds', missing)
}

/** Which item of a batch named a key or a user first. */
class EarlierItems {
  readonly #byKey = new Map<string, number>()
  readonly #byUser = new Map<number, number>()

  /** @throws DuplicateInBatch */
  requireFirstUseOfKeys(patch: UserPatch, index: number): void {
    const { externalIds, loginNames } = upsertKeysOf([patch])
    const keys = [
      ...externalIds.map((externalId) => ({
        field: 'externalId',
        key: `externalId ${externalId}`,
      })),
      ...loginNames.map((loginName) => ({ field: 'loginName', key: `loginName ${foldCase(loginName)}` })),
    ]
    for (const { field, key } of keys) {
      const earlier = this.#byKey.get(key)
      if (earlier !== undefined) throw new DuplicateInBatch(`the same ${field}`, earlier)
    }
    for (const { key } of keys) this.#byKey.set(key, index)
  }

  /** @throws DuplicateInBatch */
  requireFirstUseOfUser(user: User, index: number): void {
    const earlier = this.#byUser.get(user.id)
    if (earlier !== undefined) throw new DuplicateInBatch('the same user', earlier)
    this.#byUser.set(user.id, index)
  }
}
