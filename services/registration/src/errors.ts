import { DomainError, errorWith } from '../../platform/errors.ts'

/** No registration has this id or external id, or its user or course was deleted. */
export class RegistrationNotFound extends errorWith('not-registered') {}

export class CourseNotFound extends errorWith('course-not-found') {}
export class CourseAmbiguous extends errorWith('course-ambiguous') {}
export class UserNotFound extends errorWith('user-not-found') {}
export class UserAmbiguous extends errorWith('user-ambiguous') {}

export class CourseInactive extends errorWith('course-inactive') {}
export class CourseNotPublished extends errorWith('course-not-published') {}
export class EventBasedCourse extends errorWith('event-based-course') {}
export class RegistrationNotRequired extends errorWith('registration-not-required') {}
export class UserInactive extends errorWith('user-inactive') {}

/** The user has an open registration for the course. `existingId` is that one. */
export class AlreadyRegistered extends errorWith('already-registered') {}
/** A move would open a second registration beside an open one. */
export class ReopenConflict extends errorWith('reopen-conflict') {}
/** `externalId` is taken; the detail names the holder when the account may see it. */
export class ExternalIdTaken extends errorWith('registration-external-id-taken') {}

/** An item is a registration that exists, and differs from it. An import changes nothing that exists. */
export class ImportDiffers extends DomainError {
  readonly code = 'import-differs'
  declare readonly detail: string

  /**
   * @param importedId 0 for an earlier item of a preview
   * @param differing what differs from the registration that the item was exported from
   */
  constructor(importedId = 0, differing?: readonly string[]) {
    const imported = importedId === 0 ? 'An earlier item' : `Registration ${importedId}`
    const rest = differing
      ? `has another ${differing.join(', ')}, which an import does not change. If the item is right, ` +
        'change the registration itself. Leave out the id only if the item comes from another portal: ' +
        'without it the item is stored as a second registration.'
      : 'has the same user, course, status and dates, and another externalId, score or success. ' +
        'Correct one of them.'
    super(`${imported} ${rest}`, importedId === 0 ? undefined : importedId)
  }
}

/** The registration that an item has finished was moved elsewhere since. */
export class MovedSince extends DomainError {
  readonly code = 'import-differs'
  declare readonly detail: string

  /** @param openId another registration of the same user and course, of which one only may be open */
  constructor({ id, status }: { readonly id: number; readonly status: string }, openId: number | undefined) {
    const first = openId ? `withdraw registration ${openId}, which is open, then ` : ''
    super(
      `Registration ${id} was finished by this item before, and is ${status}. If the item is right all the ` +
        `same, ${first}approve registration ${id} and send the item again. Otherwise leave the item out.`,
      id,
    )
  }
}

/** The user of an item that is finished training has an open registration for the course. */
export class RegistrationOpen extends DomainError {
  readonly code = 'registration-open'
  declare readonly detail: string

  /** @param openId undefined for an earlier item of a preview */
  constructor(openId: number | undefined) {
    const open = openId === undefined ? 'An earlier item' : `Registration ${openId}`
    const whatNow =
      'Send openRegistration with complete to move it to the state of this item, or with beside to store ' +
      'the item as well.'
    super(`${open} of the same user and course is open. ${whatNow}`, openId)
  }
}

/** No e-mail is ever sent about an imported registration. */
export class RegistrationImported extends errorWith('registration-imported') {}

/** A registration outside the account's groups, which tells neither its course nor its user. */
export class Forbidden extends errorWith('forbidden') {}

export class CourseOutOfReach extends errorWith('course-out-of-reach') {}
