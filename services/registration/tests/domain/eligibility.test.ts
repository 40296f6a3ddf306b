import {
  CourseInactive,
  CourseNotPublished,
  EventBasedCourse,
  RegistrationNotRequired,
  UserInactive,
} from '../../src/domain/errors.ts'
import { requireEligible } from '../../src/domain/registration.ts'
import { aResolvedUser, aStoredCourse } from '../kit/begun.ts'

const now = new Date('2026-03-01T08:00:00Z')
const course = aStoredCourse()
const user = aResolvedUser()

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
