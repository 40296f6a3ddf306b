import type { Client } from '../../../services/shared/tests/kit/client.ts'
import { ROOT } from '../../../services/user/tests/kit/start-user.ts'
import type { Parameters, State } from '../provider.ts'
import { fresh, must } from './directory.ts'

export interface Catalogue {
  /** The operator's view of the registration service. */
  readonly courses: Client
}

interface MadeCourse {
  readonly id: number
  readonly name: string
  readonly externalId: string
}

/** A course with names of its own, for anybody in the portal unless `fields` says otherwise. */
export async function aCourse({ courses }: Catalogue, fields: Parameters = {}): Promise<MadeCourse> {
  const id = 1 + Math.floor(Math.random() * 1e12)
  const course = { name: `Course ${id}`, externalId: `provider-${id}`, groupIds: [ROOT], ...fields }
  return must<MadeCourse>(await courses.put(`/admin/courses/${id}/`, course))
}

export const COURSE = {
  courseId: 'its id',
  courseName: 'its name',
  courseExternalId: "the provider's number of it",
}

export const courseOf = ({ id, name, externalId }: MadeCourse) => ({
  courseId: id,
  courseName: name,
  courseExternalId: externalId,
})

export const courseStates: readonly State<Catalogue>[] = [
  {
    name: 'a course',
    description: 'A course that anybody in the portal may be registered for.',
    parameters: {
      name: 'a name of its own',
      externalId: 'a number of its own',
      groupIds: `\`[${ROOT}]\`, the whole portal`,
      active: '`true`',
      published: '`true`',
      requiresRegistration: '`true`',
      eventBased: '`false`',
    },
    returns: COURSE,
    setUp: async (world, given) => courseOf(await aCourse(world, given)),
  },
  {
    name: 'two courses with one name',
    description: 'No parameter but the id tells them apart.',
    returns: { courseName: 'the name that both have' },
    async setUp(world) {
      const { name } = await aCourse(world)
      await aCourse(world, { name })
      return { courseName: name }
    },
  },
  {
    name: 'no such course',
    description: 'No course has this id, this name and this number.',
    returns: COURSE,
    setUp: () => ({
      courseId: 9_007_199_254_740_991,
      courseName: `No course ${fresh()}`,
      courseExternalId: `none-${fresh()}`,
    }),
  },
]
