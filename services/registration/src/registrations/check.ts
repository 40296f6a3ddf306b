import type { Trace } from '../../../shared/trace.ts'
import type { Clock } from '../../../shared/time.ts'
import type { Scope } from '../../../shared/domain/account.ts'
import { IdentifiersDisagree, InvalidRequest } from '../../../shared/errors.ts'
import type { StoredCourse } from '../courses/rules.ts'
import { UserAmbiguous, UserNotFound } from '../errors.ts'
import {
  COURSE_PARAMETERS,
  identifyCourse,
  USER_PARAMETERS,
  type CourseParameter,
  type UserParameter,
} from './identification.ts'
import { begin, requireEligible, requireInScope, type Actor, type Registration } from './rules.ts'
import type { User } from '../user-copies/rules.ts'
import type { Changes } from '../user-copies/changes.ts'
import type { Courses } from '../courses/repository.ts'
import type { NewRegistration } from './repository.ts'
import type { UserAnswer, Users } from '../clients/users.ts'

/** The body of a create (specification §4.1.1). */
export interface RegistrationRequest {
  readonly courseId?: number
  readonly courseName?: string
  readonly courseExternalId?: string
  readonly userId?: number
  readonly userExternalId?: string
  readonly userEmail?: string
  readonly externalId?: string
}

/** The caller and its options. */
export interface Asking {
  readonly by: Actor
  readonly scope: Scope
  readonly strict: boolean
  readonly trace: Trace
}

/** The registration that a request leads to, and which of its parameters told so. */
export interface Registered {
  readonly registration: Registration
  readonly resolvedBy: { readonly course: CourseParameter; readonly user: UserParameter }
  /** An earlier try with the same id has written it. */
  readonly repeated: boolean
}

/** A registration that may be written. */
export type Eligible = Registered & NewRegistration

/**
 * Checks one of the requests.
 * @param id of the registration
 * @throws InvalidRequest, CourseNotFound …: the first rule that is broken, in the order of decision A5
 */
export type Judge = (position: number, id: number) => Eligible

interface Deps {
  readonly courses: Courses
  readonly users: Users
  readonly changes: Changes
  readonly clock: Clock
}

/**
 * Looks up everything that the requests name, with a few reads and one call for any number of requests;
 * returns the check of each one.
 */
export async function check(
  { courses, users, changes, clock }: Deps,
  requests: readonly RegistrationRequest[],
  { by, scope, strict, trace }: Asking,
): Promise<Judge> {
  const complete = requests.filter((request) => !missingParameter(request))
  const asOf = changes.known
  const [found, resolved] = await Promise.allSettled([
    courses.matching(complete),
    complete.length > 0 ? users.resolve(complete.map(userPart), strict, trace) : [],
  ])
  if (found.status === 'rejected') throw found.reason
  const coursesOf = index(found.value)
  const now = clock.now()

  return (position, id) => {
    const request = requests[position] as RegistrationRequest
    requireParameters(request)
    const course = identifyCourse(coursesOf(request), strict)
    // An error about the course is answered even while the user service is unavailable.
    if (resolved.status === 'rejected') throw resolved.reason
    const { user, by: userBy } = requireUser(resolved.value[complete.indexOf(request)])
    requireInScope({ course: course.record, user }, scope)
    const resolvedBy = { course: course.by, user: userBy }
    requireEligible(course.record, user, now)
    const { externalId = '' } = request
    const registration = begin(id, { course: course.record, user, externalId }, by, now)
    return { registration, user, asOf, resolvedBy, repeated: false }
  }
}

/**
 * What an earlier try has written: the result of its repetition, whatever became of course and user since.
 * @throws CourseOutOfReach, UserOutOfReach
 */
export function repeatedly(request: RegistrationRequest, written: Registration, scope: Scope): Registered {
  requireInScope(written, scope)
  const { courseId, courseName, userId, userExternalId } = request
  const { course, user } = written
  const byName = courseName === course.name ? 'courseName' : 'courseExternalId'
  const byExternalId = userExternalId === user.externalId ? 'userExternalId' : 'userEmail'
  const resolvedBy = {
    course: courseId === course.id ? 'courseId' : byName,
    user: userId === user.userId ? 'userId' : byExternalId,
  } as const
  return { registration: written, resolvedBy, repeated: true }
}

/** At least one course and one user parameter (decision R4). @throws InvalidRequest */
export function requireParameters(request: RegistrationRequest): void {
  const missing = missingParameter(request)
  if (missing) throw new InvalidRequest(`One of ${missing.join(', ')} is required.`)
}

const missingParameter = (request: RegistrationRequest) =>
  [COURSE_PARAMETERS, USER_PARAMETERS].find((names) => names.every((name) => request[name] === undefined))

const userPart = ({ userId, userExternalId, userEmail }: RegistrationRequest) => ({
  ...(userId === undefined ? {} : { userId }),
  ...(userExternalId === undefined ? {} : { userExternalId }),
  ...(userEmail === undefined ? {} : { userEmail }),
})

function requireUser(answer: UserAnswer | undefined): { user: User; by: UserParameter } {
  switch (answer?.code) {
    case 'resolved':
      return answer
    case 'user-not-found':
      throw new UserNotFound()
    case 'user-ambiguous':
      throw new UserAmbiguous()
    case 'identifiers-disagree':
      throw new IdentifiersDisagree()
    case undefined:
      throw new Error('one query, one answer')
  }
}

/** Finds the courses of one request among those that were read for all requests. */
function index(courses: readonly StoredCourse[]) {
  const by = {
    courseId: Map.groupBy(courses, ({ id }) => id),
    courseName: Map.groupBy(courses, ({ name }) => name),
    courseExternalId: Map.groupBy(courses, ({ externalId }) => externalId),
  } satisfies Record<CourseParameter, ReadonlyMap<number | string, StoredCourse[]>>
  return ({ courseId, courseName, courseExternalId }: RegistrationRequest) => ({
    ...(courseId === undefined ? {} : { courseId: by.courseId.get(courseId) ?? [] }),
    ...(courseName === undefined ? {} : { courseName: by.courseName.get(courseName) ?? [] }),
    ...(courseExternalId === undefined
      ? {}
      : { courseExternalId: by.courseExternalId.get(courseExternalId) ?? [] }),
  })
}
