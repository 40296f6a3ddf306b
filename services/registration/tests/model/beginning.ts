import { FIRST_GROUPS, NORTH, NORTH_SCHOOL, SOUTH } from '../kit/portal.ts'
import type { Call, CourseBody } from './calls.ts'
import {
  courseExternalId,
  courseId,
  courseName,
  email,
  loginName,
  userExternalId,
  type World,
} from './world.ts'

const ORDINARY: CourseBody = {
  name: '',
  externalId: '',
  groupIds: [NORTH],
  active: true,
  published: true,
  requiresRegistration: true,
  eventBased: false,
}

const INELIGIBLE: readonly Partial<CourseBody>[] = [
  { active: false },
  { published: false },
  { requiresRegistration: false },
  { eventBased: true },
]

/** The courses that every sequence starts from; some share a name or a number. */
export function firstCourses(world: World): Call[] {
  const courses: Partial<CourseBody>[] = [
    { name: courseName(world, 0), externalId: courseExternalId(world, 0) },
    { name: courseName(world, 1), groupIds: [NORTH_SCHOOL, SOUTH] },
    { name: courseName(world, 1), groupIds: [SOUTH] },
    { name: courseName(world, 2), externalId: courseExternalId(world, 1), ...INELIGIBLE[world.run % 4] },
    { name: courseName(world, 1), externalId: courseExternalId(world, 1) },
    { name: `Probe ${world.run}`, groupIds: [...FIRST_GROUPS.keys()] },
  ]
  return courses.map((fields, k) => ({
    operation: 'putCourse',
    target: { id: courseId(world, k) },
    body: { ...ORDINARY, ...fields },
  }))
}

/** The users that every sequence starts from; two share an address. */
export function firstUsers(world: World): Call[] {
  return [NORTH, NORTH_SCHOOL, SOUTH, NORTH].map((groupId, k) => ({
    operation: 'createUser',
    account: 0,
    body: {
      firstName: 'Ada',
      lastName: 'Byron',
      loginName: loginName(world, k),
      email: email(world, k % 3),
      externalId: userExternalId(world, k),
    },
    query: { groupId },
  }))
}
