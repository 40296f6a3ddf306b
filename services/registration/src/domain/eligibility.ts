import type { Course } from './course.ts'
import {
  CourseInactive,
  CourseNotPublished,
  EventBasedCourse,
  RegistrationNotRequired,
  UserInactive,
} from './errors.ts'
import type { User } from './user.ts'

/**
 * May this user be registered for this course? (specification §1; decisions S3, R18)
 * @throws the first reason why not
 */
export function requireEligible(course: Course, user: User, now: Date): void {
  if (!course.active) throw new CourseInactive()
  if (!course.published) throw new CourseNotPublished()
  // Conferences replace event-based courses: specification §1.
  if (course.eventBased) throw new EventBasedCourse()
  if (!course.requiresRegistration) throw new RegistrationNotRequired()
  if (!isActive(user, now)) throw new UserInactive()
}

/** Deleted users never get this far: they do not match. */
const isActive = (user: User, now: Date) => user.expiresAt === undefined || user.expiresAt > now
