import type { Eraser } from '../../../shared/erasure/eraser.ts'
import type { Clock } from '../../../shared/time.ts'
import type { Courses } from '../courses/repository.ts'
import type { StoredCourse } from '../courses/rules.ts'
import type { PendingRegistrationEvent } from '../registrations/record.ts'
import type { Registrations } from '../registrations/repository.ts'
import type { UserCopies } from './repository.ts'
import { isFirstVersion, type UserCopy } from './rules.ts'

interface Deps {
  courses: Courses
  userCopies: UserCopies
  registrations: Registrations
  eraser: Pick<Eraser, 'eraseLate'>
  clock: Clock
}

/** How often courses whose copies were left behind are looked for. One indexed query if there are none. */
export const REFRESH_COURSES_MS = 5_000

/**
 * Refreshes the copies of courses and users that registrations hold.
 *
 * A change writes the course or the user copy first and the registrations second. A create inserts the registration
 * first, and before its event is marked as published it compares the registration with the newest course and user.
 * Whichever of the two runs second sees the other. After a crash in between, a mark is left that leads to a repetition:
 * `notCopied` on the course, or the pending event on the registration.
 */
export class Copies {
  readonly #deps: Deps

  constructor(deps: Deps) {
    this.#deps = deps
  }

  async usersChanged(users: readonly UserCopy[]): Promise<void> {
    const { userCopies, registrations, eraser, clock } = this.#deps
    // No registration has an older copy than the first version, so an import of new users leaves nothing to do.
    const changed = users.filter((user) => !isFirstVersion(user))
    if (changed.length === 0) return
    await userCopies.keep(changed)
    await registrations.refreshUsers(changed, clock.now())
    await eraser.eraseLate(changed.map(({ userId }) => userId))
  }

  async courseChanged(course: StoredCourse): Promise<void> {
    const { courses, registrations, clock } = this.#deps
    await registrations.refreshCourse(course, clock.now())
    await courses.markCopied(course)
  }

  /**
   * Refreshes the registrations of these events that are new and whose course or user has changed since they
   * were looked up.
   */
  async refreshNew(events: readonly PendingRegistrationEvent[]): Promise<void> {
    const { courses, userCopies, registrations, eraser, clock } = this.#deps
    const created = events.filter(({ event }) => event.type === 'registration.created.v1')
    if (created.length === 0) return
    const records = created.map(({ record }) => record)
    const [newestUsers, newestCourses] = await Promise.all([
      userCopies.findMany(distinct(records.map(({ user }) => user.userId))),
      courses.findMany(distinct(records.map(({ course }) => course.id))),
    ])
    const now = clock.now()
    const newerUsers = newestUsers.filter(({ userId, version }) =>
      records.some(({ user }) => user.userId === userId && user.version < version),
    )
    await registrations.refreshUsers(newerUsers, now)
    for (const newest of newestCourses)
      if (records.some(({ course }) => course.id === newest.id && course.version < newest.version))
        await registrations.refreshCourse(newest, now)
    await eraser.eraseLate(distinct(records.map(({ user }) => user.userId)))
  }

  /** Refreshes the copies of courses whose last change was interrupted by a crash or an outage. */
  async refreshMarkedCourses(): Promise<void> {
    const { courses } = this.#deps
    let page = await courses.listNotCopied(0)
    while (page.length > 0) {
      for (const course of page) await this.courseChanged(course)
      page = await courses.listNotCopied(page.at(-1)?.id ?? 0)
    }
  }
}

const distinct = (ids: readonly number[]) => [...new Set(ids)]
