import type { Scope } from '../../../shared/domain/account.ts'
import type { Clock } from '../../../shared/time.ts'
import type { Trace } from '../../../shared/trace.ts'
import { NotRegistered } from '../errors.ts'
import { move, requireVisible, type Actor, type Move, type Registration } from './rules.ts'
import type { Courses } from '../courses/repository.ts'
import type { Registrations } from './repository.ts'
import type { Users } from '../clients/users.ts'

interface Deps {
  registrations: Registrations
  courses: Courses
  users: Users
  clock: Clock
}

export interface Moving {
  readonly by: Actor
  readonly scope: Scope
  readonly trace: Trace
  /** Throws when the registration is not the one that the caller expects. */
  readonly expect: (current: Registration) => void
}

/**
 * Moves one registration. Access is decided by the current groups, not by the copies, so that a changed
 * membership takes effect at once (decision A2b).
 */
export class Mover {
  readonly #deps: Deps

  constructor(deps: Deps) {
    this.#deps = deps
  }

  /** @throws NotRegistered, Forbidden, ReopenConflict, Unavailable, and what `expect` throws */
  async move(
    found: Registration | undefined,
    to: Move,
    { by, scope, trace, expect }: Moving,
  ): Promise<Registration> {
    if (!found) throw new NotRegistered()
    await this.#requireAccess(found, scope, trace)
    return this.#deps.registrations.change(found, (current) => {
      expect(current)
      return move(current, to, by, this.#deps.clock.now())
    })
  }

  async #requireAccess({ course, user }: Registration, scope: Scope, trace: Trace): Promise<void> {
    const [[currentCourse], [currentUser]] = await Promise.all([
      this.#deps.courses.findMany([course.id]),
      this.#deps.users.resolve([{ userId: user.userId }], false, trace),
    ])
    if (!currentCourse || currentCourse.deleted || currentUser?.code !== 'resolved') throw new NotRegistered()
    requireVisible({ course: currentCourse, user: currentUser.user }, scope)
  }
}
