import type { Schemas } from '../../../platform/contract/schema.ts'
import {
  announceMovedCourses,
  eraseRegistrations,
  exportRegistrations,
  leaveDeletedGroup,
  listErasedRegistrations,
  mergeRegistrations,
  planRegistrationMerge,
} from '../../../platform/http/generated/calls.ts'
import type { StepResult } from '../../../platform/domain/step.ts'
import { InternalService } from '../../../platform/http/internal-service.ts'
import type { Trace } from '../../../platform/observability/trace.ts'

type ExportedRegistration = Schemas['ExportedRegistrations'][number]

export interface MovedGroups {
  readonly groupIds: readonly number[]
  readonly movedAt: Date
}

/** A user who was deleted. */
interface DeletedUser {
  readonly id: number
  readonly version: number
  readonly externalId: string
  readonly groupIds: readonly number[]
}

/** The number of registrations in a response. A response with fewer is the last one. */
export const EXPORTED_REGISTRATIONS = 10
/** The number of ids of erased registrations in a response. */
export const ERASED_PAGE_SIZE = 250

/** The internal operations of the registration service. */
export class RegistrationServiceClient {
  readonly #service: InternalService<'registration'>

  constructor(options: { url: string; token: string }) {
    this.#service = new InternalService('registration', options)
  }

  /**
   * Has the registration service set a new `updatedDate` on the registrations for some courses in these
   * groups.
   * @throws Unavailable
   */
  announceMovedCourses({ groupIds, movedAt }: MovedGroups, after: number): Promise<StepResult> {
    const body = { groupIds: [...groupIds], movedAt: movedAt.toISOString(), after }
    return announceMovedCourses(this.#service, { body })
  }

  /**
   * Has the registration service take a deleted group out of deleted courses, and of these deleted users.
   * @returns whether that is done; otherwise it is to be asked again
   * @throws Unavailable
   */
  async leaveDeletedGroup(groupId: number, users: readonly DeletedUser[]): Promise<boolean> {
    const copies = users.map(({ id, version, externalId, groupIds }) => ({
      userId: id,
      version,
      externalId,
      groupIds: [...groupIds],
    }))
    const { done } = await leaveDeletedGroup(this.#service, { body: { groupId, users: copies } })
    return done
  }

  /** Has the registration service erase a part of what it holds about a user. @throws Unavailable */
  eraseRegistrations(
    id: number,
    body: { readonly withRegistrations: boolean; readonly after: number },
    trace: Trace,
  ): Promise<StepResult> {
    return eraseRegistrations(this.#service, { path: { id }, body }, trace)
  }

  /** Has the registration service give a part of the registrations to another user. @throws Unavailable */
  mergeRegistrations(id: number, body: Schemas['RegistrationMerge'], trace: Trace): Promise<StepResult> {
    return mergeRegistrations(this.#service, { path: { id }, body }, trace)
  }

  /** What {@link mergeRegistrations} would do. @throws Unavailable */
  planRegistrationMerge(id: number, intoId: number, trace: Trace): Promise<Schemas['RegistrationMergePlan']> {
    return planRegistrationMerge(this.#service, { path: { id, intoId } }, trace)
  }

  /** The next registrations that an erased user had, up to {@link ERASED_PAGE_SIZE}. @throws Unavailable */
  listErasedRegistrations(id: number, afterId: number, trace: Trace): Promise<number[]> {
    const query = afterId === 0 ? {} : { afterId }
    return listErasedRegistrations(this.#service, { path: { id }, query }, trace)
  }

  /** The registrations of a user with higher ids, and their history; at most ten. @throws Unavailable */
  exportRegistrations(userId: number, afterId: number, trace: Trace): Promise<ExportedRegistration[]> {
    return exportRegistrations(this.#service, { path: { id: userId }, query: { afterId } }, trace)
  }
}
