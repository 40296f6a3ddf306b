import type { Clock } from '../../shared/clock.ts'
import type { Account, Reach } from '../../shared/http/account.ts'
import { requireMatch } from '../../shared/http/conditional.ts'
import type { Trace } from '../../shared/trace.ts'
import { requireVisible } from './domain/access.ts'
import { NotRegistered } from './domain/errors.ts'
import { move, type Move, type Registration } from './domain/registration.ts'
import { presentRegistration } from './present.ts'
import type { Courses } from './store/courses.ts'
import type { Registrations } from './store/registrations.ts'
import type { Users } from './users.ts'

interface Deps {
  registrations: Registrations
  courses: Courses
  users: Users
  clock: Clock
}

/** What of a call a move needs. */
export interface MoveCall {
  readonly account: Account
  readonly reach: Reach
  readonly trace: Trace
  readonly header: (name: string) => string | undefined
}

/**
 * Moves one registration. Access is decided by the groups as they are now, not by the copies: a changed membership
 * bites at once (decision A2b).
 */
export class Mover {
  readonly #deps: Deps

  constructor(deps: Deps) {
    this.#deps = deps
  }

  /** @throws NotRegistered, Forbidden, PreconditionFailed, ReopenConflict, DependencyUnavailable */
  async move(found: Registration | undefined, to: Move, call: MoveCall): Promise<Registration> {
    if (!found) throw new NotRegistered()
    await this.#requireAccess(found, call)
    const ifMatch = call.header('if-match')
    return this.#deps.registrations.change(found.id, (current) => {
      requireMatch(ifMatch, () => presentRegistration(current))
      return move(current, to, call.account, this.#deps.clock.now())
    })
  }

  async #requireAccess({ course, user }: Registration, { reach, trace }: MoveCall): Promise<void> {
    const [[currentCourse], [currentUser]] = await Promise.all([
      this.#deps.courses.findMany([course.id]),
      this.#deps.users.resolve([{ userId: user.userId }], false, trace),
    ])
    if (!currentCourse || currentCourse.deleted || currentUser?.code !== 'resolved') throw new NotRegistered()
    requireVisible(currentCourse, currentUser.user, reach)
  }
}
