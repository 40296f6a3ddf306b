import type { Reach } from '../../../shared/domain/account.ts'
import type { Page } from '../../../shared/domain/page.ts'
import type { Trace } from '../../../shared/trace.ts'
import type { StoredCourse } from '../domain/course.ts'
import type { Registration, ShownRegistration, Status } from '../domain/registration.ts'
import type { User, UserCopy } from '../domain/user.ts'

export interface NewRegistration {
  readonly registration: Registration
  /** Gets the e-mail. */
  readonly user: User
  /** The latest change of any user or course that was known before its own were read. */
  readonly asOf?: string | undefined
}

/** The copies that a registration had when it was read or inserted; it may have newer ones by now. */
export type Copied = Pick<Registration, 'course' | 'user'> & Pick<NewRegistration, 'asOf'>

/** What became of one registration of a batch: written, or refused by an index. */
export type AddOutcome = 'added' | 'already-registered' | 'external-id-taken'

/** All filters are ANDed; "after" is strict (decision R14). */
export interface RegistrationFilter {
  readonly courseId?: number | undefined
  readonly userId?: number | undefined
  readonly userExternalId?: string | undefined
  /** Also those whose user or course was deleted. */
  readonly includeDeleted?: boolean | undefined
  readonly status?: Status | undefined
  readonly createdAfter?: Date | undefined
  readonly updatedAfter?: Date | undefined
}

export interface CreatedBetween {
  readonly after: Date | undefined
  readonly until: Date
}

/** The questions that this domain asks of its registrations. */
export interface Registrations {
  /**
   * Writes registrations, each with its pending event in one insert, and hands the events to the relay.
   * Indexes enforce uniqueness. Ids are reserved for one registration each, so writing it again adds nothing
   * and counts as added.
   * @throws OutcomeUnknown when it is not known whether a majority of the servers has them
   */
  add(created: readonly NewRegistration[], trace: Trace): Promise<AddOutcome[]>
  find(id: number): Promise<Registration | undefined>
  /** Those that a majority of the servers has, so that a caller may be told that they are written. */
  findMany(ids: readonly number[]): Promise<Registration[]>
  findByExternalId(externalId: string): Promise<Registration | undefined>
  /** The open registration of this user and course. Only explains a refusal: a create relies on the index. */
  findOpen(userId: number, courseId: number): Promise<number | undefined>
  /**
   * Applies `change` to the registration as it was found and writes; reads it anew and tries again after a lost race, so
   * `change` must be pure. Writes nothing when it returns what it got.
   * @throws NotRegistered, ReopenConflict
   */
  change(found: Registration, change: (current: Registration) => Registration): Promise<Registration>
  /** Active ones within the reach, ordered by id; one more than the page holds when more follow. */
  list(filter: RegistrationFilter, reach: Reach, page: Page): Promise<ShownRegistration[]>
  count(filter: RegistrationFilter, reach: Reach): Promise<number>
  /**
   * Active ones created until then whose event the broker has confirmed, ordered by id; one more than the page
   * holds when more follow.
   */
  listAnnounced(created: CreatedBetween, page: Page): Promise<Registration[]>
  /** Stores their events again, each unless it still waits for the broker. */
  announceAgain(created: readonly NewRegistration[], trace: Trace): Promise<void>
  /** Brings the copies of users up to date where they are older. */
  copyUsers(users: readonly UserCopy[], now: Date): Promise<void>
  /** Brings the copies of a course up to date where they are older. */
  copyCourse(course: StoredCourse, now: Date): Promise<void>
}
