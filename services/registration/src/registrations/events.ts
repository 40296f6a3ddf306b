import { eventIdOf, type DomainEvent } from '../../../platform/messaging/event.ts'
import type { Trace } from '../../../platform/observability/trace.ts'
import type { AllowedRegistration, Registration } from './rules.ts'

/**
 * The event that announces a registration. Its `eventId` depends only on the registration, so consumers
 * detect repeats.
 */
export function registrationCreatedEvent(
  { registration, user }: Pick<AllowedRegistration, 'registration' | 'user'>,
  trace: Trace,
): DomainEvent<'registration.created.v1'> {
  const { id, course, externalId, createdAt } = registration
  const createdDate = createdAt.toISOString()
  return {
    type: 'registration.created.v1',
    trace,
    payload: {
      // After a restore of the database, another registration may get the same id. Its creation date makes
      // its event id different.
      eventId: eventIdOf(`registration:${id}:${createdAt.getTime()}`),
      occurredAt: createdDate,
      registrationId: id,
      courseId: course.id,
      courseName: course.name,
      userId: user.id,
      userEmail: user.email,
      userFirstName: user.firstName,
      userLastName: user.lastName,
      userPreferredLanguage: user.preferredLanguage,
      userExternalId: user.externalId,
      createdDate,
      externalId,
    },
  }
}

/** The event that announces a move. */
export function registrationChangedEvent(
  before: Registration,
  after: Registration,
  trace: Trace,
): DomainEvent<'registration.changed.v1'> {
  const { id, course, user, completedAt, updatedAt, version } = after
  return {
    type: 'registration.changed.v1',
    trace,
    payload: {
      // After a restore of the database, another move may lead to the same version. Its time makes the event
      // id different.
      eventId: eventIdOf(`registration:${id}:${version}:${updatedAt.getTime()}`),
      occurredAt: updatedAt.toISOString(),
      registrationId: id,
      version,
      courseId: course.id,
      courseName: course.name,
      userId: user.userId,
      userExternalId: user.externalId,
      externalId: after.externalId,
      createdDate: after.createdAt.toISOString(),
      registrationDate: after.registeredAt.toISOString(),
      completionDate: completedAt && completedAt.toISOString(),
      statusName: after.status,
      previousStatus: before.status,
      score: after.score,
      success: after.success,
    },
  }
}
