import type { Portal } from '../../../services/registration/tests/kit/portal.ts'
import { ROOT } from '../../../services/shared/tests/kit/portal.ts'
import type { Parameters, Returned, States } from '../provider.ts'
import { fresh, NO_ID } from './directory.ts'

export interface Catalogue {
  readonly portal: Pick<Portal, 'aCourse'>
}

/** A course with names of its own, for anybody in the portal unless `fields` says otherwise. */
export const aCourse = ({ portal }: Catalogue, fields: Parameters = {}) =>
  portal.aCourse({ groupIds: [ROOT], ...fields })

export const courseOf = ({ id, name, externalId }: Awaited<ReturnType<typeof aCourse>>): Returned => ({
  courseId: id,
  courseName: name,
  courseExternalId: externalId,
})

export const courseStates: States<Catalogue> = {
  'a course': {
    parameters: [
      ...['name', 'externalId', 'groupIds'],
      ...['active', 'published', 'requiresRegistration', 'eventBased'],
    ],
    setUp: async (world, given) => courseOf(await aCourse(world, given)),
  },
  'no such course': {
    setUp: () => ({
      courseId: NO_ID,
      courseName: `No course ${fresh()}`,
      courseExternalId: `none-${fresh()}`,
    }),
  },
}
