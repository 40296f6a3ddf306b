import { fieldsOf, type Field } from '../../import/fields.ts'
import type { ReadableRow } from '../../import/row.ts'
import type { PersonCheck } from '../disagreements.ts'
import { CHECK_FIELDS, namesCourse, splitChecks } from './desired-registrations.ts'
import { nameOf } from './people.ts'

/** What a row of a completion list may have: who has finished what, and how. */
const COLUMNS = new Set([
  ...['externalId', 'courseId', 'courseName', 'courseExternalId', 'userId', 'userExternalId', 'userEmail'],
  ...['completionDate', 'score', 'success'],
])
export const COMPLETION_FIELDS: readonly Field[] = [
  ...fieldsOf('history').filter(({ name }) => COLUMNS.has(name)),
  ...CHECK_FIELDS,
]

/** A row that says what a person has finished. */
export interface Completion extends Pick<ReadableRow, 'line' | 'body' | 'faults'> {
  /** What it says of the person; only compared. */
  readonly check: PersonCheck
}

/** What a row does not name, and how to name it. */
export function missingIn(row: Completion): string | undefined {
  if (namesOnlyRegistration(row.body)) return undefined
  if (!namesPerson(row.body))
    return 'The row names no person. Give userExternalId, userEmail or userId, or remove the row.'
  return namesCourse(row) ? undefined : 'The row names no course. Add --course ID, or a column courseId.'
}

export const IF_EXTERNAL_ID =
  'externalId names registrations, not people. If it is the number of a person: ' +
  '--map externalId=userExternalId.'

/** Without the date of a registration, the service stores nothing new. */
export function completionOf(row: ReadableRow, course: number | undefined): Completion {
  const { body, check } = splitChecks(row.body)
  const isOfCourse = course !== undefined && !namesCourse(row) && !namesOnlyRegistration(body)
  const ofCourse = isOfCourse ? { courseId: course } : {}
  return {
    ...row,
    body: { ...body, ...ofCourse, statusName: 'Completed', openRegistration: 'complete' },
    check,
  }
}

const namesPerson = ({ userId, userExternalId, userEmail }: Completion['body']) =>
  userId !== undefined || userExternalId !== undefined || userEmail !== undefined

export const namesOnlyRegistration = (body: Completion['body']) =>
  typeof body['externalId'] === 'string' && !namesPerson(body)

export const nameOfRow = (body: Completion['body']) =>
  namesOnlyRegistration(body) ? String(body['externalId']) : nameOf(body)
