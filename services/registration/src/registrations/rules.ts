import type { Scope } from '../../../platform/domain/account.ts'
import { identify, type Identified } from '../../../platform/domain/identify.ts'
import {
  AccountMerged,
  IdentifiersDisagree,
  inBody,
  InvalidRequest,
  type Result,
  resultOf,
  type Unavailable,
  UserOutOfReach,
} from '../../../platform/errors.ts'
import {
  USER_PARAMETERS,
  type User,
  type UserIdentification,
  type UserParameter,
} from '../clients/identification.ts'
import {
  COURSE_PARAMETERS,
  type Course,
  type CourseMatches,
  type CourseParameter,
  type StoredCourse,
} from '../courses/rules.ts'
import {
  CourseAmbiguous,
  CourseInactive,
  CourseNotFound,
  CourseNotPublished,
  CourseOutOfReach,
  EventBasedCourse,
  Forbidden,
  RegistrationNotRequired,
  UserAmbiguous,
  UserInactive,
  UserNotFound,
} from '../errors.ts'

/** The statuses of a registration. */
export const STATUSES = ['Not Started', 'Completed', 'Approved', 'Withdrawn'] as const
export type Status = (typeof STATUSES)[number]

const OPEN: ReadonlySet<Status> = new Set<Status>(['Not Started', 'Approved'])

/** An open registration blocks another one for the same user and course. */
export const isOpen = (status: Status) => OPEN.has(status)

/** What a registration stores of its user, with these names. Only a higher version replaces a copy. */
export interface UserCopy {
  readonly userId: number
  readonly version: number
  readonly externalId: string
  readonly groupIds: readonly number[]
  readonly deleted: boolean
}

/** One entry of a registration's history: its creation or a move. */
export interface HistoryEntry {
  readonly at: Date
  /** The id of the service account that acted; null for an operator. */
  readonly by: number | null
  readonly byName: string
  /** Null for the creation. */
  readonly from: Status | null
  readonly to: Status
  /** The score after the move, whether it was sent or not. */
  readonly score: number | null
  /** Null when the caller did not send it. */
  readonly success: boolean | null
  /** Of a registration that was made on another platform, or was completed there. */
  readonly imported?: true
}

/** An imported item that has finished an open registration. */
interface FinishedBy extends Pick<Registration, 'importKey'> {
  readonly score: number | null
  readonly success: boolean | null
}

export interface Registration {
  readonly id: number
  /** A copy of the course, refreshed when the course changes. */
  readonly course: Pick<StoredCourse, 'id' | 'name' | 'groupIds' | 'version' | 'deleted'>
  /** A copy of the user, refreshed when the user changes. */
  readonly user: UserCopy
  readonly externalId: string
  readonly status: Status
  readonly createdAt: Date
  readonly registeredAt: Date
  /** Set by the first completion and kept by later moves. */
  readonly completedAt: Date | null
  readonly score: number | null
  /** Whether the user passed, as the last completion set it; null until it is set. */
  readonly success: boolean | null
  readonly updatedAt: Date
  readonly history: readonly HistoryEntry[]
  /** Increases by one with each move. */
  readonly version: number
  /** What was imported, as one text; "" for a registration that was created here. */
  readonly importKey: string
  /** What has finished it, in imports; absent if nothing has. */
  readonly finishedBy?: readonly FinishedBy[] | undefined
}

/** The fields of a registration that every list shows, and those that decide whether it is shown. */
export type ListedRegistration = Pick<
  Registration,
  'id' | 'externalId' | 'status' | 'createdAt' | 'registeredAt' | 'completedAt' | 'score'
> & {
  readonly course: Pick<Registration['course'], 'id' | 'name' | 'deleted'>
  readonly user: Pick<UserCopy, 'userId' | 'externalId' | 'deleted'>
}

/** With the fields that are shown on request. */
export type DetailedRegistration = ListedRegistration &
  Pick<Registration, 'success' | 'updatedAt' | 'importKey'>

/** The account or the operator that acts, as the history names it. */
export interface Actor {
  /** Null for an operator. */
  readonly id: number | null
  readonly name: string
}

/** A request to register one user for one course: the body of a create, or one item of a batch. */
export interface RegistrationRequest {
  readonly courseId?: number
  readonly courseName?: string
  readonly courseExternalId?: string
  readonly userId?: number
  readonly userExternalId?: string
  readonly userEmail?: string
  readonly externalId?: string
}

/** The parameters that identified the course and the user. */
export interface IdentifiedBy {
  readonly course: CourseParameter
  readonly user: UserParameter
}

/** A registration that the rules allow, not inserted yet. */
export interface AllowedRegistration {
  readonly registration: Registration
  /** The recipient of the e-mail. */
  readonly user: User
  readonly identifiedBy: IdentifiedBy
}

