import type { Schemas } from '../../../shared/contract/schema.ts'
import { InternalService, responseReader } from '../../../shared/http/internal-service.ts'
import type { StepResult } from '../../../shared/domain/step.ts'
import type { Trace } from '../../../shared/trace.ts'
import { Configuration, RegistrationApi } from '../../../shared/clients/generated/index.ts'

type ExportedRegistration = Schemas['ExportedRegistrations'][number]

export interface MovedGroups {
  readonly groupIds: readonly number[]
  readonly movedAt: Date
}

export interface RegistrationAnnouncer {
  /**
   * Has the registration service set a new `updatedDate` on the registrations for some courses in these
   * groups.
   * @throws Unavailable
   */
  announceCourses(moved: MovedGroups, afterCourseId: number): Promise<StepResult>
}

export interface RegistrationsOfUsers {
  /** All registrations of a user, with their history. @throws Unavailable */
  listAll(userId: number, trace: Trace): Promise<readonly ExportedRegistration[]>
}

/** The number of registrations in a response. A response with fewer is the last one. */
const PAGE_SIZE = 500

/** The internal operations of the registration service, called through the client that is generated from the contract. */
export class RegistrationService implements RegistrationsOfUsers, RegistrationAnnouncer {
  readonly #api: RegistrationApi
  readonly #service: InternalService
  readonly #read = responseReader('ExportedRegistrations')
  readonly #readMoved = responseReader('MovedCourses')

  constructor(options: { url: string; token: string }) {
    this.#api = new RegistrationApi(new Configuration({ accessToken: options.token }))
    this.#service = new InternalService('registration service', options.url)
  }

  async announceCourses({ groupIds, movedAt }: MovedGroups, afterCourseId: number): Promise<StepResult> {
    const after = afterCourseId === 0 ? {} : { afterCourseId }
    const MovedGroups = { groupIds: [...groupIds], movedAt, ...after }
    const request = await this.#api.announceMovedCoursesRequestOpts({ MovedGroups })
    const { courses, lastCourseId } = await this.#service.call(request, this.#readMoved)
    return { records: courses, next: lastCourseId }
  }

  async listAll(userId: number, trace: Trace): Promise<readonly ExportedRegistration[]> {
    const registrations: ExportedRegistration[] = []
    for (;;) {
      const last = registrations.at(-1)?.registration.id
      const parameters = { id: userId, ...(last === undefined ? {} : { afterId: last }) }
      const request = await this.#api.exportRegistrationsRequestOpts(parameters)
      const page = await this.#service.call(request, this.#read, trace)
      registrations.push(...page)
      if (page.length < PAGE_SIZE) return registrations
    }
  }
}
