import type { Course } from '@rollcall/client'
import type { Row } from '../../import/row.ts'
import { canonical, isIdentifier } from '../../import/texts.ts'
import type { SyncResult } from '../plan.ts'
import { personFieldsOf, personKeyOf } from './people.ts'

const COURSE_FIELDS = ['courseId', 'courseName', 'courseExternalId'] as const

type Body = Readonly<Record<string, unknown>>

/** A registration that the file asks for: one person in one course. */
export interface DesiredRegistration {
  readonly line: number
  /** What a create would send. */
  readonly body: Body
  readonly course: Course
}

export interface DesiredRegistrations {
  readonly registrations: readonly DesiredRegistration[]
  /** Rows that are about another course, and rows that are wrong. */
  readonly unsent: readonly SyncResult[]
  /** Whether some rows do not identify a person or a course, or none is about these courses. */
  readonly isUnclear: boolean
}

/**
 * Returns the registrations that the rows of a file ask for.
 *
 * @param courses the courses in scope; a row without a course is about each of them
 * @param areNamed whether the command names the courses; otherwise they are all visible ones, and each row names its course
 */
export function desiredRegistrationsOf(
  rows: readonly Row[],
  courses: readonly Course[],
  areNamed: boolean,
): DesiredRegistrations {
  const registrations: DesiredRegistration[] = []
  const unsent: SyncResult[] = []
  const lines = new Map<string, number>()
  let isUnclear = false
  const fail = (line: number, code: string, detail: string) =>
    void unsent.push({ line, ok: false, code, detail })
  for (const row of rows) {
    const { line } = row
    if (!('body' in row)) {
      isUnclear = true
      fail(line, row.code, row.error)
      continue
    }
    if (personFieldsOf(row.body).length === 0) {
      isUnclear = true
      fail(line, 'invalid-request', 'One of userId, userExternalId, userEmail is required.')
      continue
    }
    const named = COURSE_FIELDS.find((field) => row.body[field] !== undefined)
    if (named === undefined && !areNamed) {
      isUnclear = true
      fail(line, 'invalid-request', 'One of courseId, courseName, courseExternalId is required.')
      continue
    }
    if (named !== undefined && !isReadable(named, row.body[named])) {
      isUnclear = true
      fail(line, 'invalid-request', `${named} must be ${named === 'courseId' ? 'a whole number' : 'text'}.`)
      continue
    }
    const found = named === undefined ? courses : matching(courses, named, row.body[named])
    if (named !== undefined && found.length === 0) {
      if (areNamed) unsent.push({ line, ok: true, outcome: 'otherCourse' })
      else {
        isUnclear = true
        fail(line, 'course-not-found', `No visible course has this ${named}.`)
      }
    } else if (named !== undefined && found.length > 1) {
      isUnclear = true
      fail(line, 'course-ambiguous', `Several courses have this ${named}. Give courseId.`)
    } else if (found.length > 1 && row.body['externalId'] !== undefined) {
      isUnclear = true
      fail(
        line,
        'invalid-request',
        'externalId is unique, and the row is about several courses. Give it a course.',
      )
    } else
      for (const course of found) {
        const key = `${course.id} ${personKeyOf(row.body)}`
        const earlier = lines.get(key)
        if (earlier === undefined) {
          lines.set(key, line)
          registrations.push({ line, course, body: withCourse(row.body, course) })
        } else fail(line, 'repeated-row', `Line ${earlier} has the same person and course.`)
      }
  }
  // Probably the courses have other names in the file.
  if (registrations.length === 0) isUnclear = true
  return { registrations, unsent, isUnclear }
}

/** Whether a row names a course at all: what is no id may be one that a spreadsheet has changed. */
const isReadable = (field: (typeof COURSE_FIELDS)[number], value: unknown): boolean =>
  field === 'courseId' ? /^\d+$/.test(String(value)) : isIdentifier(value)

function matching(
  courses: readonly Course[],
  field: (typeof COURSE_FIELDS)[number],
  value: unknown,
): Course[] {
  const key = { courseId: 'id', courseName: 'name', courseExternalId: 'externalId' } as const
  const text = canonical(String(value))
  return courses.filter((course) => canonical(String(course[key[field]])) === text)
}

function withCourse(body: Body, course: Course): Body {
  const { courseName: _name, courseExternalId: _externalId, ...others } = body
  return { ...others, courseId: course.id }
}
