import { UserInactive } from '../src/errors.ts'
import { presentWithDetails } from '../src/registrations/presenter.ts'
import { move, newRegistration, requireEligible, STATUSES } from '../src/registrations/rules.ts'
import { aResolvedUser, aStoredCourse } from '../../../testing/registration/begun.ts'

it('a user who has expired is not eligible, from the very moment on (R18)', () => {
  const now = new Date('2026-03-01T08:00:00Z')
  const expiring = (ms: number) => () =>
    requireEligible(aStoredCourse(), aResolvedUser({ expiresAt: new Date(now.getTime() + ms) }), now)
  expect(expiring(-1)).toThrow(UserInactive)
  expect(expiring(0)).toThrow(UserInactive)
  expect(expiring(1)).not.toThrow()
})

const by = { id: 3, name: 'HR sync' }
const created = new Date('2026-03-01T08:00:00Z')
const later = new Date('2026-03-02T09:30:00Z')
const latest = new Date('2026-03-03T10:45:00Z')

const begun = () => newRegistration(48151, aStoredCourse(), aResolvedUser(), 'enrolment-2291', by, created)

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

  it('with a new score keeps `success`, and has only what was sent in the history (R6)', () => {
    const completed = move(begun(), { to: 'Completed', score: 70, success: true }, by, later)
    const corrected = move(completed, { to: 'Completed', score: 87.5 }, by, latest)
    expect(corrected.success).toBe(true)
    expect(corrected.history.at(-1)).toMatchObject({ score: 87.5, success: null })
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

  it('is shown as the last change, among the details (R6)', () => {
    expect(presentWithDetails(move(begun(), { to: 'Completed', success: true }, by, later))).toMatchObject({
      createdDate: '2026-03-01T08:00:00Z',
      registrationDate: '2026-03-01T08:00:00Z',
      completionDate: '2026-03-02T09:30:00Z',
      updatedDate: '2026-03-02T09:30:00Z',
      success: true,
    })
  })

  it('leaves what it was given untouched', () => {
    const before = begun()
    move(before, { to: 'Completed', score: 1 }, by, later)
    expect(before).toEqual(begun())
  })
})
