import type { Scope } from '../../../shared/domain/account.ts'
import { UserOutOfReach } from '../../../shared/errors.ts'
import type { Course, StoredCourse } from '../courses/rules.ts'
import {
  CourseInactive,
  CourseNotPublished,
  CourseOutOfReach,
  EventBasedCourse,
  Forbidden,
  RegistrationNotRequired,
  UserInactive,
} from '../errors.ts'
import type { User, UserCopy } from '../user-copies/rules.ts'

/** The states of a registration (specification §3). */
export const STATUSES = ['Not Started', 'Completed', 'Approved', 'Withdrawn'] as const
export type Status = (typeof STATUSES)[number]

/** States in which a registration blocks another one for the same user and course (decision R8). */
const OPEN: ReadonlySet<Status> = new Set<Status>(['Not Started', 'Approved'])
export const isOpen = (status: Status) => OPEN.has(status)

/** One step of a registration: by whom, when, from, to (decisions, "Beyond the specification"). */
export interface HistoryEntry {
  readonly at: Date
  readonly by: number
  readonly byName: string
  /** Null for the creation. */
  readonly from: Status | null
  readonly to: Status
  readonly score: number | null
  /** Null when it was not given (decision R6). */
  readonly success: boolean | null
}

export interface Registration {
  readonly id: number
  readonly course: Pick<StoredCourse, 'id' | 'name' | 'groupIds' | 'version' | 'deleted'>
  readonly user: UserCopy
  readonly externalId: string
  readonly status: Status
  readonly createdAt: Date
  readonly registeredAt: Date
  /** Set by the first complete, kept afterwards (decision R7). */
  readonly completedAt: Date | null
  readonly score: number | null
  readonly updatedAt: Date
  readonly history: readonly HistoryEntry[]
  /** Grows with each move. */
  readonly version: number
}

/** What callers see of a registration, and whether they see it. */
export type ShownRegistration = Pick<
  Registration,
  'id' | 'externalId' | 'status' | 'createdAt' | 'registeredAt' | 'completedAt' | 'score'
> & {
  readonly course: Pick<Registration['course'], 'id' | 'name' | 'deleted'>
  readonly user: Pick<UserCopy, 'userId' | 'externalId' | 'deleted'>
}

/** The account that acts, for the history. */
export interface Actor {
  readonly id: number
  readonly name: string
}

/**
 * Checks whether the user may be registered for the course (specification §1; decisions S3, R18).
 * @throws the first reason why not
 */
export function requireEligible(course: Course, user: User, now: Date): void {
  if (!course.active) throw new CourseInactive()
  if (!course.published) throw new CourseNotPublished()
  // Conferences replace event-based courses: specification §1.
  if (course.eventBased) throw new EventBasedCourse()
  if (!course.requiresRegistration) throw new RegistrationNotRequired()
  // Deleted users never get this far: they do not match.
  if (user.expiresAt !== undefined && user.expiresAt <= now) throw new UserInactive()
}

/** A new registration, in status "Not Started" (specification §3, first row). */
export function begin(
  id: number,
  { course, user, externalId }: { course: StoredCourse; user: User; externalId: string },
  by: Actor,
  now: Date,
): Registration {
  const { name, groupIds, version, deleted } = course
  return {
    id,
    course: { id: course.id, name, groupIds, version, deleted },
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
    updatedAt: now,
    history: [entry(by, now, null, 'Not Started', null, null)],
    version: 1,
  }
}

/** A move to a status, with what the caller may add. */
export interface Move {
  readonly to: Status
  /** Only with a complete; undefined leaves the score as it is. */
  readonly score?: number | undefined
  readonly success?: boolean | undefined
}

/**
 * Moves a registration, from any state (specification §3; decisions R5–R7). Repeating a move that already holds
 * returns the same registration, unless it brings a new score.
 */
export function move(
  registration: Registration,
  { to, score, success }: Move,
  by: Actor,
  now: Date,
): Registration {
  const newScore = score ?? registration.score
  if (registration.status === to && newScore === registration.score) return registration
  return {
    ...registration,
    status: to,
    score: newScore,
    completedAt: to === 'Completed' ? (registration.completedAt ?? now) : registration.completedAt,
    updatedAt: now,
    history: [...registration.history, entry(by, now, registration.status, to, newScore, success ?? null)],
  }
}

function entry(
  by: Actor,
  at: Date,
  from: Status | null,
  to: Status,
  score: number | null,
  success: boolean | null,
): HistoryEntry {
  return { at, by: by.id, byName: by.name, from, to, score, success }
}

interface InGroups {
  readonly groupIds: readonly number[]
}

/** The course and the user both lie in the account's groups (specification §1, "Visibility"; decision A3). */
export const isVisible = ({ course, user }: { course: InGroups; user: InGroups }, scope: Scope) =>
  scope.includesAny(course.groupIds) && scope.includesAny(user.groupIds)

/** @throws Forbidden (decision A4: the record exists, so it is not 404) */
export function requireVisible(record: { course: InGroups; user: InGroups }, scope: Scope): void {
  if (!isVisible(record, scope)) throw new Forbidden()
}

/**
 * Tells a create which half is out of reach: the course as long as it is, and the user only then. What the account knows
 * of courses makes that nothing new (record 0018).
 * @throws CourseOutOfReach, UserOutOfReach
 */
export function requireInScope({ course, user }: { course: InGroups; user: InGroups }, scope: Scope): void {
  if (!scope.includesAny(course.groupIds)) throw new CourseOutOfReach()
  if (!scope.includesAny(user.groupIds)) throw new UserOutOfReach()
}

/** Whether lists and reads show the registration (decisions R12, R16). */
export const isActive = ({ course, user }: ShownRegistration) => !course.deleted && !user.deleted
