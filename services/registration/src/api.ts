import type { Handlers } from '../../platform/contract/operation.ts'
import type { Idempotency } from '../../platform/store/idempotency.ts'
import type { Eraser } from '../../platform/erasure/eraser.ts'
import type { Tombstones } from '../../platform/erasure/repository.ts'
import type { InternalService } from '../../platform/http/internal-service.ts'
import { serviceStatus, type StatusSource } from '../../platform/http/status.ts'
import type { Activity } from '../../platform/store/activity.ts'
import type { Ids } from '../../platform/store/counters.ts'
import type { Clock } from '../../platform/domain/time.ts'
import type { UserLookup } from './clients/user-service.ts'
import { eraseRegistrations, listErasedRegistrations } from './erase.ts'
import {
  announceMovedCourses,
  deleteCourse,
  findCourseGroups,
  getCourse,
  getVisibleCourse,
  listCourses,
  listVisibleCourses,
  putCourse,
  type CourseRefresh,
} from './courses/handlers.ts'
import { leaveDeletedGroup } from './copies/leave-deleted-group.ts'
import type { CopiesInRegistrations } from './copies/in-registrations.ts'
import { mergeRegistrations, planRegistrationMerge } from './copies/merge.ts'
import type { Copies } from './copies/refresh.ts'
import type { NewestUsers } from './copies/repository.ts'
import type { Courses } from './courses/repository.ts'
import { getContract } from './reference/get-contract.ts'
import { createRegistrationBatch } from './registrations/batch.ts'
import {
  approveRegistration,
  approveRegistrationByExternalId,
  completeRegistration,
  completeRegistrationByExternalId,
  withdrawRegistration,
  withdrawRegistrationByExternalId,
} from './registrations/move.ts'
import { createRegistration } from './registrations/create.ts'
import { exportRegistrations } from './registrations/export.ts'
import { importRegistrations } from './registrations/import.ts'
import {
  getAnyRegistrationHistory,
  getRegistration,
  getRegistrationByExternalId,
  getRegistrationHistory,
  getRegistrationNotification,
  listAllRegistrations,
  listRegistrations,
} from './registrations/read.ts'
import type { Registrations } from './registrations/repository.ts'
import { raiseRegistrationIds } from './registrations/restore.ts'
import { findRegistrationStates } from './registrations/states.ts'
import {
  listRegistrationsWithoutDelivery,
  sendRegistrationsWithoutDelivery,
} from './registrations/without-delivery.ts'

export interface Deps {
  readonly registrations: Registrations
  readonly courses: Courses
  readonly users: UserLookup
  readonly notificationService: InternalService<'notification'>
  readonly courseRefresh: CourseRefresh
  readonly copies: Copies
  readonly copiesInRegistrations: CopiesInRegistrations
  readonly newestUsers: NewestUsers
  readonly stepSize: number
  readonly userRefresh: { wake(): void }
  readonly idempotency: Idempotency
  readonly ids: Ids
  readonly raiseIds: (above: number) => Promise<number>
  readonly clock: Clock
  readonly eraser: Eraser
  readonly tombstones: Tombstones
  readonly createdPerMinute: Pick<Activity, 'add'>
  readonly status: StatusSource
}

/** Every public operation of this service, by its name in the contract. */
export const publicHandlers = (deps: Deps): Handlers<'registration', 'public'> => ({
  listRegistrations: listRegistrations(deps),
  createRegistration: createRegistration(deps),
  createRegistrationBatch: createRegistrationBatch(deps),
  getRegistration: getRegistration(deps),
  approveRegistration: approveRegistration(deps),
  completeRegistration: completeRegistration(deps),
  withdrawRegistration: withdrawRegistration(deps),
  getRegistrationHistory: getRegistrationHistory(deps),
  getRegistrationNotification: getRegistrationNotification(deps),
  getRegistrationByExternalId: getRegistrationByExternalId(deps),
  approveRegistrationByExternalId: approveRegistrationByExternalId(deps),
  completeRegistrationByExternalId: completeRegistrationByExternalId(deps),
  withdrawRegistrationByExternalId: withdrawRegistrationByExternalId(deps),
  listVisibleCourses: listVisibleCourses(deps),
  getVisibleCourse: getVisibleCourse(deps),
  getContract: getContract(),
})

/** Every operator operation, by its name in the contract. */
export const operatorHandlers = (deps: Deps): Handlers<'registration', 'operator'> => ({
  listCourses: listCourses(deps),
  getCourse: getCourse(deps),
  putCourse: putCourse(deps),
  deleteCourse: deleteCourse(deps),
  listAllRegistrations: listAllRegistrations(deps),
  getAnyRegistrationHistory: getAnyRegistrationHistory(deps),
  importRegistrations: importRegistrations(deps),
  getRegistrationStatus: serviceStatus(deps.status),
  listRegistrationsWithoutDelivery: listRegistrationsWithoutDelivery(deps),
  sendRegistrationsWithoutDelivery: sendRegistrationsWithoutDelivery(deps),
  raiseRegistrationIds: raiseRegistrationIds(deps),
})

/** Every internal operation, by its name in the contract. */
export const internalHandlers = (
  deps: Pick<
    Deps,
    | 'courses'
    | 'courseRefresh'
    | 'copies'
    | 'copiesInRegistrations'
    | 'newestUsers'
    | 'stepSize'
    | 'userRefresh'
    | 'registrations'
    | 'eraser'
    | 'tombstones'
    | 'clock'
  >,
): Handlers<'registration', 'internal'> => ({
  findCourseGroups: findCourseGroups(deps),
  findRegistrationStates: findRegistrationStates(deps),
  announceMovedCourses: announceMovedCourses(deps),
  leaveDeletedGroup: leaveDeletedGroup(deps),
  exportRegistrations: exportRegistrations(deps),
  eraseRegistrations: eraseRegistrations(deps),
  mergeRegistrations: mergeRegistrations(deps),
  planRegistrationMerge: planRegistrationMerge(deps),
  listErasedRegistrations: listErasedRegistrations(deps),
})
