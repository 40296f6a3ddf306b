import type { Handler } from '../../../platform/contract/operation.ts'
import type { Courses } from '../courses/repository.ts'
import type { RegistrationFinder } from './finder.ts'

interface Deps {
  readonly registrations: Pick<RegistrationFinder, 'findMany'>
  readonly courses: Pick<Courses, 'findMany'>
}

/** What late e-mails say about registrations. The calling service checks access. */
export const findRegistrationStates =
  ({ registrations, courses }: Deps): Handler<'findRegistrationStates'> =>
  async ({ body }) => {
    const found = await registrations.findMany(body.registrationIds)
    const courseIds = found.map(({ course }) => course.id)
    const present = new Map((await courses.findMany(courseIds)).map((course) => [course.id, course]))
    return {
      status: 200,
      body: found.map(({ id, status, course }) => {
        // The copy may be older.
        const { name, deleted } = present.get(course.id) ?? course
        return {
          registrationId: id,
          withdrawn: status === 'Withdrawn',
          courseName: name,
          courseDeleted: deleted,
        }
      }),
    }
  }
