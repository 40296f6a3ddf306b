import { Scope } from '../../platform/domain/account.ts'
import { UserInactive } from '../src/errors.ts'
import { presentWithDetails, tagOf } from '../src/registrations/presenter.ts'
import { evaluate, move, newRegistration, requireEligible, STATUSES } from '../src/registrations/rules.ts'
import { aUser, aStoredCourse } from '../../../testing/registration/begun.ts'

it('a user is not eligible from the moment of the expiration date on (R18)', () => {
  const now = new Date('2026-03-01T08:00:00Z')
  const expiring = (ms: number) => () =>
    requireEligible(aStoredCourse(), aUser({ expiresAt: new Date(now.getTime() + ms) }), now)
  expect(expiring(-1)).toThrow(UserInactive)
  expect(expiring(0)).toThrow(UserInactive)
  expect(expiring(1)).not.toThrow()
})

const by = { id: 3, name: 'HR sync' }

it('the course is judged before the user, also one who was merged (R3, A4)', () => {
  const codesFor = (scope: readonly number[], userGroups: readonly number[]) => {
    const user = aUser({ groupIds: userGroups })
    return [
      { kind: 'identified', record: user, identifiedBy: 'userId', disagrees: false } as const,
      { kind: 'merged', user: { ...user, mergedInto: 1008 } } as const,
    ].map((found) => {
      const lookedUp = { courseMatches: { courseId: [aStoredCourse({ groupIds: [12] })] }, user: found }
      const context = { actor: by, scope: new Scope(scope), strict: false }
      const result = evaluate({ courseId: 210, userId: 1007 }, lookedUp, context, 48151, new Date())
      return result.kind === 'rejected' ? result.error.code : result.kind
    })
  }
  expect(codesFor([1], [2])).toEqual(['course-out-of-reach', 'course-out-of-reach'])
  expect(codesFor([1], [1])).toEqual(['course-out-of-reach', 'course-out-of-reach'])
  expect(codesFor([12], [2])).toEqual(['user-out-of-reach', 'user-out-of-reach'])
  expect(codesFor([12], [12])).toEqual(['accepted', 'merged'])
})
const created = new Date('2026-03-01T08:00:00Z')
const later = new Date('2026-03-02T09:30:00Z')
const latest = new Date('2026-03-03T10:45:00Z')

const begun = () => newRegistration(48151, aStoredCourse(), aUser(), 'enrolment-2291', by, created)

describe('a move', () => {
  const targets = ['Completed', 'Approved', 'Withdrawn'] as const
  const pairs = STATUSES.flatMap((from) => targets.map((to) => ({ from, to })))

  it.each(pairs)('from $from leads to $to (specification §3; R5)', ({ from, to }) => {
    expect(move({ ...begun(), status: from }, { to }, by, later).status).toBe(to)
  })

  it.each(targets)('to %s changes nothing if it is repeated (R5)', (to) => {
    const moved = move(begun(), { to }, by, later)
    expect(move(moved, { to }, by, latest)).toBe(moved)
  })

  it('that is repeated with another score, also 0, changes the score and no date (R5, R7)', () => {
    const completed = move(begun(), { to: 'Completed', score: 70 }, by, later)
    expect(move(completed, { to: 'Completed', score: 70 }, by, latest)).toBe(completed)
    for (const score of [87.5, 0]) {
      const corrected = move(completed, { to: 'Completed', score }, by, latest)
      expect(corrected).toMatchObject({ score, completedAt: later, updatedAt: latest })
      expect(corrected.history).toHaveLength(3)
    }
  })

  it('that is repeated with another `success` changes it, and is in the history (R5, R6)', () => {
    const completed = move(begun(), { to: 'Completed', success: true }, by, later)
    expect(move(completed, { to: 'Completed', success: true }, by, latest)).toBe(completed)
    expect(move(completed, { to: 'Completed' }, by, latest)).toBe(completed)
    const corrected = move(completed, { to: 'Completed', success: false }, by, latest)
    expect(corrected).toMatchObject({ success: false, completedAt: later, updatedAt: latest })
    expect(corrected.history.at(-1)).toMatchObject({ from: 'Completed', to: 'Completed', success: false })
  })

  it('with another score keeps `success`, and its entry has only a `success` that was sent (R6)', () => {
    const completed = move(begun(), { to: 'Completed', score: 70, success: true }, by, later)
    const corrected = move(completed, { to: 'Completed', score: 87.5 }, by, latest)
    expect(corrected.success).toBe(true)
    expect(corrected.history.at(-1)).toMatchObject({ score: 87.5, success: null })
  })

  it('leads to Completed with any `success`, which is in the history (R6)', () => {
    const completed = move(begun(), { to: 'Completed', success: false }, by, later)
    expect(completed.status).toBe('Completed')
    expect(completed.history.at(-1)).toMatchObject({ from: 'Not Started', to: 'Completed', success: false })
  })

  it('sets the completion date with the first completion, and never again (R7)', () => {
    const completed = move(begun(), { to: 'Completed' }, by, later)
    const withdrawn = move(completed, { to: 'Withdrawn' }, by, latest)
    const again = move(withdrawn, { to: 'Completed' }, by, new Date('2027-01-01T00:00:00Z'))
    expect([completed, withdrawn, again].map(({ completedAt }) => completedAt)).toEqual([later, later, later])
  })

  it('gets another ETag with another copy of its user or course, even at the same time (B4)', () => {
    const { user, course, ...fields } = begun()
    const states = [
      { ...fields, user, course },
      { ...fields, user: { ...user, version: user.version + 1 }, course },
      { ...fields, user: { ...user, version: user.version + 1 }, course: { ...course, version: 99 } },
    ]
    expect(new Set(states.map(tagOf)).size).toBe(states.length)
  })

  it('sets the updated date, which is one of the details (R6)', () => {
    expect(presentWithDetails(move(begun(), { to: 'Completed', success: true }, by, later))).toMatchObject({
      createdDate: '2026-03-01T08:00:00Z',
      registrationDate: '2026-03-01T08:00:00Z',
      completionDate: '2026-03-02T09:30:00Z',
      updatedDate: '2026-03-02T09:30:00Z',
      success: true,
    })
  })

  it('does not change the registration that was passed in', () => {
    const before = begun()
    move(before, { to: 'Completed', score: 1 }, by, later)
    expect(before).toEqual(begun())
  })
})
