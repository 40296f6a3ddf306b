import { from } from '../../../testing/pact/examples.ts'
import type { Given, UsedOperations } from '../../../testing/pact/operation.ts'
import { course, ETAG, group, LIMITED, many, string } from '../../../testing/pact/shapes.ts'
import { AN_ACCOUNT, ELSEWHERE, forbidden, notFound } from './responses.ts'

const A_COURSE: Given = ['a course']

/** The courses that a registration can name. */
export const namingCourses: UsedOperations = {
  listVisibleCourses: {
    given: [AN_ACCOUNT, A_COURSE],
    args: { name: from('courseName'), active: true },
    responses: { '200': { headers: LIMITED, body: [course()] } },
  },
  getVisibleCourse: {
    given: [AN_ACCOUNT, A_COURSE],
    args: { id: from('courseId') },
    responses: {
      '200': { headers: { ...LIMITED, ...ETAG }, body: course() },
      '403': { ...forbidden('course-out-of-reach'), given: [ELSEWHERE, A_COURSE] },
      '404': notFound('not-found', string('Not found.'), 'no such course'),
    },
  },
}

/** The groups that a new user can join. */
export const namingGroups: UsedOperations = {
  listVisibleGroups: {
    given: [['an account', { groupId: 10 }]],
    args: {},
    responses: { '200': { headers: LIMITED, body: many(group()) } },
  },
}
