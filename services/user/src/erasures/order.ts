import { inParameter, InvalidRequest, NotFound } from '../../../platform/errors.ts'
import type { Clock } from '../../../platform/domain/time.ts'
import { newTrace, type Trace } from '../../../platform/observability/trace.ts'
import type { Lease } from '../../../platform/store/due-records.ts'
import type { Users } from '../users/repository.ts'
import type { Erasures } from './repository.ts'
import type { Erasure, ErasureOrder } from './rules.ts'
import type { ErasureJobs } from './steps.ts'

/** The reason of an erasure that no operator asked for. */
const RETENTION = 'deleted users are kept no longer'
const ERASED_AT_ONCE = 50
/**
 * A restored database may miss the users of this many ids. An id that is further away is a mistake, and must
 * not make all later ids larger.
 */
const MAX_MISSING_IDS = 100_000

interface ErasureOrdersOptions {
  readonly users: Pick<Users, 'find' | 'listDeletedUntil' | 'listMergedInto'>
  readonly erasures: Erasures
  /** The jobs that erase, one for each service. */
  readonly jobs: ErasureJobs
  /** The largest id that a user had. */
  readonly lastUserId: () => Promise<number>
  /** Makes further ids of users larger than this one. */
  readonly raiseUserIds: (above: number) => Promise<unknown>
  readonly clock: Clock
}

/** Stores erasures and wakes their jobs (`steps.ts`). `order` also does the part of this service at once. */
export class ErasureOrders {
  readonly #options: ErasureOrdersOptions

  constructor(options: ErasureOrdersOptions) {
    this.#options = options
  }

  /**
   * @param onStored called as soon as the erasure is stored, with the ids of the person's other accounts: it
   * will be done, even if this call fails
   * @throws NotFound when there never was such a user, unless the erasure is repeated
   * @throws InvalidRequest when it is repeated for an id far above those of all users
   */
  async order(
    order: ErasureOrder,
    trace: Trace,
    onStored?: (merged: readonly number[]) => void,
  ): Promise<Erasure> {
    const { users, erasures, jobs } = this.#options
    const lease = jobs.user.newLease()
    // Read first, so that nothing comes between the write and `onStored`, which audits it.
    const merged = await users.listMergedInto(order.userId)
    const { stored, erasure } = await this.#begin(order, trace, lease)
    if (!stored) return erasure // the order asks for nothing more than an earlier one
    onStored?.(merged)
    await jobs.user.workOn(stored, lease)
    return (await erasures.find(order.userId)) ?? erasure
  }

  /** Orders the erasures of the person's other accounts, unless that was done for this erasure. */
  async orderMergedInto(
    { userId, reason, withRegistrations, requestedAt }: Erasure,
    trace: Trace,
  ): Promise<void> {
    const { users, erasures } = this.#options
    for (const id of await users.listMergedInto(userId)) {
      const earlier = await erasures.find(id)
      const again = earlier !== undefined && earlier.requestedAt < requestedAt
      await this.#begin({ userId: id, reason, withRegistrations, again }, trace)
    }
  }

  /** @param lease of this process, if it does the work of this service at once; otherwise a job does */
  async #begin(order: ErasureOrder, trace: Trace, lease?: Lease) {
    const { users, erasures, jobs, clock } = this.#options
    const { userId, again } = order
    const user = await users.find(userId)
    if (!user) {
      if (!again && !(await erasures.find(userId))) throw new NotFound()
      await this.#reserve(userId)
    }
    const groupIds = user?.groupIds ?? []
    const result = await erasures.begin(order, { groupIds, now: clock.now(), trace, lease })
    if (result.stored) for (const job of Object.values(jobs)) job.wake()
    return result
  }

  /** The restored database does not have the user. The number must not be issued to another person. */
  async #reserve(userId: number): Promise<void> {
    const { lastUserId, raiseUserIds } = this.#options
    const last = await lastUserId()
    if (userId > last + MAX_MISSING_IDS)
      throw new InvalidRequest(
        `No user has had an id above ${last}. After a restore, raise the ids first: rollcall ids floor.`,
        inParameter('id'),
      )
    await raiseUserIds(userId)
  }

  /** Orders the erasures of some of the users who were deleted at or before this time. @returns how many */
  async orderDeletedUntil(time: Date): Promise<number> {
    const ids = await this.#options.users.listDeletedUntil(time, ERASED_AT_ONCE)
    const trace = newTrace()
    for (const userId of ids)
      await this.order({ userId, reason: RETENTION, withRegistrations: false, again: false }, trace)
    return ids.length
  }
}
