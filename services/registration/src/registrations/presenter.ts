import type { Schemas } from '../../../platform/contract/schema.ts'
import { etagOf } from '../../../platform/http/conditional.ts'
import { renderDateTime, renderInstant } from '../../../platform/domain/time.ts'
import { importedStatusOf } from './import-rules.ts'
import {
  isActive,
  type DetailedRegistration,
  type HistoryEntry,
  type ListedRegistration,
  type Registration,
} from './rules.ts'

export function presentRegistration(registration: ListedRegistration): Schemas['Registration'] {
  return {
    id: registration.id,
    courseId: registration.course.id,
    courseName: registration.course.name,
    createdDate: renderDateTime(registration.createdAt),
    registrationDate: renderDateTime(registration.registeredAt),
    completionDate: registration.completedAt && renderDateTime(registration.completedAt),
    statusName: registration.status,
    externalId: registration.externalId,
    userExternalId: registration.user.externalId,
    userId: registration.user.userId,
    score: registration.score,
  }
}

/** With the fields that a caller can ask for besides those of the specification. */
export function presentWithDetails(registration: DetailedRegistration): Schemas['Registration'] {
  const importedStatus = importedStatusOf(registration)
  return {
    ...presentRegistration(registration),
    success: registration.success,
    updatedDate: renderDateTime(registration.updatedAt),
    ...(importedStatus && { importedStatus }),
  }
}

/**
 * The ETag of both forms. Each kind of change has a version: a move that of the registration, and another
 * copy of the course or the user that of the copy. One write may bring several with the same date.
 */
export const tagOf = ({ id, version, updatedAt, course, user }: Registration): string =>
  etagOf([id, version, updatedAt, course.version, user.version])

/** Lists can show registrations whose user or course was deleted, and mark them. */
export function presentListed<T extends ListedRegistration>(
  registration: T,
  present: (registration: T) => Schemas['Registration'],
): Schemas['Registration'] {
  return isActive(registration) ? present(registration) : { ...present(registration), deleted: true }
}

/** The name of an operator token, or what stands for it, is for operators. */
const OPERATOR_NAME = 'operator'

export function presentHistoryEntry({ at, by, byName, ...entry }: HistoryEntry): Schemas['HistoryEntry'] {
  return { at: renderDateTime(at), by, byName: by === null ? OPERATOR_NAME : byName, ...entry }
}

export const presentHistoryToOperator = ({ at, ...entry }: HistoryEntry): Schemas['HistoryEntry'] => ({
  at: renderInstant(at),
  ...entry,
})

/** No e-mail is ever sent about an imported registration. */
export const RECEIPT_OF_IMPORTED: Schemas['NotificationReceipt'] = {
  status: 'none',
  reason: 'imported',
  attempts: 0,
  sentAt: null,
}
