import type { Eraser } from '../../../platform/erasure/eraser.ts'
import { recordModelStep } from '../../../platform/observability/model-steps.ts'
import type { StepResult } from '../../../platform/domain/step.ts'
import type { JobStep } from '../../../platform/store/long-job.ts'
import type { Clock } from '../../../platform/domain/time.ts'
import { toCourse, type CourseRecord } from '../courses/record.ts'
import type { Courses } from '../courses/repository.ts'
import type { RegistrationRecord } from '../registrations/record.ts'
import type { CopiesInRegistrations } from './in-registrations.ts'
import { toUserCopy, type NewestUserRecord } from './record.ts'
import type { NewestUsers } from './repository.ts'
import type { UserCopy } from '../registrations/rules.ts'

interface Deps {
  readonly courses: Courses
  readonly newestUsers: NewestUsers
  readonly copiesInRegistrations: CopiesInRegistrations
  readonly eraser: Pick<Eraser, 'eraseAgainAmong'>
  readonly clock: Clock
  /** The registrations that one step refreshes. */
  readonly stepSize: number
}

/** A registration as it was inserted or read. */
type NewRecord = Pick<RegistrationRecord, '_id' | 'course' | 'user'>

/**
 * Refreshes the copies of courses and users that registrations hold.
 *
 * A change writes the course or the newest user first and the registrations second. A create inserts the
 * registration first, and before its event is marked as published it compares the registration with the
 * newest course and user; an import, which has no event, compares at once. Whichever of the two runs second
 * sees the other. After a crash in between, the job of the course or of the user continues, the message about
 * the user comes again, or the registration is still due in the outbox.
 */
export class Copies {
  readonly #deps: Deps

  constructor(deps: Deps) {
    this.#deps = deps
  }

  /** @returns whether the registrations of some of these users are left to {@link refreshUser} */
  async usersChanged(users: readonly UserCopy[]): Promise<boolean> {
    const { newestUsers, eraser } = this.#deps
    // An import of new users leaves nothing to do.
    const changed = users.filter((user) => !isFirstVersion(user))
    if (changed.length === 0) return false
    await newestUsers.keep(changed)
    const large = await this.#refreshUsers(changed)
    await eraser.eraseAgainAmong(changed.map(({ userId }) => userId))
    return large > 0
  }

  /** Users with few registrations share a step. @returns how many have more than one step */
  async #refreshUsers(users: readonly UserCopy[]): Promise<number> {
    const { newestUsers, copiesInRegistrations, clock, stepSize } = this.#deps
    let large = 0
    for (let rest = users; rest.length > 0;) {
      const left = await copiesInRegistrations.refreshUsers(rest, stepSize)
      const [first] = left
      const isLarge = first !== undefined && left.length === rest.length
      rest = isLarge ? left.filter(({ userId }) => userId !== first.userId) : left
      if (!isLarge) continue
      await newestUsers.scheduleRefresh(first.userId, clock.now())
      large++
    }
    return large
  }

  /** A step of the job of a user with many registrations. */
  async refreshUser(record: NewestUserRecord, afterId = 0): Promise<JobStep<number>> {
    const { copiesInRegistrations, eraser, stepSize } = this.#deps
    const range = { afterId, limit: stepSize }
    const { done, after } = await copiesInRegistrations.refreshUser(toUserCopy(record), range)
    // Goes through all registrations of an erased user, so not after each step. After a crash, another
    // process does the last one.
    if (done) await eraser.eraseAgainAmong([record._id])
    return { progress: after, next: done ? 'done' : 'step' }
  }

  /** A step of the job of a course. */
  async refreshCourse(record: CourseRecord, afterId = 0): Promise<JobStep<number>> {
    const { copiesInRegistrations, stepSize } = this.#deps
    const range = { afterId, limit: stepSize }
    const { done, after } = await copiesInRegistrations.refreshCourse(toCourse(record), range)
    return { progress: after, next: done ? 'done' : 'step' }
  }

  /**
   * A step of taking a deleted group out of these deleted users, given as they are without it, out of
   * deleted courses, and out of copies of users who have left it. Registrations first: until they have left
   * the group, a course has not, so after a crash the step is done again.
   */
  async leaveDeletedGroup(groupId: number, users: readonly UserCopy[]): Promise<StepResult> {
    const { courses, copiesInRegistrations, clock, stepSize } = this.#deps
    await this.usersChanged(users)
    const found = await courses.listDeletedInGroup(groupId, stepSize)
    const changed = found.map((course) => ({
      ...course,
      groupIds: course.groupIds.filter((id) => id !== groupId),
      version: course.version + 1,
    }))
    const newest = [...users.map((user) => ({ user })), ...changed.map((course) => ({ course }))]
    const isLeft = await copiesInRegistrations.refreshInGroup(groupId, newest, stepSize)
    if (!isLeft) return { records: 0, done: false, after: 0 }
    if (changed.length > 0) await courses.changeDeleted(changed, clock.now())
    const isLeftByUsers = await copiesInRegistrations.leaveGroup(groupId, stepSize)
    return { records: newest.length, done: changed.length < stepSize && isLeftByUsers, after: 0 }
  }

  /** Refreshes the registrations whose course or user has changed since they were looked up. */
  async refreshNew(records: readonly NewRecord[]): Promise<void> {
    const { courses, newestUsers, copiesInRegistrations, eraser } = this.#deps
    const [foundUsers, foundCourses] = await Promise.all([
      newestUsers.findMany(distinct(records.map(({ user }) => user.userId))),
      courses.findMany(distinct(records.map(({ course }) => course.id))),
    ])
    const idsOf = (isOlder: (record: NewRecord) => boolean) => records.filter(isOlder).map(({ _id }) => _id)
    const older = [
      ...foundUsers.map((newest) => ({
        user: newest,
        registrationIds: idsOf(({ user }) => user.userId === newest.userId && user.version < newest.version),
      })),
      ...foundCourses.map((newest) => ({
        course: newest,
        registrationIds: idsOf(({ course }) => course.id === newest.id && course.version < newest.version),
      })),
    ].filter(({ registrationIds }) => registrationIds.length > 0)
    if (older.length > 0 && (await copiesInRegistrations.refresh(older)) > 0)
      recordModelStep({ step: 'correctCopy', event: `registrations ${idsOf(() => true).join()}` })
    await eraser.eraseAgainAmong(distinct(records.map(({ user }) => user.userId)))
  }
}

/** Versions start at 1, so no stored copy is older than the first version. */
const isFirstVersion = ({ version }: UserCopy): boolean => version === 1

const distinct = (ids: readonly number[]) => [...new Set(ids)]
