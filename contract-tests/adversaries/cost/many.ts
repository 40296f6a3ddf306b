import mongoose, { type Connection } from 'mongoose'
import { insert } from '../../../services/platform/store/insert.ts'
import { courseModel, toRecord } from '../../../services/registration/src/courses/record.ts'
import { fieldsOf, userModel } from '../../../services/user/src/users/record.ts'
import { newUser } from '../../../services/user/src/users/rules.ts'
import { NORTH } from '../../../testing/portal.ts'

/** How many people and how many courses there are: twice as many as a batch has items. */
export const MANY = 1_000
export const [FIRST_USER, FIRST_COURSE] = [5_000_000, 6_000_000]
/** Signs that each comparison has to put in order or to leave out. */
const [DEAR_IDENTIFIER, DEAR_NAME] = ['é\u0316'.repeat(50), 'é\u200Da'.repeat(50)]
const LONG_DOMAIN = `${`${'d'.repeat(60)}.`.repeat(2)}example.org`

/** What names one of the people or the courses, each with another number, by the name of the field. */
const NAMES: Readonly<Record<string, (i: number) => number | string>> = {
  userId: (i) => FIRST_USER + i,
  userExternalId: (i) => `U-${DEAR_IDENTIFIER}-${i}`,
  // Two people have each.
  userEmail: (i) => `${'a'.repeat(50)}${i % (MANY / 2)}@${LONG_DOMAIN}`,
  loginName: (i) => `${DEAR_IDENTIFIER}-${i}`,
  courseId: (i) => FIRST_COURSE + i,
  courseExternalId: (i) => `C-${DEAR_IDENTIFIER}-${i}`,
  // Two courses have each.
  courseName: (i) => `${DEAR_NAME} ${i % (MANY / 2)}`,
}
const SAME: Readonly<Record<string, string>> = {
  externalId: 'userExternalId',
  email: 'userEmail',
  userName: 'loginName',
  userIds: 'userId',
  courseIds: 'courseId',
  ids: 'userId',
}

/** Whether records are named by the field. */
export const isName = (field: string): boolean => (SAME[field] ?? field) in NAMES

/** A value like the sample for each number: what names a record there names another one, while there are. */
export function varied(sample: unknown, i: number, field = ''): unknown {
  // What belongs to a group that does not exist is rejected before anything else of it is looked at.
  if (field === 'groupIds' && Array.isArray(sample)) return [NORTH]
  if (Array.isArray(sample)) return sample.map((one) => varied(one, i, field))
  if (typeof sample === 'object' && sample !== null)
    return Object.getPrototypeOf(sample) === Object.prototype
      ? Object.fromEntries(Object.entries(sample).map(([key, value]) => [key, varied(value, i, key)]))
      : sample
  const name = NAMES[SAME[field] ?? field]
  if (name) return name(i)
  if (typeof sample === 'number') return sample + i
  return /^\d+$/.test(String(sample)) ? String(Number(sample) + i) : sample
}

/** Straight into the databases: over the API they would cost more than all requests of `npm test`. */
export async function addMany(urls: { readonly user: string; readonly registration: string }): Promise<void> {
  const numbers = Array.from({ length: MANY }, (_, i) => i)
  const of = (kind: string, i: number) => String(NAMES[kind]?.(i))
  await connected(urls.user, (connection) =>
    insert(
      userModel(connection),
      numbers.map((i) => {
        const keys = { loginName: of('loginName', i), externalId: of('userExternalId', i) }
        const texts = { ...keys, email: of('userEmail', i), firstName: 'Ada', lastName: 'Byron' }
        const user = { ...newUser({ ...texts, groupIds: [NORTH] }, new Date()), id: FIRST_USER + i }
        return { _id: user.id, ...fieldsOf(user), groupIds: [NORTH], writeId: `many-${i}`, events: [] }
      }),
    ),
  )
  const state = {
    active: true,
    published: true,
    requiresRegistration: true,
    eventBased: false,
    deleted: false,
  }
  await connected(urls.registration, (connection) =>
    insert(
      courseModel(connection),
      numbers.map((i) => {
        const names = { name: of('courseName', i), externalId: of('courseExternalId', i) }
        return toRecord({ id: FIRST_COURSE + i, ...names, groupIds: [NORTH], version: 1, ...state })
      }),
    ),
  )
}

async function connected(url: string, work: (connection: Connection) => Promise<unknown>): Promise<void> {
  const connection = await mongoose.createConnection(url).asPromise()
  await work(connection)
  await connection.close()
}
