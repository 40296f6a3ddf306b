import { NotFound } from '../../../shared/errors.ts'
import type { IdempotencyKeys } from '../../../shared/idempotency.ts'
import type { Clock } from '../../../shared/time.ts'
import { newTrace, type Trace } from '../../../shared/trace.ts'
import type { Users } from '../users/repository.ts'
import type { Erasures } from './repository.ts'
import type { Erasure, ErasureOrder } from './rules.ts'

/** How often {@link UserEraser.sweep} runs. It costs one indexed query when nothing is due. */
export const ERASER_SWEEP_MS = 15_000
/** The reason of an erasure that no operator asked for. */
const RETENTION = 'deleted users are kept no longer'
const RETIRED_AT_ONCE = 50
/** As of an id floor: no user has a larger id, and a mistake must not use up the ids. */
const MAX_RESTORED_ID = 1_000_000_000_000_000

export interface UserEraserOptions {
  readonly users: Pick<Users, 'find' | 'erase' | 'listDeletedUntil'>
  readonly erasures: Erasures
  readonly keys: Pick<IdempotencyKeys, 'eraseUser'>
  /** Makes further ids of users larger than this one. */
  readonly raiseUserIds: (above: number) => Promise<unknown>
  readonly clock: Clock
}

/**
 * Erases users: stores the erasure with its event for the other services, then erases the part of this service. A sweep
 * finishes what a crash has left, and erases once more what a request in progress may have stored meanwhile.
 */
export class UserEraser {
  readonly #options: UserEraserOptions

  constructor(options: UserEraserOptions) {
    this.#options = options
  }

  /**
   * @param onStored called when the erasure is stored, which will be done even if this call fails later
   * @throws NotFound when there never was such a user, unless the erasure is repeated
   */
  async erase(order: ErasureOrder, trace: Trace, onStored = (): void => undefined): Promise<Erasure> {
    const { users, erasures, raiseUserIds, clock } = this.#options
    const { userId, again } = order
    const user = await users.find(userId)
    if (!user && (userId > MAX_RESTORED_ID || (!again && !(await erasures.find(userId)))))
      throw new NotFound()
    // The restored database does not have the user. The number must not be issued to another person.
    if (!user) await raiseUserIds(userId)
    const groupIds = user?.groupIds ?? []
    const { begun, erasure } = await erasures.begin(order, { groupIds, now: clock.now(), trace })
    onStored()
    if (!begun) return erasure
    await this.#eraseOwnPart(erasure, trace)
    return (await erasures.find(userId)) ?? erasure
  }

  async #eraseOwnPart({ userId, eventId, services }: Erasure, trace: Trace): Promise<void> {
    const { users, keys, erasures, clock } = this.#options
    const changed = await users.erase(userId, trace)
    const removed = await keys.eraseUser(userId, [userId])
    const records = services.user.records + (changed ? 1 : 0) + removed
    await erasures.finish({ userId, eventId, service: 'user', records, at: clock.now() })
  }

  /** Erases some of the users who were deleted at or before this time. @returns how many */
  async eraseDeletedUntil(time: Date): Promise<number> {
    const ids = await this.#options.users.listDeletedUntil(time, RETIRED_AT_ONCE)
    const trace = newTrace()
    for (const userId of ids)
      await this.erase({ userId, reason: RETENTION, withRegistrations: false, again: false }, trace)
    return ids.length
  }

  /** Erases the parts that are due, and publishes the events again that other services have not confirmed. */
  async sweep(): Promise<void> {
    const { erasures, clock } = this.#options
    for (const erasure of await erasures.listOwnPartDue(clock.now()))
      await this.#eraseOwnPart(erasure, newTrace())
    await erasures.repeatUnconfirmed(clock.now())
  }
}
