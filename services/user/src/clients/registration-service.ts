import type { Schemas } from '../../../shared/contract/schema.ts'
import { InternalService, responseReader } from '../../../shared/http/internal-service.ts'
import type { Trace } from '../../../shared/trace.ts'
import { Configuration, RegistrationApi } from '../../../shared/clients/generated/index.ts'

type ExportedRegistration = Schemas['ExportedRegistrations'][number]

export interface MovedCourses {
  /** Announces the registrations for courses in these groups. @throws Unavailable */
  announce(groupIds: readonly number[]): Promise<void>
}

export interface RegistrationsOfUsers {
  /** All registrations of a user, with their history. @throws Unavailable */
  listAll(userId: number, trace: Trace): Promise<readonly ExportedRegistration[]>
}

/** As many as one response contains. A shorter one is the last. */
const PAGE_SIZE = 500

/** The internal operations of the registration service, by the client that is generated from the contract. */
export class RegistrationService implements RegistrationsOfUsers, MovedCourses {
  readonly #api: RegistrationApi
  readonly #service: InternalService
  readonly #read = responseReader('ExportedRegistrations')
  readonly #readMoved = responseReader('MovedCourses')

  constructor(options: { url: string; token: string }) {
    this.#api = new RegistrationApi(new Configuration({ accessToken: options.token }))
    this.#service = new InternalService('registration service', options.url)
  }

  async announce(groupIds: readonly number[]): Promise<void> {
    const MovedGroups = { groupIds: [...groupIds] }
    await this.#service.call(
      await this.#api.announceMovedCoursesRequestOpts({ MovedGroups }),
      this.#readMoved,
    )
  }

  async listAll(userId: number, trace: Trace): Promise<readonly ExportedRegistration[]> {
    const all: ExportedRegistration[] = []
    for (;;) {
      const last = all.at(-1)?.registration.id
      const parameters = { id: userId, ...(last === undefined ? {} : { afterId: last }) }
      const request = await this.#api.exportRegistrationsRequestOpts(parameters)
      const page = await this.#service.call(request, this.#read, trace)
      all.push(...page)
      if (page.length < PAGE_SIZE) return all
    }
  }
}
