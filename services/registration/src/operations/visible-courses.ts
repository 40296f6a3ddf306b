import type { Operation } from '../../../shared/contract/operation.ts'
import { NotFound } from '../../../shared/errors.ts'
import { answerList } from '../../../shared/http/list.ts'
import { CourseOutOfReach } from '../domain/errors.ts'
import { presentCourse } from '../presenters/course.ts'
import type { Courses } from '../store/courses.ts'

interface Deps {
  courses: Courses
}

/** The catalogue as a caller of the registration operations sees it (decision B8). */
export const listVisibleCourses =
  ({ courses }: Deps): Operation<'listVisibleCourses'> =>
  (call) => {
    const { name, externalId, active, published } = call.query
    const filter = { reach: call.reach, name, externalId, active, published }
    return answerList(call, {
      page: (page) => courses.list(filter, page),
      count: () => courses.count(filter),
      idOf: ({ id }) => id,
      present: presentCourse,
    })
  }

export const getVisibleCourse =
  ({ courses }: Deps): Operation<'getVisibleCourse'> =>
  async ({ path, reach }) => {
    const [course] = await courses.findMany([path.id])
    if (!course || course.deleted) throw new NotFound()
    if (!reach.meets(course.groupIds)) throw new CourseOutOfReach()
    return { status: 200, body: presentCourse(course) }
  }
