import type { Course } from '@rollcall/client'
import { desiredRegistrationsOf } from '../src/sync/registrations/desired-registrations.ts'

const courses = [101, 102].map((id) => ({ id, name: `Course ${id}`, externalId: `c-${id}` }) as Course)

/** The rows of a file for both courses; a sync withdraws no one if it is unclear what the file asks for. */
function read(...bodies: Record<string, unknown>[]) {
  const rows = bodies.map((body, index) => ({ line: index + 2, bytesRead: 0, body }))
  const { registrations, unsent, isUnclear } = desiredRegistrationsOf(rows, courses, true)
  return { isUnclear, asked: registrations.length, details: unsent.map(({ detail }) => detail) }
}

const person = { userExternalId: 'hr-1' }

it.each([
  ['an id that is none', { courseId: '101.0' }, 'courseId must be a whole number.'],
  ['a name that is none', { courseName: null }, 'courseName must be text.'],
  ['an external id for several courses', { externalId: 'e1' }, expect.stringContaining('Give it a course.')],
])('it is unclear for which course a row is that has %s', (_what, fields, detail) => {
  const other = { userExternalId: 'hr-2', courseId: 101 }
  expect(read({ ...person, ...fields }, other)).toEqual({ isUnclear: true, asked: 1, details: [detail] })
})

it('rows about other courses are left out, unless all are', () => {
  const other = { ...person, courseName: 'Curse 101' }
  expect(read(other)).toMatchObject({ isUnclear: true, asked: 0 })
  expect(read(other, { ...person, courseExternalId: 'c-102' })).toMatchObject({ isUnclear: false, asked: 1 })
})
