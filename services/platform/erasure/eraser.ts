import type { StepRange, StepResult } from '../domain/step.ts'
import type { UserToErase } from './record.ts'
import type { Tombstones } from './repository.ts'

/** How a service erases what it holds about a user. Each function can be repeated. */
export interface Erasing {
  /** Erases some of the records of the largest kind, in the order of their ids. */
  readonly mainRecords: (user: UserToErase, range: StepRange) => Promise<StepResult>
  /**
   * Erases what is left of each other kind, at most `limit` records.
   * @returns how many; as long as it is not below the limit, there may be more
   */
  readonly otherRecords: readonly ((user: UserToErase, limit: number) => Promise<number>)[]
}

interface EraserOptions {
  readonly tombstones: Tombstones
  readonly erasing: Erasing
  /** The records that one step erases, of all kinds together. */
  readonly stepSize: number
}

/**
 * Erases users in this service when a job of the user service asks for it.
 *
 * The tombstone is written first. What writes personal data of a user reads the tombstone afterwards, or
 * before it sends what it has written, so whichever of the two comes second sees the other. A request in
 * progress may still store a copy, so the user service asks a second time, two minutes later.
 */
export class Eraser {
  readonly #options: EraserOptions

  constructor(options: EraserOptions) {
    this.#options = options
  }

  /**
   * Writes the tombstone, and erases a part of the records.
   * @returns as `records` all that were changed or removed since the tombstone was written
   */
  async erase(user: UserToErase, afterId: number): Promise<StepResult> {
    await this.#options.tombstones.put(user)
    return await this.#step(user, afterId)
  }

  /**
   * Erases again those users in the list who were erased before. Call it after something about them was
   * written: a late message, or one of a restored database, brings back what was erased.
   */
  async eraseAgainAmong(userIds: readonly number[]): Promise<void> {
    for (const user of await this.#options.tombstones.among(userIds))
      for (let step = { done: false, after: 0 }; !step.done;) step = await this.#step(user, step.after)
  }

  /** {@link eraseAgainAmong} for one user. @returns whether the user was erased before */
  async eraseAgainIfErased(userId: number): Promise<boolean> {
    if (!(await this.#options.tombstones.has(userId))) return false
    await this.eraseAgainAmong([userId])
    return true
  }

  async #step(user: UserToErase, afterId: number): Promise<StepResult> {
    const { tombstones, erasing, stepSize } = this.#options
    const { after, ...main } = await erasing.mainRecords(user, { afterId, limit: stepSize })
    let { records, done } = main
    for (const erase of erasing.otherRecords) {
      if (!done) break
      const limit = stepSize - records
      const erased = await erase(user, limit)
      records += erased
      done = erased < limit
    }
    return { records: await tombstones.addRecords(user.userId, records), done, after }
  }
}
