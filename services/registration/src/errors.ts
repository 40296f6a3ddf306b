import { DomainError } from '../../platform/errors.ts'

/** No registration has this id or external id, or its user or course was deleted. */
export class RegistrationNotFound extends DomainError {
  readonly code = 'not-registered'
}

export class CourseNotFound extends DomainError {
  readonly code = 'course-not-found'
}
export class CourseAmbiguous extends DomainError {
  readonly code = 'course-ambiguous'
}
export class UserNotFound extends DomainError {
  readonly code = 'user-not-found'
}
export class UserAmbiguous extends DomainError {
  readonly code = 'user-ambiguous'
}

export class CourseInactive extends DomainError {
  readonly code = 'course-inactive'
}
export class CourseNotPublished extends DomainError {
  readonly code = 'course-not-published'
}
export class EventBasedCourse extends DomainError {
  readonly code = 'event-based-course'
}
export class RegistrationNotRequired extends DomainError {
  readonly code = 'registration-not-required'
}
export class UserInactive extends DomainError {
  readonly code = 'user-inactive'
}

/** The user has an open registration for the course. `existingId` is that one. */
export class AlreadyRegistered extends DomainError {
  readonly code = 'already-registered'
}
/** A move would open a second registration beside an open one. */
export class ReopenConflict extends DomainError {
  readonly code = 'reopen-conflict'
}
/** `externalId` is taken; the detail names the holder when the account may see it. */
export class ExternalIdTaken extends DomainError {
  readonly code = 'registration-external-id-taken'
}

/** An earlier import of the same user, course, status and dates had another external id, score or success. */
export class ImportDiffers extends DomainError {
  readonly code = 'import-differs'
  declare readonly detail: string

  /** @param importedId 0 for an earlier item of a preview */
  constructor(importedId = 0) {
    const imported = importedId === 0 ? 'An earlier item' : `Registration ${importedId}`
    const rest = 'has the same user, course, status and dates, and another externalId, score or success.'
    super(`${imported} ${rest} Correct one of them.`, importedId === 0 ? undefined : importedId)
  }
}
/** No e-mail is ever sent about an imported registration. */
export class RegistrationImported extends DomainError {
  readonly code = 'registration-imported'
}

/** A registration outside the account's groups, which tells neither its course nor its user. */
export class Forbidden extends DomainError {
  readonly code = 'forbidden'
}

export class CourseOutOfReach extends DomainError {
  readonly code = 'course-out-of-reach'
}
