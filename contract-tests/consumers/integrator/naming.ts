import { from } from '../kit/examples.ts'
import type { Given } from '../kit/interaction.ts'
import type { Answer, UsedOperation } from '../kit/operation.ts'
import { course, ETAG, group, LIMITED, many, string } from '../kit/shapes.ts'
import { AN_ACCOUNT, ELSEWHERE, forbidden, refusal } from './answers.ts'

const A_COURSE: Given = ['a course']
const NO_SUCH_COURSE: Answer = {
  ...refusal(404, 'not-found', string('Not found.')),
  given: [AN_ACCOUNT, ['no such course']],
}

/** What a registration has to name (decision B8). */
export const namingCourses: readonly UsedOperation[] = [
  {
    id: 'listVisibleCourses',
    given: [AN_ACCOUNT, A_COURSE],
    args: { name: from('courseName'), active: true },
    answers: [{ status: 200, headers: LIMITED, body: [course()] }],
  },
  {
    id: 'getVisibleCourse',
    given: [AN_ACCOUNT, A_COURSE],
    args: { id: from('courseId') },
    answers: [
      { status: 200, headers: { ...LIMITED, ...ETAG }, body: course() },
      { ...forbidden('course-out-of-reach'), given: [ELSEWHERE, A_COURSE] },
      NO_SUCH_COURSE,
    ],
  },
]

/** The groups that a new user can join. */
export const namingGroups: readonly UsedOperation[] = [
  {
    id: 'listVisibleGroups',
    given: [['an account', { groupId: 10 }]],
    args: {},
    answers: [{ status: 200, headers: LIMITED, body: many(group()) }],
  },
]
