import type { Clock } from '../../shared/time.ts'
import type { Handlers } from '../../shared/contract/operation.ts'
import type { Idempotency } from '../../shared/idempotency.ts'
import type { Ids } from '../../shared/store/counters.ts'
import type { Copies } from './copies.ts'
import type { Mover } from './registering/move.ts'
import { deleteCourse, getCourse, listCourses, putCourse } from './operations/courses.ts'
import { createRegistrationBatch } from './operations/create-registration-batch.ts'
import { createRegistration } from './operations/create-registration.ts'
import { getContract } from './operations/get-contract.ts'
import { listRegistrations } from './operations/list-registrations.ts'
import {
  approveRegistration,
  approveRegistrationByExternalId,
  completeRegistration,
  completeRegistrationByExternalId,
  withdrawRegistration,
  withdrawRegistrationByExternalId,
} from './operations/move-registration.ts'
import {
  getRegistration,
  getRegistrationByExternalId,
  getRegistrationHistory,
  getRegistrationNotification,
} from './operations/read-registration.ts'
import {
  listRegistrationsWithoutDelivery,
  raiseRegistrationIds,
  sendRegistrationsWithoutDelivery,
} from './operations/restore.ts'
import { getVisibleCourse, listVisibleCourses } from './operations/visible-courses.ts'
import type { Receipts } from './receipts.ts'
import type { Changes } from './store/changes.ts'
import type { Courses } from './store/courses.ts'
import type { Registrations } from './store/registrations.ts'
import type { Undelivered } from './undelivered.ts'
import type { Users } from './users.ts'

export interface Deps {
  registrations: Registrations
  courses: Courses
  users: Users
  changes: Changes
  mover: Mover
  receipts: Receipts
  copies: Copies
  idempotency: Idempotency
  ids: Ids
  undelivered: Undelivered
  raiseIds: (above: number) => Promise<number>
  clock: Clock
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

/** Every operator operation. */
export const operatorHandlers = (
  deps: Pick<Deps, 'courses' | 'copies' | 'undelivered' | 'raiseIds'>,
): Handlers<'registration', 'operator'> => ({
  listCourses: listCourses(deps),
  getCourse: getCourse(deps),
  putCourse: putCourse(deps),
  deleteCourse: deleteCourse(deps),
  listRegistrationsWithoutDelivery: listRegistrationsWithoutDelivery(deps),
  sendRegistrationsWithoutDelivery: sendRegistrationsWithoutDelivery(deps),
  raiseRegistrationIds: raiseRegistrationIds(deps),
})
