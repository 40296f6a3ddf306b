import type { Schemas } from '../../../platform/contract/schema.ts'
import { findCourseGroups, findRegistrationStates } from '../../../platform/http/generated/calls.ts'
import type { InternalService } from '../../../platform/http/internal-service.ts'

/** The internal operations of the registration service. */
export class RegistrationServiceClient {
  readonly #service: InternalService<'registration'>

  constructor(service: InternalService<'registration'>) {
    this.#service = service
  }

  /** The direct groups of these courses. Unknown ids are left out. @throws Unavailable */
  async findCourseGroups(courseIds: readonly number[]): Promise<Map<number, readonly number[]>> {
    const found = await findCourseGroups(this.#service, { body: { courseIds: [...courseIds] } })
    return new Map(found.map(({ courseId, groupIds }) => [courseId, groupIds]))
  }

  /** What e-mails say about these registrations. Unknown ids are left out. @throws Unavailable */
  async findRegistrationStates(
    registrationIds: readonly number[],
  ): Promise<Map<number, Schemas['RegistrationState']>> {
    const body = { registrationIds: [...registrationIds] }
    const found = await findRegistrationStates(this.#service, { body })
    return new Map(found.map((state) => [state.registrationId, state]))
  }
}
