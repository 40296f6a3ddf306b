import { Scope } from '../../shared/domain/account.ts'
import { IdentifiersDisagree, UserOutOfReach } from '../../shared/errors.ts'
import {
  CourseAmbiguous,
  CourseInactive,
  CourseNotFound,
  CourseNotPublished,
  CourseOutOfReach,
  EventBasedCourse,
  Forbidden,
  RegistrationNotRequired,
  UserInactive,
} from '../src/errors.ts'
import { createdEvent } from '../src/registrations/create.ts'
import {
  identifyCourse,
  isActive,
  isOpen,
  isVisible,
  move,
  newRegistration,
  replayOf,
  requireEligible,
  requireInScope,
  requireVisible,
  STATUSES,
} from '../src/registrations/rules.ts'
import { aResolvedUser, aStoredCourse } from '../../../testing/registration/begun.ts'

describe('the one course that matches (R1, R3)', () => {
  const [one, two] = [aStoredCourse({ id: 1 }), aStoredCourse({ id: 2 })]

  it('is found by id before name before external id, and by the next one when one matches nothing', () => {
    const found = (matches: Parameters<typeof identifyCourse>[0]) => identifyCourse(matches, false)
    const all = { courseExternalId: [two], courseName: [two], courseId: [one] }
    expect(found(all)).toMatchObject({ record: one, by: 'courseId' })
    expect(found({ courseExternalId: [one], courseName: [two] })).toMatchObject({
      record: two,
      by: 'courseName',
    })
    const last = { courseId: [], courseName: [], courseExternalId: [two] }
    expect(found(last)).toMatchObject({ record: two, by: 'courseExternalId' })
  })

  it('is rejected at once when a parameter matches more than one, even if a later one would tell', () => {
    const matches = { courseName: [one, two], courseExternalId: [one] }
    expect(() => identifyCourse(matches, false)).toThrow(CourseAmbiguous)
  })

  it('is not found when nothing matches', () => {
    expect(() => identifyCourse({ courseId: [] }, false)).toThrow(CourseNotFound)
    expect(() => identifyCourse({}, false)).toThrow(CourseNotFound)
  })

  it('has to be named by every parameter supplied when handling is strict', () => {
    expect(() => identifyCourse({ courseId: [one], courseName: [two] }, true)).toThrow(IdentifiersDisagree)
    expect(() => identifyCourse({ courseId: [one], courseName: [] }, true)).toThrow(IdentifiersDisagree)
    expect(identifyCourse({ courseId: [one], courseName: [one, two] }, true).record).toBe(one)
  })
})

describe('visibility (specification §1; A3)', () => {
  const scope = new Scope([10, 20])

  it.each([
    ['both within', [10], [20], true],
    ['course outside', [30], [20], false],
    ['user outside', [10], [30], false],
    ['one of several groups within', [30, 10], [40, 20], true],
    ['no groups at all', [], [20], false],
  ])('%s', (_what, courseGroups, userGroups, visible) => {
    const record = { course: { groupIds: courseGroups }, user: { groupIds: userGroups } }
    expect(isVisible(record, scope)).toBe(visible)
  })

  it('rejects what it can not reach (A4), and tells a create which half: the course as long as that is one', () => {
    const [withDeadline, outside] = [{ groupIds: [10] }, { groupIds: [30] }]
    expect(() => requireVisible({ course: outside, user: withDeadline }, scope)).toThrow(Forbidden)
    expect(() => requireInScope({ course: outside, user: outside }, scope)).toThrow(CourseOutOfReach)
    expect(() => requireInScope({ course: withDeadline, user: outside }, scope)).toThrow(UserOutOfReach)
    expect(() => requireInScope({ course: withDeadline, user: withDeadline }, scope)).not.toThrow()
  })
})

describe('eligibility (specification §1; S3)', () => {
  const now = new Date('2026-03-01T08:00:00Z')
  const [course, user] = [aStoredCourse(), aResolvedUser()]

  it.each([
    ['an inactive course', { active: false }, CourseInactive],
    ['an unpublished course', { published: false }, CourseNotPublished],
    ['an event-based course', { eventBased: true }, EventBasedCourse],
    ['a course that needs no registration', { requiresRegistration: false }, RegistrationNotRequired],
  ])('is rejected for %s, of all that it takes', (_what, fields, error) => {
    expect(() => requireEligible(course, user, now)).not.toThrow()
    expect(() => requireEligible({ ...course, ...fields }, user, now)).toThrow(error)
  })

  it('is rejected for a user who has expired, from the very moment on (R18)', () => {
    const expiring = (expiresAt: Date) => () => requireEligible(course, { ...user, expiresAt }, now)
    expect(expiring(new Date(now.getTime() - 1))).toThrow(UserInactive)
    expect(expiring(now)).toThrow(UserInactive)
    expect(expiring(new Date(now.getTime() + 1))).not.toThrow()
  })
})

const by = { id: 3, name: 'HR sync' }
const created = new Date('2026-03-01T08:00:00Z')
const later = new Date('2026-03-02T09:30:00Z')
const latest = new Date('2026-03-03T10:45:00Z')

const user = aResolvedUser({ version: 4, externalId: 'hr-20931' })
const begun = () => newRegistration(48151, aStoredCourse(), user, 'enrolment-2291', by, created)

