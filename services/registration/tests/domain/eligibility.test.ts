import type { Course } from '../../src/domain/course.ts'
import { requireEligible } from '../../src/domain/eligibility.ts'
import {
  CourseInactive,
  CourseNotPublished,
  EventBasedCourse,
  RegistrationNotRequired,
  UserInactive,
} from '../../src/domain/errors.ts'
import type { User } from '../../src/domain/user.ts'

const now = new Date('2026-03-01T08:00:00Z')
const course: Course = {
  id: 210,
  name: 'Fire safety',
  externalId: '',
  groupIds: [12],
  active: true,
  published: true,
  requiresRegistration: true,
  eventBased: false,
}
const user: User = {
  id: 1007,
  version: 1,
  externalId: '',
  email: 'ada@example.org',
  firstName: 'Ada',
  lastName: 'Byron',
  groupIds: [12],
  expiresAt: undefined,
}

describe('eligibility (specification §1; S3)', () => {
  it('is given for an active user and an active, published course that requires registration', () => {
    expect(() => requireEligible(course, user, now)).not.toThrow()
  })

  it.each([
    ['an inactive course', { active: false }, CourseInactive],
    ['an unpublished course', { published: false }, CourseNotPublished],
    ['an event-based course', { eventBased: true }, EventBasedCourse],
    ['a course that needs no registration', { requiresRegistration: false }, RegistrationNotRequired],
  ])('is refused for %s', (_what, fields, error) => {
    expect(() => requireEligible({ ...course, ...fields }, user, now)).toThrow(error)
  })

  it('is refused for a user who has expired, from the very moment on (R18)', () => {
    const expiring = (expiresAt: Date) => () => requireEligible(course, { ...user, expiresAt }, now)
    expect(expiring(new Date(now.getTime() - 1))).toThrow(UserInactive)
    expect(expiring(now)).toThrow(UserInactive)
    expect(expiring(new Date(now.getTime() + 1))).not.toThrow()
  })
})
