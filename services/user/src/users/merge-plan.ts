import type { Scope } from '../../../shared/domain/account.ts'
import { resultOf, type DomainError, type Result } from '../../../shared/errors.ts'
import {
  DuplicateInBatch,
  GroupNotFound,
  GroupOutOfReach,
  LoginNameTaken,
  UserExternalIdTaken,
} from '../errors.ts'
import { mergeKeysOf, UsersByMergeKey } from './match.ts'
import {
  externalIdKey,
  loginNameKey,
  merge,
  newUser,
  requireComplete,
  requireVisible,
  type User,
  type UserPatch,
} from './rules.ts'

/** What one item of a batch does to the users. */
export type MergeStep =
  | { readonly kind: 'created'; readonly user: User }
  /** An earlier attempt of the same request has created the user. */
  | { readonly kind: 'created-before'; readonly user: User }
  | { readonly kind: 'changed'; readonly user: User; readonly before: User }
  | { readonly kind: 'unchanged'; readonly user: User }
  | { readonly kind: 'rejected'; readonly error: DomainError }

/** What the batch of a service account may do. */
export interface MergeAccess {
  /** Users outside it are not changed. */
  readonly scope: Scope
  /** The group of new users. @throws GroupOutOfReach when none is in scope */
  readonly groupOfNewUsers: () => number
}

interface Context {
  /** The users, not deleted, who have a key of one of the items. */
  readonly users: readonly User[]
  readonly groupExists: (groupId: number) => boolean
  /** Absent for operators, who may change every user. */
  readonly access: MergeAccess | undefined
  /** The user, deleted or not, that an earlier attempt of the same request has created for the item. */
  readonly createdBefore: (index: number) => User | undefined
  readonly now: Date
}

/**
 * Plans what each item of a batch does, without writing anything. An item sees what the items before it do: it may take
 * a login name that an earlier one gives up. Each user is named by one item at most.
 *
 * @param items the valid ones as patches, the invalid ones as their rejection
 * @returns a step for each item; the id of a new user is negative
 */
export function planMerge(items: readonly Result<UserPatch>[], context: Context): MergeStep[] {
  const users = new UsersByMergeKey(context.users)
  const earlier = new EarlierItems()
  return items.map((item, index) => {
    const planned = resultOf(() => {
      if (item.kind === 'rejected') throw item.error
      const step = planItem(item.value, { ...context, index, users, earlier })
      if (step.kind !== 'unchanged')
        users.replace(step.kind === 'changed' ? step.before : undefined, step.user)
      return step
    })
    return planned.kind === 'rejected' ? planned : planned.value
  })
}

type PlannedStep = Exclude<MergeStep, { kind: 'rejected' }>

/** @throws DomainError when the item is rejected */
function planItem(
  patch: UserPatch,
  context: Omit<Context, 'users'> & { index: number; users: UsersByMergeKey; earlier: EarlierItems },
): PlannedStep {
  const { index, users, earlier, access, now } = context
  earlier.requireNewKeys(patch, index)
  requireGroups(patch, context.groupExists)
  const createdBefore = context.createdBefore(index)
  const before = createdBefore ?? match(patch, users, access)
  if (!before) {
    requireComplete(patch)
    const fields = access ? { ...patch, groupIds: [access.groupOfNewUsers()] } : patch
    return { kind: 'created', user: newUser(-1 - index, fields, now) }
  }
  earlier.requireNewUser(before, index)
  if (access) requireVisible(before, access.scope)
  if (createdBefore) {
    // Deleted when its group was deleted between the check and the write.
    if (createdBefore.deleted) throw new GroupOutOfReach()
    return { kind: 'created-before', user: createdBefore }
  }
  const user = merge(before, patch, now)
  if (user === before) return { kind: 'unchanged', user }
  requireFree(user, before, users)
  return { kind: 'changed', user, before }
}

/**
 * The user that an item updates: by external id, otherwise by login name. A login name is the weaker identifier: it may
 * be passed on to another person. So it never replaces or clears an external id.
 *
 * @throws LoginNameTaken when the login name belongs to a user with another external id
 */
function match(
  { externalId, loginName }: UserPatch,
  users: UsersByMergeKey,
  access: MergeAccess | undefined,
): User | undefined {
  const byExternalId = users.byExternalId(externalId)
  if (byExternalId) return byExternalId
  const byLoginName = users.byLoginName(loginName)
  if (!byLoginName || externalId === undefined || byLoginName.externalId === '') return byLoginName
  // Nothing is said about a user who is not visible.
  if (access && !access.scope.includesAny(byLoginName.groupIds)) throw new LoginNameTaken()
  throw new LoginNameTaken(
    'The user with this loginName has another externalId. Send that externalId, or choose another loginName.',
  )
}

/** @throws LoginNameTaken, UserExternalIdTaken when a changed key belongs to another user */
function requireFree(user: User, before: User, users: UsersByMergeKey): void {
  const isTaken = (holder: User | undefined) => holder !== undefined && holder.id !== user.id
  if (
    loginNameKey(user.loginName) !== loginNameKey(before.loginName) &&
    isTaken(users.byLoginName(user.loginName))
  )
    throw new LoginNameTaken()
  if (
    externalIdKey(user.externalId) !== externalIdKey(before.externalId) &&
    isTaken(users.byExternalId(user.externalId))
  )
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
  requireNewKeys(patch: UserPatch, index: number): void {
    const { externalIds, loginNames } = mergeKeysOf([patch])
    const keys = [
      ...externalIds.map((externalId) => ({
        field: 'externalId',
        key: `externalId ${externalIdKey(externalId)}`,
      })),
      ...loginNames.map((loginName) => ({ field: 'loginName', key: `loginName ${loginNameKey(loginName)}` })),
    ]
    for (const { field, key } of keys) {
      const earlier = this.#byKey.get(key)
      if (earlier !== undefined) throw new DuplicateInBatch(`the same ${field}`, earlier)
    }
    for (const { key } of keys) this.#byKey.set(key, index)
  }

  /** @throws DuplicateInBatch */
  requireNewUser(user: User, index: number): void {
    const earlier = this.#byUser.get(user.id)
    if (earlier !== undefined) throw new DuplicateInBatch('the same user', earlier)
    this.#byUser.set(user.id, index)
  }
}
