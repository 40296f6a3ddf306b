import type { Clock } from '../../shared/time.ts'
import type { Handlers } from '../../shared/contract/operation.ts'
import type { VerifyCredential } from '../../shared/http/authenticate.ts'
import type { Idempotency } from '../../shared/idempotency.ts'
import type { Ids } from '../../shared/store/counters.ts'
import { createUser } from './operations/create-user.ts'
import { deleteUser, deleteUserByExternalId } from './operations/delete-user.ts'
import { getUser, getUserByExternalId } from './operations/get-user.ts'
import {
  createGroup,
  deleteGroup,
  getGroup,
  listGroups,
  listVisibleGroups,
  putGroup,
} from './operations/groups.ts'
import { resolveUsers, verifyCredential } from './operations/internal.ts'
import { issueKey, listKeys, revokeKey } from './operations/keys.ts'
import { listUsers } from './operations/list-users.ts'
import { deleteGroupMember, listGroupMembers, putGroupMember } from './operations/members.ts'
import { mergeUserBatch } from './operations/merge-user-batch.ts'
import {
  createServiceAccount,
  deleteServiceAccount,
  getServiceAccount,
  listServiceAccounts,
  putServiceAccount,
} from './operations/service-accounts.ts'
import { raiseUserIds } from './operations/restore.ts'
import { updateUser, updateUserByExternalId } from './operations/update-user.ts'
import type { Groups } from './store/groups.ts'
import type { Keys } from './store/keys.ts'
import type { ServiceAccounts } from './store/service-accounts.ts'
import type { Users } from './store/users.ts'
import type { UserMerger } from './user-merger.ts'

export interface Deps {
  users: Users
  groups: Groups
  serviceAccounts: ServiceAccounts
  keys: Keys
  userIds: Ids
  raiseIds: (above: number) => Promise<number>
  userMerger: UserMerger
  idempotency: Idempotency
  verify: VerifyCredential
  clock: Clock
}

/** Every public operation of this service, by its name in the contract. */
export const publicHandlers = (deps: Deps): Handlers<'user', 'public'> => ({
  listUsers: listUsers(deps),
  createUser: createUser(deps),
  getUser: getUser(deps),
  updateUser: updateUser(deps),
  deleteUser: deleteUser(deps),
  getUserByExternalId: getUserByExternalId(deps),
  updateUserByExternalId: updateUserByExternalId(deps),
  deleteUserByExternalId: deleteUserByExternalId(deps),
  listVisibleGroups: listVisibleGroups(deps),
})

/** Every operator operation. */
export const operatorHandlers = (deps: Deps): Handlers<'user', 'operator'> => ({
  listGroups: listGroups(deps),
  createGroup: createGroup(deps),
  getGroup: getGroup(deps),
  putGroup: putGroup(deps),
  deleteGroup: deleteGroup(deps),
  listGroupMembers: listGroupMembers(deps),
  putGroupMember: putGroupMember(deps),
  deleteGroupMember: deleteGroupMember(deps),
  mergeUserBatch: mergeUserBatch(deps),
  listServiceAccounts: listServiceAccounts(deps),
  createServiceAccount: createServiceAccount(deps),
  getServiceAccount: getServiceAccount(deps),
  putServiceAccount: putServiceAccount(deps),
  deleteServiceAccount: deleteServiceAccount(deps),
  listKeys: listKeys(deps),
  issueKey: issueKey(deps),
  revokeKey: revokeKey(deps),
  raiseUserIds: raiseUserIds(deps),
})

/** Every internal operation (decision A7). */
export const internalHandlers = (deps: Pick<Deps, 'verify' | 'users'>): Handlers<'user', 'internal'> => ({
  verifyCredential: verifyCredential(deps),
  resolveUsers: resolveUsers(deps),
})
