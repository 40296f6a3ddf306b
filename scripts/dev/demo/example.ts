import type { Call } from './call.ts'
import { DEMO_COURSES, DEMO_USERS } from './rows.ts'

/** A registration that a person can make by pasting one command. */
export interface Example {
  readonly courseId: number
  readonly courseName: string
  readonly userEmail: string
  readonly userName: string
}

interface User {
  readonly id: number
  readonly externalId: string
  readonly email: string
  readonly firstName: string
  readonly lastName: string
  readonly expirationDate: string
}

/** Statuses in which a registration stands in the way of another (decision R8). */
const OPEN_STATUSES = new Set(['Not Started', 'Approved'])

const MOST = 1_000

/** Courses that a registration is accepted for, and whose name is the only one of its kind. */
const OPEN_COURSES = DEMO_COURSES.filter(
  (course) =>
    course.active &&
    course.published &&
    course.requiresRegistration &&
    !course.eventBased &&
    DEMO_COURSES.every((other) => other === course || other.name !== course.name),
)
const DEMO_IDS = new Set(DEMO_USERS.map(({ externalId }) => externalId))

/** Finds a demo course and an active demo user who is not registered for it. */
export async function findExample(call: Call): Promise<Example | undefined> {
  const users = await call<readonly User[]>('GET', `/users/?limit=${MOST}`)
  const candidates = users.filter(
    ({ externalId, expirationDate }) =>
      DEMO_IDS.has(externalId) && (expirationDate === '' || Date.parse(expirationDate) > Date.now()),
  )
  for (const { id, name } of OPEN_COURSES) {
    const path = `/registrations/?course_id=${id}&limit=${MOST}`
    const registrations = await call<readonly { userId: number; statusName: string }[]>('GET', path)
    const open = registrations.filter(({ statusName }) => OPEN_STATUSES.has(statusName))
    const registered = new Set(open.map(({ userId }) => userId))
    const user = candidates.find((candidate) => !registered.has(candidate.id))
    if (user !== undefined)
      return {
        courseId: id,
        courseName: name,
        userEmail: user.email,
        userName: `${user.firstName} ${user.lastName}`,
      }
  }
  return undefined
}
