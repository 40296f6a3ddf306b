import type { Course, StoredCourse } from '../../services/registration/src/courses/rules.ts'
import { registrationCreatedEvent } from '../../services/registration/src/registrations/events.ts'
import type { RegistrationWithEvent } from '../../services/registration/src/registrations/repository.ts'
import type { User } from '../../services/registration/src/clients/identification.ts'
import { newRegistration } from '../../services/registration/src/registrations/rules.ts'
import { beginTrace } from '../../services/platform/observability/trace.ts'

const BY = { id: 3, name: 'HR sync' }

export const aCourse = (fields: Partial<Course> = {}): Course => ({
  id: 210,
  name: 'Fire safety',
  externalId: '',
  groupIds: [12],
  active: true,
  published: true,
  requiresRegistration: true,
  eventBased: false,
  ...fields,
})

export const aStoredCourse = (fields: Partial<StoredCourse> = {}): StoredCourse => ({
  ...aCourse(),
  version: 1,
  deleted: false,
  ...fields,
})

export const aUser = (fields: Partial<User> = {}): User => ({
  id: 1007,
  version: 1,
  externalId: '',
  email: 'ada@example.org',
  firstName: 'Ada',
  lastName: 'Byron',
  preferredLanguage: '',
  groupIds: [12],
  expiresAt: undefined,
  ...fields,
})

/** A new registration with its event, for tests without a portal. */
export const begun = (
  id: number,
  { course = aStoredCourse(), user = aUser(), externalId = '', now = new Date() } = {},
): RegistrationWithEvent => {
  const registration = newRegistration(id, course, user, externalId, BY, now)
  return {
    registration,
    event: registrationCreatedEvent({ registration, user }, beginTrace(undefined, undefined)),
  }
}
