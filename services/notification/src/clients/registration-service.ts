import { InternalService, responseReader } from '../../../shared/http/internal-service.ts'
import { Configuration, RegistrationApi } from '../../../shared/clients/generated/index.ts'

/** The internal operations of the registration service, by the client that is generated from the contract. */
export class RegistrationService {
  readonly #api: RegistrationApi
  readonly #service: InternalService
  readonly #readGroups = responseReader('CourseGroups')

  constructor(options: { url: string; token: string }) {
    this.#api = new RegistrationApi(new Configuration({ accessToken: options.token }))
    this.#service = new InternalService('registration service', options.url)
  }

  /** The direct groups of those of these courses that exist. @throws Unavailable */
  async groupsOfCourses(courseIds: readonly number[]): Promise<Map<number, readonly number[]>> {
    const request = await this.#api.findCourseGroupsRequestOpts({ CourseIds: { courseIds: [...courseIds] } })
    const found = await this.#service.call(request, this.#readGroups)
    return new Map(found.map(({ courseId, groupIds }) => [courseId, groupIds]))
  }
}