it('the event of a create has what the e-mail needs, as it was then (R21, S6)', () => {
  const trace = { requestId: 'call-1', traceparent: '' }
  expect(createdEvent({ registration: begun(), user }, trace)).toEqual({
    type: 'registration.created.v1',
    trace,
    payload: {
      eventId: expect.stringMatching(/^[\da-f-]{36}$/),
      occurredAt: created.toISOString(),
      registrationId: 48151,
      courseId: 210,
      courseName: 'Fire safety',
      userId: 1007,
      userEmail: 'ada@example.org',
      userFirstName: 'Ada',
      userLastName: 'Byron',
      userExternalId: 'hr-20931',
      createdDate: created.toISOString(),
      externalId: 'enrolment-2291',
    },
  })
})

it('a registration begins as Not Started, dated, without a score, with a first entry of its history (specification §3; S6)', () => {
  expect(begun()).toMatchObject({
    status: 'Not Started',
    createdAt: created,
    registeredAt: created,
    completedAt: null,
    score: null,
    externalId: 'enrolment-2291',
    history: [
      { at: created, by: 3, byName: 'HR sync', from: null, to: 'Not Started', score: null, success: null },
    ],
  })
})

it.each([
  [{ courseId: 210, courseName: 'Fire safety', userId: 1007 }, 'courseId', 'userId'],
  [{ courseName: 'Fire safety', userEmail: 'ada@example.org' }, 'courseName', 'userEmail'],
  // The course was renamed after it was found by its former name.
  [{ courseName: 'Fire drill', userExternalId: 'E-1' }, 'courseName', 'userExternalId'],
  [
    { courseId: 9, courseExternalId: 'C-1', userId: 9, userEmail: 'a@b.org' },
    'courseExternalId',
    'userEmail',
  ],
])('a replay of %j names parameters that the request has (R3, R10)', (request, course, user) => {
  const registered = { ...begun(), user: { ...begun().user, externalId: 'E-1' } }
  expect(replayOf(request, registered, new Scope([12]))).toMatchObject({
    kind: 'accepted',
    value: { resolvedBy: { course, user }, isReplay: true },
  })
})

describe('a move', () => {
  const targets = ['Completed', 'Approved', 'Withdrawn'] as const
  const pairs = STATUSES.flatMap((from) => targets.map((to) => ({ from, to })))

  it.each(pairs)('leads from $from to $to (specification §3; R5)', ({ from, to }) => {
    expect(move({ ...begun(), status: from }, { to }, by, later).status).toBe(to)
  })

  it.each(targets)('to %s changes nothing when it already holds (R5)', (to) => {
    const moved = move(begun(), { to }, by, later)
    expect(move(moved, { to }, by, latest)).toBe(moved)
  })

  it('repeated with the same score changes nothing; with a new one, also 0, it keeps the dates and takes the score (R5, R7)', () => {
    const completed = move(begun(), { to: 'Completed', score: 70 }, by, later)
    expect(move(completed, { to: 'Completed', score: 70 }, by, latest)).toBe(completed)
    for (const score of [87.5, 0]) {
      const corrected = move(completed, { to: 'Completed', score }, by, latest)
      expect(corrected).toMatchObject({ score, completedAt: later, updatedAt: latest })
      expect(corrected.history).toHaveLength(3)
    }
  })

  it('repeated with another `success` is a change, in the history too; without one it changes nothing (R5, R6)', () => {
    const completed = move(begun(), { to: 'Completed', success: true }, by, later)
    expect(move(completed, { to: 'Completed', success: true }, by, latest)).toBe(completed)
    expect(move(completed, { to: 'Completed' }, by, latest)).toBe(completed)
    const corrected = move(completed, { to: 'Completed', success: false }, by, latest)
    expect(corrected).toMatchObject({ success: false, completedAt: later, updatedAt: latest })
    expect(corrected.history.at(-1)).toMatchObject({ from: 'Completed', to: 'Completed', success: false })
  })

  it('ends in Completed whatever `success` says, and keeps it in the history (R6)', () => {
    const completed = move(begun(), { to: 'Completed', success: false }, by, later)
    expect(completed.status).toBe('Completed')
    expect(completed.history.at(-1)).toMatchObject({ from: 'Not Started', to: 'Completed', success: false })
  })

  it('sets the completion date with the first complete and keeps it ever after (R7)', () => {
    const completed = move(begun(), { to: 'Completed' }, by, later)
    const withdrawn = move(completed, { to: 'Withdrawn' }, by, latest)
    const again = move(withdrawn, { to: 'Completed' }, by, new Date('2027-01-01T00:00:00Z'))
    expect([completed, withdrawn, again].map(({ completedAt }) => completedAt)).toEqual([later, later, later])
  })

  it('leaves what it was given untouched', () => {
    const before = begun()
    move(before, { to: 'Completed', score: 1 }, by, later)
    expect(before).toEqual(begun())
  })
})

it('a registration is open while it is Not Started or Approved (R8)', () => {
  expect(STATUSES.filter(isOpen)).toEqual(['Not Started', 'Approved'])
})

it('a registration is active while its user and course are not deleted, in any status (R12, R16)', () => {
  const { user, course } = begun()
  expect(isActive(begun())).toBe(true)
  expect(isActive({ ...begun(), user: { ...user, deleted: true } })).toBe(false)
  expect(isActive({ ...begun(), course: { ...course, deleted: true } })).toBe(false)
  expect(isActive({ ...begun(), status: 'Withdrawn' })).toBe(true)
})
