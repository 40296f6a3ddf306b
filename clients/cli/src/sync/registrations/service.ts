import { RollcallError, type Course, type Registration, type User } from '@rollcall/client'
import { STRICT } from '../../import/targets/batch.ts'
import { UsageError } from '../../errors.ts'
import type { SendBatch, SentItem, SyncConnection } from '../connection.ts'
import { isOpen } from './comparison.ts'
import type { DesiredRegistration } from './desired-registrations.ts'

/** A registration that changes more often while it is being withdrawn is left for the next run. */
const MAX_WITHDRAW_ATTEMPTS = 5
/** The codes of the service for a course that does not exist, and for one that the account can't see. */
const NOT_VISIBLE = new Set<string>(['not-found', 'course-out-of-reach'])

export type SentRegistration = SentItem<DesiredRegistration>

/** The operations that a sync of registrations needs. */
export class RegistrationService {
  readonly #connection: SyncConnection
  readonly #createBatch: SendBatch

  constructor(connection: SyncConnection) {
    this.#connection = connection
    this.#createBatch = (headers: { Prefer?: string }, bodies) => {
      const Prefer = [STRICT, headers.Prefer].filter(Boolean).join(', ')
      const request = { RegistrationCreate: [], ...headers, Prefer }
      return connection.api.registrations.createRegistrationBatchRaw(request, bodies)
    }
  }

  /** @throws UsageError when the service account can't see one of them */
  courses(ids: readonly number[]): Promise<Course[]> {
    return Promise.all(ids.map((id) => this.#course(id)))
  }

  async #course(id: number): Promise<Course> {
    const { api } = this.#connection
    try {
      return await this.#connection.send(() => api.getCourse(id))
    } catch (error) {
      if (!(error instanceof RollcallError) || !NOT_VISIBLE.has(error.code)) throw error
      throw new UsageError(`Course ${id} is not visible to the service account of this API key.`)
    }
  }

  /** Every course that is visible. */
  allCourses(): Promise<Course[]> {
    const { registrations } = this.#connection.api
    return this.#connection.list((page) => registrations.listVisibleCoursesRaw(page))
  }

  registrationsFor(courseId: number): Promise<Registration[]> {
    const { registrations } = this.#connection.api
    return this.#connection.list((page) =>
      registrations.listRegistrationsRaw({ course_id: courseId, ...page }),
    )
  }

  membersOf(groupId: number): Promise<User[]> {
    return this.#connection.membersOf(groupId)
  }

  /** What would become of each desired registration. */
  validate(allDesired: readonly DesiredRegistration[]): Promise<SentRegistration[]> {
    return this.#connection.validate(allDesired, this.#createBatch)
  }

  register(allDesired: readonly DesiredRegistration[]): AsyncGenerator<SentRegistration[]> {
    return this.#connection.write(allDesired, this.#createBatch)
  }

  /**
   * Withdraws a registration unless it has been completed or withdrawn meanwhile: only the version that was read is moved.
   * @returns what it is in the end; undefined when it no longer exists
   */
  async withdraw(id: number): Promise<Registration | undefined> {
    const { api } = this.#connection
    for (let attempt = 1; ; attempt++) {
      try {
        const found = await this.#connection.send(() => api.getRegistration(id))
        if (!isOpen(found)) return found
        const ifMatch = found.lastResponse.etag
        return await this.#connection.send(() => api.withdrawRegistration(id, { ifMatch }))
      } catch (error) {
        if (!(error instanceof RollcallError)) throw error
        if (error.status === 404) return undefined
        if (error.status !== 412 || attempt === MAX_WITHDRAW_ATTEMPTS) throw error
      }
    }
  }
}
