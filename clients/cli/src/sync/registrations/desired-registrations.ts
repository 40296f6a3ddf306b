import type { Course } from '@rollcall/client'
import { defined } from '../../defined.ts'
import { textField, type Field } from '../../import/fields.ts'
import { rejected, type Row } from '../../import/row.ts'
import { canonical, comparedName, isIdentifier, textIn } from '../../import/texts.ts'
import { distinct, type Repeated } from '../compare.ts'
import { resultOf, type PlaceOf, type SyncResult } from '../plan.ts'
import { personFieldsOf, personKeyOf } from './people.ts'

const COURSE_FIELDS = ['courseId', 'courseName', 'courseExternalId'] as const
type CourseField = (typeof COURSE_FIELDS)[number]

type Body = Readonly<Record<string, unknown>>

const IF_OTHER = 'If the person has another one, the row is an error.'

/** Columns that are not sent: they are compared with the person whom the row names. */
export const CHECK_FIELDS: readonly Field[] = [
  textField('userLoginName', `The login name of the person. ${IF_OTHER}`),
  textField('userLastName', `The last name of the person, or the whole name. ${IF_OTHER}`),
]

/** What is sent of a row, and what is only compared. */
export function splitChecks({ userLoginName, userLastName, ...body }: Body) {
  return { body, check: { loginName: textIn(userLoginName), lastName: textIn(userLastName) } }
}

/** A registration that the file asks for: one person in one course. */
export interface DesiredRegistration {
  readonly line: number
  /** What a create would send. */
  readonly body: Body
  readonly course: Course
  /** Of the person; only compared. */
  readonly loginName?: string
  readonly lastName?: string
}

/** A desired registration, and its person. */
export interface PersonRegistration extends DesiredRegistration {
  /** Undefined for a person without a registration, whom only the service can find. */
  readonly userId: number | undefined
}

export interface DesiredRegistrations {
  readonly registrations: readonly DesiredRegistration[]
  /** Rows that repeat an earlier one. */
  readonly repeated: readonly DesiredRegistration[]
  /** Rows that are about another course, and rows that are wrong. */
  readonly unsent: readonly SyncResult[]
  /** The lines of rows that do not identify a person or a course. */
  readonly unclearLines: readonly number[]
}

/** The courses that rows may be about. */
interface CourseScope {
  /** The courses of the command; undefined if each row names its own. */
  readonly named: readonly Course[] | undefined
  /** All visible courses. Empty if the command names courses and no row does. */
  readonly visible: readonly Course[]
}

/**
 * The registrations that the rows of a file ask for. A row without a course is about each course, unless the
 * file has a column for it.
 */
export function desiredRegistrationsOf(
  rows: readonly Row[],
  scope: CourseScope,
  placeOf: PlaceOf,
): DesiredRegistrations {
  const desired: DesiredRegistration[] = []
  const otherCourses: SyncResult[] = []
  const unclear: ReturnType<typeof rejected>[] = []
  const courseIndex = {
    named: scope.named && new CourseIndex(scope.named),
    visible: new CourseIndex(scope.visible),
  }
  for (const row of rows) {
    const { line } = row
    try {
      const { body, check } = splitChecks(readBody(row))
      const courses = coursesOf(body, courseIndex)
      if (courses.length === 0) otherCourses.push(resultOf('otherCourse', { line }))
      for (const course of courses)
        desired.push({ line, course, body: withCourse(body, course), ...defined(check) })
    } catch (error) {
      if (!(error instanceof UnclearRow)) throw error
      unclear.push(rejected(line, error.code, error.message))
    }
  }
  const { first, repeated } = distinct(desired, ({ course, body }) => [`${course.id} ${personKeyOf(body)}`])
  return {
    registrations: first,
    repeated: repeated.map(({ item }) => item),
    unsent: [...unclear, ...otherCourses, ...repeated.map(repeatedRegistration(placeOf))],
    unclearLines: unclear.map(({ line }) => line),
  }
}

/** A row that does not identify a person or a course. */
class UnclearRow extends Error {
  readonly code: string

