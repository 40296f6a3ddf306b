import type { Clock } from '../../../shared/time.ts'
import type { Logger } from '../../../shared/logger.ts'
import type { Dependency } from '../../../shared/process/dependency.ts'
import type { Part } from '../../../shared/process/part.ts'
import type { StoredCourse } from '../courses/rules.ts'
import { isFirst, type UserCopy } from './rules.ts'
import type { Changes } from './changes.ts'
import type { Courses } from '../courses/repository.ts'
import type { Copied, Registrations } from '../registrations/repository.ts'
import type { UserCopies } from './repository.ts'

interface Deps {
  courses: Courses
  userCopies: UserCopies
  changes: Changes
  registrations: Registrations
  clock: Clock
  logger: Logger
  mongodb: Dependency
}

/** Costs one indexed query when no course is left. */
const SWEEP_MS = 5_000

/**
 * Keeps the copies of courses and users in registrations up to date (design, "The way of one registration",
 * step 5). A change writes the course or the user copy first and the registrations second. A create inserts
 * the registration first and reads the newest course and user second, before its event is settled. Whichever
 * runs second sees the other, and a crash in between leaves a mark: `notCopied` on the course, the event in
 * the outbox.
 *
 * A create need not look when the latest change is still the one that was known before it read course and user:
 * a change is told after it is written and before it is copied, so any other one was read by the create, or is
 * copied after the insert.
 */
export class Copies implements Part {
  readonly name = 'copies'
  readonly #deps: Deps
  #timer: NodeJS.Timeout | undefined
  #sweeping: Promise<void> | undefined

  constructor(deps: Deps) {
    this.#deps = deps
  }

  start(): void {
    this.#deps.mongodb.onChange((up) => up && this.#sweep())
    this.#timer = setInterval(() => this.#sweep(), SWEEP_MS)
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer)
    await this.#sweeping
  }

  async usersChanged(users: readonly UserCopy[]): Promise<void> {
    const { userCopies, changes, registrations, clock } = this.#deps
    // No registration has an older copy than the first, so an import of new users leaves nothing to do.
    const changed = users.filter((user) => !isFirst(user))
    if (changed.length === 0) return
    await userCopies.keep(changed)
    await changes.add()
    await registrations.copyUsers(changed, clock.now())
  }

  async courseChanged(course: StoredCourse): Promise<void> {
    const { courses, changes, registrations, clock } = this.#deps
    await changes.add()
    await registrations.copyCourse(course, clock.now())
    await courses.copied(course)
  }

  /** Catches up: the course or the user may have changed between the check and the insert. */
  async created(added: readonly Copied[]): Promise<void> {
    const { changes } = this.#deps
    const latest = await changes.latest()
    const unsure = added.filter(({ asOf }) => asOf === undefined || asOf !== latest)
    if (unsure.length > 0) await this.#catchUp(unsure)
  }

  async #catchUp(added: readonly Copied[]): Promise<void> {
    const { courses, userCopies, registrations, clock } = this.#deps
    const [newestUsers, newestCourses] = await Promise.all([
      userCopies.findMany(distinct(added.map(({ user }) => user.userId))),
      courses.findMany(distinct(added.map(({ course }) => course.id))),
    ])
    const now = clock.now()
    const newerUsers = newestUsers.filter(({ userId, version }) =>
      added.some(({ user }) => user.userId === userId && user.version < version),
    )
    await registrations.copyUsers(newerUsers, now)
    for (const newest of newestCourses)
      if (added.some(({ course }) => course.id === newest.id && course.version < newest.version))
        await registrations.copyCourse(newest, now)
  }

  #sweep(): void {
    if (!this.#deps.mongodb.up()) return
    this.#sweeping ??= this.#coursesLeft().finally(() => (this.#sweeping = undefined))
  }

  /** Copies courses whose last change did not reach their registrations because of a crash or an outage. */
  async #coursesLeft(): Promise<void> {
    try {
      for (let last = 0; ;) {
        const page = await this.#deps.courses.notCopied(last)
        for (const course of page) await this.courseChanged(course)
        const end = page.at(-1)
        if (!end) return
        last = end.id
      }
    } catch (error) {
      this.#deps.logger.warn({ err: error }, 'courses could not be copied; the next sweep tries again')
    }
  }
}

const distinct = (ids: readonly number[]) => [...new Set(ids)]
