import { FIRST_GROUPS, NORTH, NORTH_SCHOOL, SOUTH } from '../../../../testing/registration/portal.ts'
import type { Call, CourseBody } from './calls.ts'
import type { World } from './world.ts'

const ORDINARY = {
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
export function firstCourses({ run, courseId, courseName, courseExternalId }: World): Call[] {
  const courses: (Partial<CourseBody> & { name: string })[] = [
    { name: courseName(0), externalId: courseExternalId(0) },
    { name: courseName(1), groupIds: [NORTH_SCHOOL, SOUTH] },
    { name: courseName(1), groupIds: [SOUTH] },
    { name: courseName(2), externalId: courseExternalId(1), ...INELIGIBLE[run % 4] },
    { name: courseName(1), externalId: courseExternalId(1) },
    { name: `Probe ${run}`, groupIds: [...FIRST_GROUPS.keys()] },
  ]
  return courses.map((fields, k) => ({
    operation: 'putCourse',
    target: { id: courseId(k) },
    body: { ...ORDINARY, ...fields },
  }))
}

/** The users that every sequence starts from; two share an address. */
export const firstUsers = ({ loginName, email, userExternalId }: World): Call[] =>
  [NORTH, NORTH_SCHOOL, SOUTH, NORTH].map((groupId, k) => ({
    operation: 'createUser',
    account: 0,
    body: {
      firstName: 'Ada',
      lastName: 'Byron',
      loginName: loginName(k),
      email: email(k % 3),
      externalId: userExternalId(k),
    },
    query: { groupId },
  }))
