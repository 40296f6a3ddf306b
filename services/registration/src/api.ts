import type { Clock } from '../../shared/time.ts'
import type { Handlers } from '../../shared/contract/operation.ts'
import type { Idempotency } from '../../shared/idempotency.ts'
import type { Ids } from '../../shared/store/counters.ts'
import type { Copies } from './user-copies/refresh.ts'
import type { Mover } from './registrations/mover.ts'
import { deleteCourse, getCourse, listCourses, putCourse } from './courses/handlers.ts'
import { createRegistrationBatch } from './registrations/batch.ts'
import { createRegistration } from './registrations/create.ts'
import { getContract } from './reference/get-contract.ts'
import { listRegistrations } from './registrations/read.ts'
import {
  approveRegistration,
  approveRegistrationByExternalId,
  completeRegistration,
  completeRegistrationByExternalId,
  withdrawRegistration,
  withdrawRegistrationByExternalId,
} from './registrations/change-status.ts'
import {
  getRegistration,
  getRegistrationByExternalId,
  getRegistrationHistory,
  getRegistrationNotification,
} from './registrations/read.ts'
import {
  listRegistrationsWithoutDelivery,
  raiseRegistrationIds,
  sendRegistrationsWithoutDelivery,
} from './registrations/without-delivery.ts'
import { getVisibleCourse, listVisibleCourses } from './courses/handlers.ts'
import type { Receipts } from './clients/receipts.ts'
import type { Changes } from './user-copies/changes.ts'
import type { Courses } from './courses/repository.ts'
import type { Registrations } from './registrations/repository.ts'
import type { Undelivered } from './registrations/undelivered.ts'
import type { Users } from './clients/users.ts'

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