  constructor(code: string, detail: string) {
    super(detail)
    this.code = code
  }
}

/** @throws UnclearRow for a row that can't be read, or names no person, or no course in the column for it */
function readBody(row: Row): Body {
  if (!('body' in row)) throw new UnclearRow(row.code, row.error)
  if (personFieldsOf(row.body).length === 0) {
    const { userLoginName } = row.body
    const beside = userLoginName === undefined ? '' : ' beside userLoginName, which is only compared'
    throw new UnclearRow('invalid-request', `One of userId, userExternalId, userEmail is required${beside}.`)
  }
  const hasCourseColumn = COURSE_FIELDS.some((name) => row.columns?.includes(name))
  if (hasCourseColumn && !namesCourse(row))
    throw new UnclearRow('invalid-request', 'This row names no course.')
  return row.body
}

/** The courses that a row is about; none if it is about another course. @throws UnclearRow */
function coursesOf(
  body: Body,
  { named, visible }: { readonly named: CourseIndex | undefined; readonly visible: CourseIndex },
): readonly Course[] {
  const field = courseFieldOf(body)
  if (field === undefined) {
    if (named === undefined)
      throw new UnclearRow('invalid-request', 'One of courseId, courseName, courseExternalId is required.')
    if (named.courses.length > 1 && body['externalId'] !== undefined)
      throw new UnclearRow(
        'invalid-request',
        'externalId is unique, and the row is about several courses. Give it a course.',
      )
    return named.courses
  }
  if (!isReadable(field, body[field])) {
    const kind = field === 'courseId' ? 'a whole number' : 'text'
    throw new UnclearRow('invalid-request', `${field} must be ${kind}.`)
  }
  const found = (named ?? visible).with(field, body[field])
  if (found.length > 1)
    throw new UnclearRow('course-ambiguous', `Several courses have this ${field}. Give courseId.`)
  if (found.length === 0 && visible.with(field, body[field]).length === 0)
    throw new UnclearRow('course-not-found', `No visible course has this ${field}.`)
  return found
}

/** Whether a row names a course, perhaps one that does not exist. */
export const namesCourse = (row: Row): boolean => 'body' in row && courseFieldOf(row.body) !== undefined

const courseFieldOf = (body: Body) => COURSE_FIELDS.find((name) => body[name] !== undefined)

/** A spreadsheet may have changed a value that can't be that of a course. */
function isReadable(field: CourseField, value: unknown): boolean {
  if (field === 'courseId') return /^\d+$/.test(String(value))
  return field === 'courseName' ? typeof value === 'string' && canonical(value) !== '' : isIdentifier(value)
}

const KEYS = { courseId: 'id', courseName: 'name', courseExternalId: 'externalId' } as const

/** Courses by the values that rows name. */
class CourseIndex {
  readonly courses: readonly Course[]
  readonly #byValue = new Map<CourseField, ReadonlyMap<string, readonly Course[]>>()

  constructor(courses: readonly Course[]) {
    this.courses = courses
  }

  with(field: CourseField, value: unknown): readonly Course[] {
    const compared = field === 'courseName' ? comparedName : canonical
    const byValue =
      this.#byValue.get(field) ?? Map.groupBy(this.courses, (course) => compared(String(course[KEYS[field]])))
    this.#byValue.set(field, byValue)
    return byValue.get(compared(String(value))) ?? []
  }
}

function withCourse(body: Body, course: Course): Body {
  const { courseName: _name, courseExternalId: _externalId, ...others } = body
  return { ...others, courseId: course.id }
}

/** The result of a row with the person and the course of an earlier one. */
export const repeatedRegistration =
  (placeOf: PlaceOf) =>
  ({ item, earlierLine }: Repeated<DesiredRegistration>): SyncResult => {
    const earlier = placeOf(earlierLine).text.replace('line', 'Line')
    const result = rejected(item.line, 'repeated-row', `${earlier} has the same person and course.`)
    return { ...result, courseId: item.course.id }
  }