/** The registration that a request has led to. */
export interface Registered {
  readonly registration: Registration
  readonly identifiedBy: IdentifiedBy
  /**
   * Whether an earlier attempt inserted it, or an earlier import of the same item. False if an attempt that
   * runs beside this one inserted it.
   */
  readonly wasCreatedEarlier: boolean
  /** Whether it was open, and an import has finished it. */
  readonly wasFinished?: true
}

/** Who sent a request, and how it is to be handled. */
export interface RequestContext {
  readonly actor: Actor
  readonly scope: Scope
  /** Whether all parameters of the request have to name the same records. */
  readonly strict: boolean
}

/**
 * A user who was `identified`, `not-found`, `ambiguous`, `merged`, or `unavailable`: if the user service does
 * not respond, its error is thrown after the errors about the course.
 */
export type LookedUpUser = UserIdentification | { readonly kind: 'unavailable'; readonly error: Unavailable }

/** What the parameters of one request match. The user service has identified the user already. */
export interface LookedUp {
  readonly courseMatches: CourseMatches
  readonly user: LookedUpUser
}

/**
 * Checks that a request has at least one parameter for the course and one for the user.
 * @throws InvalidRequest
 */
export function requireParameters(request: RegistrationRequest): RegistrationRequest {
  for (const parameters of [COURSE_PARAMETERS, USER_PARAMETERS])
    if (parameters.every((parameter) => request[parameter] === undefined))
      throw new InvalidRequest(`One of ${parameters.join(', ')} is required.`, inBody(parameters[0]))
  return request
}

/**
 * Applies the rules to one request: identify the course, check access, check eligibility. The user service
 * has identified the user.
 *
 * @param id reserved for the registration
 * @returns the registration to be inserted, or the first rule that the request breaks
 * @throws Unavailable when the user had to be known and the user service did not respond
 */
export function evaluate(
  request: RegistrationRequest,
  { courseMatches, user: foundUser }: LookedUp,
  { actor, scope, strict }: RequestContext,
  id: number,
  now: Date,
): Result<AllowedRegistration> {
  return resultOf(() => {
    // The course comes first: an error about it is returned even while the user service is unavailable.
    const course = identifyCourse(courseMatches, strict)
    const user = requireUser(foundUser, (found) =>
      requireCourseAndUserInScope({ course: course.record, user: found }, scope),
    )
    // Only now: whether parameters agree tells something about what they name.
    requireAgreement(course, user)
    requireEligible(course.record, user.record, now)
    return {
      registration: newRegistration(id, course.record, user.record, request.externalId ?? '', actor, now),
      user: user.record,
      identifiedBy: { course: course.identifiedBy, user: user.identifiedBy },
    }
  })
}

/** @throws CourseNotFound, CourseAmbiguous */
export function identifyCourse(
  matches: CourseMatches,
  strict: boolean,
): Identified<CourseParameter, StoredCourse> {
  const found = identify(COURSE_PARAMETERS, (parameter) => matches[parameter], strict)
  switch (found.kind) {
    case 'identified':
      return found
    case 'not-found':
      throw new CourseNotFound()
    case 'ambiguous':
      throw new CourseAmbiguous()
  }
}

/**
 * @param requireAccess is called with the groups of the user, or of the one who is left, before anything else
 * is told: whether a hidden one was merged would be too much. An operator can see every user.
 * @throws UserNotFound, UserAmbiguous, Unavailable, AccountMerged, and what `requireAccess` throws
 */
export function requireUser(
  found: LookedUpUser,
  requireAccess: (user: InGroups) => void = () => undefined,
): Identified<UserParameter, User> {
  switch (found.kind) {
    case 'identified':
      requireAccess(found.record)
      return found
    case 'not-found':
      throw new UserNotFound()
    case 'ambiguous':
      throw new UserAmbiguous()
    case 'merged':
      requireAccess(found.user)
      throw new AccountMerged(found.user)
    case 'unavailable':
      throw found.error
  }
}

/** @throws IdentifiersDisagree when parameters name different courses, or different users */
export function requireAgreement(...found: readonly { readonly disagrees: boolean }[]): void {
  if (found.some(({ disagrees }) => disagrees)) throw new IdentifiersDisagree()
}

/** @throws the first reason why the user may not be registered for the course */
export function requireEligible(course: Course, user: User, now: Date): void {
  if (!course.active) throw new CourseInactive()
  if (!course.published) throw new CourseNotPublished()
  if (course.eventBased) throw new EventBasedCourse() // such a course is booked through its conference
  if (!course.requiresRegistration) throw new RegistrationNotRequired()
  // The user service does not identify deleted users, so only the expiration date is left to check.
  if (user.expiresAt !== undefined && user.expiresAt <= now) throw new UserInactive()
}

