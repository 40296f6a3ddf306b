/** The body and the visibility of a registration, for the Fastify peer and for bare node:http. */
import type { RegistrationRecord } from '../../../services/registration/src/registrations/record.ts'
import { Refusal, seconds8601, type Account } from './kit.ts'

export const present = (record: RegistrationRecord) => ({
  id: record._id,
  courseId: record.course.id,
  courseName: record.course.name,
  createdDate: seconds8601(record.createdAt),
  registrationDate: seconds8601(record.registeredAt),
  completionDate: record.completedAt && seconds8601(record.completedAt),
  statusName: record.status,
  externalId: record.externalId,
  userExternalId: record.user.externalId,
  userId: record.user.userId,
  score: record.score,
})

export const groupsOf = ({ scope }: Account): number[] => [
  ...new Set([...(scope['courseAttendanceManager'] ?? []), ...(scope['batchRegistrationManager'] ?? [])]),
]

interface InGroups {
  readonly groupIds: readonly number[]
}

export function requireVisible(record: { course: InGroups; user: InGroups }, account: Account): void {
  const groups = groupsOf(account)
  const includesAny = ({ groupIds }: InGroups) => groupIds.some((id) => groups.includes(id))
  if (!includesAny(record.course) || !includesAny(record.user))
    throw new Refusal(403, 'forbidden', 'Forbidden')
}

export function readable(record: RegistrationRecord | null, account: Account): RegistrationRecord {
  if (!record || record.course.deleted || record.user.deleted)
    throw new Refusal(404, 'not-registered', 'Not registered for this course.')
  requireVisible(record, account)
  return record
}
