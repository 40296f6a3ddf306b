import type { Handlers } from '../../platform/contract/operation.ts'
import type { VerifyCredential } from '../../platform/http/credential-cache.ts'
import type { InternalService } from '../../platform/http/internal-service.ts'
import type { Idempotency } from '../../platform/store/idempotency.ts'
import { serviceStatus, type StatusSource } from '../../platform/http/status.ts'
import type { Ids } from '../../platform/store/counters.ts'
import type { Clock } from '../../platform/domain/time.ts'
import { deleteGroup } from './delete-group.ts'
import type { ErasureOrders } from './erasures/order.ts'
import { exportUser } from './erasures/export.ts'
import { eraseUser, getErasure, listErasures } from './erasures/handlers.ts'
import type { Erasures } from './erasures/repository.ts'
import { getMerge, listMerges, mergeAccounts } from './merges/handlers.ts'
import type { Merges } from './merges/repository.ts'
import type { MergeJobs } from './merges/steps.ts'
import { createGroup, getGroup, listGroups, listVisibleGroups, putGroup } from './groups/handlers.ts'
import type { LongJob } from '../../platform/store/long-job.ts'
import type { GroupRecord } from './groups/record.ts'
import type { Groups } from './groups/repository.ts'
import {
  issueKey,
  listAllKeys,
  listKeys,
  revokeKey,
  rotateKey,
  verifyCredential,
} from './service-accounts/keys/handlers.ts'
import type { Keys } from './service-accounts/keys/repository.ts'
import {
  createServiceAccount,
  deleteServiceAccount,
  findExistingAccounts,
  getServiceAccount,
  listServiceAccounts,
  putServiceAccount,
} from './service-accounts/handlers.ts'
import type { ServiceAccounts } from './service-accounts/repository.ts'
import { checkVisibility } from './service-accounts/visibility.ts'
import {
  getScimConfig,
  getScimResourceType,
  getScimSchema,
  listScimResourceTypes,
  listScimSchemas,
} from './scim/discovery.ts'
import {
  createScimGroup,
  deleteScimGroup,
  getScimGroup,
  listScimGroups,
  patchScimGroup,
} from './scim/groups.ts'
import {
  createScimUser,
  deleteScimUser,
  getScimUser,
  listScimUsers,
  patchScimUser,
  replaceScimUser,
} from './scim/users.ts'
import type { Lease } from '../../platform/store/due-records.ts'
import { deleteGroupMember, listGroupMembers, putGroupMember } from './users/group-members.ts'
import { mergeUserBatch, mergeVisibleUserBatch } from './users/batch.ts'
import { createUser } from './users/create.ts'
import { deleteUser, deleteUserByExternalId } from './users/delete.ts'
import type { UserUpserter } from './users/upserter.ts'
import { getAnyUser, listAllUsers } from './users/operator-read.ts'
import { getUser, getUserByExternalId, listUsers } from './users/read.ts'
import type { Users } from './users/repository.ts'
import { handOverUsers, listSources } from './users/sources.ts'
import { findUserGroups, findUsersForEvents } from './users/event-data.ts'
import { identifyUsers } from './users/identify.ts'
import { raiseUserIds } from './users/restore.ts'
import { updateUser, updateUserByExternalId } from './users/update.ts'

/** A job that checks what a process has written and not checked. */
type LeasedChecks = { newLease(): Lease }

export interface Deps {
  users: Users
  groups: Groups
  groupLeaving: LongJob<GroupRecord, number>
  isGroupLeft: (groupId: number) => Promise<boolean>
  serviceAccounts: ServiceAccounts
  accountChecks: LeasedChecks
  keys: Keys
  keyChecks: LeasedChecks
  userIds: Ids
  raiseIds: (above: number) => Promise<number>
  userUpserter: UserUpserter
  erasureOrders: ErasureOrders
  erasures: Erasures
  merges: Merges
  mergeJobs: MergeJobs
  registrationService: InternalService<'registration'>
  notificationService: InternalService<'notification'>
  idempotency: Idempotency
  verify: VerifyCredential
  clock: Clock
  status: StatusSource
  /** Where directories reach the installation; "" if it is not configured. */
  publicUrl: string
}

/** Every public operation of this service, by its name in the contract. */
export const publicHandlers = (deps: Deps): Handlers<'user', 'public'> => ({
  listUsers: listUsers(deps),
  createUser: createUser(deps),
  mergeVisibleUserBatch: mergeVisibleUserBatch(deps),
  getUser: getUser(deps),
  updateUser: updateUser(deps),
  deleteUser: deleteUser(deps),
  getUserByExternalId: getUserByExternalId(deps),
  updateUserByExternalId: updateUserByExternalId(deps),
  deleteUserByExternalId: deleteUserByExternalId(deps),
  listVisibleGroups: listVisibleGroups(deps),
  listScimUsers: listScimUsers(deps),
  createScimUser: createScimUser(deps),
  getScimUser: getScimUser(deps),
  replaceScimUser: replaceScimUser(deps),
  patchScimUser: patchScimUser(deps),
  deleteScimUser: deleteScimUser(deps),
  listScimGroups: listScimGroups(deps),
  createScimGroup: createScimGroup(),
  getScimGroup: getScimGroup(deps),
  patchScimGroup: patchScimGroup(deps),
  deleteScimGroup: deleteScimGroup(),
  getScimConfig: getScimConfig(deps),
  listScimResourceTypes: listScimResourceTypes(deps),
  getScimResourceType: getScimResourceType(deps),
  listScimSchemas: listScimSchemas(deps),
  getScimSchema: getScimSchema(deps),
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
  listAllUsers: listAllUsers(deps),
  getAnyUser: getAnyUser(deps),
  mergeUserBatch: mergeUserBatch(deps),
  listSources: listSources(deps),
  handOverUsers: handOverUsers(deps),
  listServiceAccounts: listServiceAccounts(deps),
  createServiceAccount: createServiceAccount(deps),
  getServiceAccount: getServiceAccount(deps),
  putServiceAccount: putServiceAccount(deps),
  deleteServiceAccount: deleteServiceAccount(deps),
  listKeys: listKeys(deps),
  issueKey: issueKey(deps),
  rotateKey: rotateKey(deps),
  listAllKeys: listAllKeys(deps),
  revokeKey: revokeKey(deps),
  raiseUserIds: raiseUserIds(deps),
  getUserStatus: serviceStatus(deps.status),
  eraseUser: eraseUser(deps),
  exportUser: exportUser(deps),
  listErasures: listErasures(deps),
  getErasure: getErasure(deps),
  mergeAccounts: mergeAccounts(deps),
  listMerges: listMerges(deps),
  getMerge: getMerge(deps),
})

/** Every internal operation. */
export const internalHandlers = (
  deps: Pick<Deps, 'verify' | 'users' | 'serviceAccounts' | 'groups' | 'keys' | 'clock'>,
): Handlers<'user', 'internal'> => ({
  verifyCredential: verifyCredential(deps),
  identifyUsers: identifyUsers(deps),
  findUserGroups: findUserGroups(deps),
  findUsersForEvents: findUsersForEvents(deps),
  checkVisibility: checkVisibility(deps),
  findExistingAccounts: findExistingAccounts(deps),
})
