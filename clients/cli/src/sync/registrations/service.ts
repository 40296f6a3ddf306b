import { RollcallError, type Course, type Registration, type User } from '@rollcall/client'
import { STRICT } from '../../import/targets/batch.ts'
import { UsageError } from '../../errors.ts'
import { BatchSyncService, type SendBatch } from '../service.ts'
import type { DesiredRegistration } from './desired-registrations.ts'

/** A registration that changes more often while it is being withdrawn is left for the next run. */
const MAX_WITHDRAW_ATTEMPTS = 5
/** The codes of the service for a course that does not exist, and for one that the account can't see. */
const NOT_VISIBLE = new Set<string>(['not-found', 'course-out-of-reach'])

export const isOpen = ({ statusName }: Pick<Registration, 'statusName'>): boolean =>
  statusName === 'Not Started' || statusName === 'Approved'

/** The operations that a sync of registrations needs. */
export class RegistrationService extends BatchSyncService<DesiredRegistration> {
  protected override sendBatch: SendBatch<DesiredRegistration> = (headers, bodies) => {
    const Prefer = [STRICT, headers.Prefer].filter(Boolean).join(', ')
    const request = { RegistrationInput: [], ...headers, Prefer }
    return this.api.registrations.createRegistrationBatchRaw(request, bodies)
  }

  /** @throws UsageError when the service account can't see one of them */
  courses(ids: readonly number[]): Promise<Course[]> {
    return Promise.all(ids.map((id) => this.#course(id)))
  }

  async #course(id: number): Promise<Course> {
    try {
      return await this.send(() => this.api.getCourse(id))
    } catch (error) {
      if (!(error instanceof RollcallError) || !NOT_VISIBLE.has(error.code)) throw error
      throw new UsageError(`Course ${id} is not visible to the service account of this API key.`)
    }
  }

  /** Every course that is visible. */
  allCourses(): Promise<Course[]> {
    const { registrations } = this.api
    return this.list((page) => registrations.listVisibleCoursesRaw(page))
  }

  async registrationsFor(courses: readonly Course[]): Promise<Registration[]> {
    const { registrations } = this.api
    const found: Registration[] = []
    for (const { id } of courses) {
      // With details, which say whether a registration was imported.
      const filter = { course_id: id, include: 'details' } as const
      found.push(...(await this.list((page) => registrations.listRegistrationsRaw({ ...filter, ...page }))))
    }
    return found
  }

  /** All users whom the service account can see by their ids; none if it has no role for that. */
  async visibleUsers(): Promise<ReadonlyMap<number, User>> {
    try {
      const { users } = await this.membersOf(undefined)
      return new Map(users.map((user) => [user.id, user]))
    } catch (error) {
      if (error instanceof RollcallError && error.code === 'role-missing') return new Map()
      throw error
    }
  }

  /**
   * Withdraws a registration unless it has been completed or withdrawn meanwhile, or `isStillDue` says no:
   * only the version that was read is moved.
   * @returns what it is in the end; undefined when it no longer exists
   */
  async withdraw(id: number, isStillDue: () => Promise<boolean>): Promise<Registration | undefined> {
    for (let attempt = 1; ; attempt++) {
      try {
        const found = await this.send(() => this.api.getRegistration(id))
        if (!isOpen(found) || !(await isStillDue())) return found
        const ifMatch = found.lastResponse.etag
        return await this.send(() => this.api.withdrawRegistration(id, { ifMatch }))
      } catch (error) {
        if (!(error instanceof RollcallError)) throw error
        if (error.status === 404) return undefined
        if (error.status !== 412 || attempt === MAX_WITHDRAW_ATTEMPTS) throw error
      }
    }
  }
}