/** A new registration, in status Not Started. */
export function newRegistration(
  id: number,
  course: StoredCourse,
  user: User,
  externalId: string,
  actor: Actor,
  now: Date,
): Registration {
  return {
    id,
    course: {
      id: course.id,
      name: course.name,
      groupIds: course.groupIds,
      version: course.version,
      deleted: course.deleted,
    },
    user: {
      userId: user.id,
      version: user.version,
      externalId: user.externalId,
      groupIds: user.groupIds,
      deleted: false,
    },
    externalId,
    status: 'Not Started',
    createdAt: now,
    registeredAt: now,
    completedAt: null,
    score: null,
    success: null,
    updatedAt: now,
    history: [
      {
        at: now,
        by: actor.id,
        byName: actor.name,
        from: null,
        to: 'Not Started',
        score: null,
        success: null,
      },
    ],
    version: 1,
    importKey: '',
  }
}

/**
 * The result of a request that an earlier attempt has already carried out. Course and user may have changed
 * in the meantime, so only access is checked again.
 */
export function resultOfEarlierAttempt(
  request: RegistrationRequest,
  written: Registration,
  scope: Scope | undefined,
): Result<Registered> {
  return resultOf(() => {
    if (scope) requireCourseAndUserInScope(written, scope)
    return {
      registration: written,
      identifiedBy: identifiedByOf(request, written),
      wasCreatedEarlier: true,
    }
  })
}

/**
 * The parameters that identified the course and the user, as far as the copies tell. They have no external id
 * of the course and no e-mail address, and names change, so the last parameter of the request is returned if
 * no other one matches.
 */
function identifiedByOf(request: RegistrationRequest, { course, user }: Registration): IdentifiedBy {
  const isSent = (parameter: keyof RegistrationRequest) => request[parameter] !== undefined
  const copies: RegistrationRequest = {
    courseId: course.id,
    courseName: course.name,
    userId: user.userId,
    userExternalId: user.externalId,
  }
  const matches = (parameter: keyof RegistrationRequest) =>
    isSent(parameter) && request[parameter] === copies[parameter]
  return {
    course: COURSE_PARAMETERS.find(matches) ?? COURSE_PARAMETERS.findLast(isSent) ?? 'courseId',
    user: USER_PARAMETERS.find(matches) ?? USER_PARAMETERS.findLast(isSent) ?? 'userId',
  }
}

/** A move to a status, with what a caller may add to a completion. */
export interface Move {
  readonly to: Status
  /** Undefined leaves the score as it is. */
  readonly score?: number | undefined
  readonly success?: boolean | undefined
  /** The item of an import that moves it, with its own date of completion. */
  readonly imported?: FinishedBy & { readonly completedAt: Date | null }
}

/**
 * Moves a registration, from any status. Returns the same object when the registration has that status
 * already and neither the score nor the success changes.
 */
export function move(
  registration: Registration,
  { to, score, success, imported }: Move,
  actor: Actor,
  now: Date,
): Registration {
  const newScore = score ?? registration.score
  const newSuccess = success ?? registration.success
  const isRepeated = registration.status === to
  if (isRepeated && newScore === registration.score && newSuccess === registration.success)
    return registration
  const entry = {
    at: now,
    by: actor.id,
    byName: actor.name,
    from: registration.status,
    to,
    score: newScore,
    success: success ?? null,
    ...(imported && { imported: true as const }),
  }
  const { completedAt, ...finishedBy } = imported ?? {}
  const others = registration.finishedBy?.filter((by) => by.importKey !== imported?.importKey) ?? []
  const completedNow = to === 'Completed' && !imported ? now : null
  return {
    ...registration,
    status: to,
    score: newScore,
    success: newSuccess,
    completedAt: completedAt ?? registration.completedAt ?? completedNow,
    updatedAt: now,
    history: [...registration.history, entry],
    version: registration.version + 1,
    ...(imported && { finishedBy: [...others, finishedBy as FinishedBy] }),
  }
}

/** Of two registrations of one person for a course, which one stays open. */
export const isOlder = (one: Registration, other: Registration): boolean =>
  one.createdAt < other.createdAt || (+one.createdAt === +other.createdAt && one.id < other.id)

interface InGroups {
  readonly groupIds: readonly number[]
}

/** Whether course and user are both in scope. Each may be in scope through a different grant. */
export const isVisible = ({ course, user }: { course: InGroups; user: InGroups }, scope: Scope) =>
  scope.includesAny(course.groupIds) && scope.includesAny(user.groupIds)

/** @throws Forbidden, which does not tell whether the course or the user is out of scope */
export function requireVisible(record: { course: InGroups; user: InGroups }, scope: Scope): void {
  if (!isVisible(record, scope)) throw new Forbidden()
}

/**
 * The same for a create, whose caller has named the course and the user: the error may tell which of them is
 * out of scope.
 * @throws CourseOutOfReach, UserOutOfReach
 */
export function requireCourseAndUserInScope(
  { course, user }: { course: InGroups; user: InGroups },
  scope: Scope,
): void {
  if (!scope.includesAny(course.groupIds)) throw new CourseOutOfReach()
  if (!scope.includesAny(user.groupIds)) throw new UserOutOfReach()
}

/** Whether lists and reads show the registration: its user and its course are not deleted. */
export const isActive = ({ course, user }: ListedRegistration) => !course.deleted && !user.deleted
