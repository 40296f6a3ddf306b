import type { Schemas } from '../../../platform/contract/schema.ts'
import { findCourseGroups, findRegistrationStates } from '../../../platform/http/generated/calls.ts'
import type { InternalService } from '../../../platform/http/internal-service.ts'

export type RegistrationServiceClient = ReturnType<typeof registrationServiceClient>

/** The internal operations of the registration service. @throws Unavailable */
export const registrationServiceClient = (service: InternalService<'registration'>) => ({
  /** The direct groups of these courses. Unknown ids are left out. */
  findCourseGroups: async (courseIds: readonly number[]): Promise<Map<number, readonly number[]>> => {
    const found = await findCourseGroups(service, { body: { courseIds: [...courseIds] } })
    return new Map(found.map(({ courseId, groupIds }) => [courseId, groupIds]))
  },

  /** What e-mails say about these registrations. Unknown ids are left out. */
  findRegistrationStates: async (
    registrationIds: readonly number[],
  ): Promise<Map<number, Schemas['RegistrationState']>> => {
    const found = await findRegistrationStates(service, { body: { registrationIds: [...registrationIds] } })
    return new Map(found.map((state) => [state.registrationId, state]))
  },
})
