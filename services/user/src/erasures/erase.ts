import { NotFound } from '../../../platform/errors.ts'
import type { IdempotencyKeys } from '../../../platform/work/idempotency.ts'
import type { LongJob, Step } from '../../../platform/store/long-job.ts'
import type { Clock } from '../../../platform/domain/time.ts'
import { newTrace, type Trace } from '../../../platform/observability/trace.ts'
import type { Users } from '../users/repository.ts'
import type { ErasureRecord } from './record.ts'
import type { Erasures } from './repository.ts'
import type { Erasure, ErasureOrder } from './rules.ts'

/** The reason of an erasure that no operator asked for. */
const RETENTION = 'deleted users are kept no longer'
const RETIRED_AT_ONCE = 50
/** As of an id floor: no user has a larger id, and a mistake must not use up the ids. */
const MAX_RESTORED_ID = 1_000_000_000_000_000

export interface UserEraserOptions {
  readonly users: Pick<Users, 'find' | 'listDeletedUntil'>
  readonly erasures: Erasures
  /** The job that erases the part of this service. */
  readonly ownPart: Pick<LongJob<ErasureRecord, number>, 'lease' | 'finish'>
  /** Makes further ids of users larger than this one. */
  readonly raiseUserIds: (above: number) => Promise<unknown>
  readonly clock: Clock
}

/**
 * Erases users: stores the erasure with its event for the other services, then erases the part of this
 * service. A job finishes what a crash has left, and erases once more what a request in progress may have
 * stored meanwhile.
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
    const { users, erasures, ownPart, raiseUserIds, clock } = this.#options
    const { userId, again } = order
    const user = await users.find(userId)
    if (!user && (userId > MAX_RESTORED_ID || (!again && !(await erasures.find(userId)))))
      throw new NotFound()
    // The restored database does not have the user. The number must not be issued to another person.
    if (!user) await raiseUserIds(userId)
    const groupIds = user?.groupIds ?? []
    const lease = ownPart.lease()
    const { begun, erasure } = await erasures.begin(order, { groupIds, now: clock.now(), trace, lease })
    onStored()
    if (!begun) return erasure
    await ownPart.finish(begun, lease)
    return (await erasures.find(userId)) ?? erasure
  }

  /** Erases some of the users who were deleted at or before this time. @returns how many */
  async eraseDeletedUntil(time: Date): Promise<number> {
    const ids = await this.#options.users.listDeletedUntil(time, RETIRED_AT_ONCE)
    const trace = newTrace()
    for (const userId of ids)
      await this.erase({ userId, reason: RETENTION, withRegistrations: false, again: false }, trace)
    return ids.length
  }
}

interface OwnPartDeps {
  readonly users: Pick<Users, 'erase'>
  readonly keys: Pick<IdempotencyKeys, 'eraseUser'>
  readonly erasures: Pick<Erasures, 'finish'>
  readonly stepSize: number
  readonly clock: Clock
}

/** A step of the job that erases the part of this service. */
export const eraseOwnPart =
  ({ users, keys, erasures, stepSize, clock }: OwnPartDeps) =>
  async (record: ErasureRecord, erased: number | undefined): Promise<Step<number>> => {
    const { _id: userId, eventId, services, trace } = record
    const isChanged = await users.erase(userId, trace)
    const keyCount = await keys.eraseUser(userId, [userId], stepSize)
    const progress = (erased ?? services.user.records) + (isChanged ? 1 : 0) + keyCount
    if (keyCount >= stepSize) return { progress, isLast: false }
    await erasures.finish({ userId, eventId, service: 'user', records: progress, at: clock.now() })
    return { progress, isLast: true }
  }
