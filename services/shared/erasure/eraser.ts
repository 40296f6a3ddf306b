import type { Logger } from '../logger.ts'
import type { Clock } from '../time.ts'
import type { Tombstones } from './repository.ts'
import type { ErasureRequest, Tombstone } from './tombstone.ts'

export interface EraserOptions {
  readonly tombstones: Tombstones
  /** Erases everything that this service holds about the user. Safe to repeat. @returns the number of records */
  readonly erase: (tombstone: Tombstone) => Promise<number>
  readonly clock: Clock
  readonly logger: Logger
}

/**
 * Erases users when the user service asks for it.
 *
 * The tombstone is written first. Whatever writes personal data of a user reads the tombstone afterwards, so whichever of
 * the two comes second sees the other. A request that was in progress may still store a copy, so everything is erased once
 * more after a few minutes. After a crash the message is delivered again.
 */
export class Eraser {
  readonly #options: EraserOptions

  constructor(options: EraserOptions) {
    this.#options = options
  }

  /** @param confirm whether this service has finished with this pass */
  async erase(request: ErasureRequest, { confirm }: { confirm: boolean }): Promise<void> {
    const { tombstones, erase, clock, logger } = this.#options
    const tombstone = await tombstones.put(request)
    const records = await erase(tombstone)
    await (confirm
      ? tombstones.finish(tombstone, records, clock.now())
      : tombstones.addRecords(tombstone, records))
    logger.info({ user: request.userId, records, ...request.trace }, 'user erased')
  }

  /**
   * Erases those of these users again who were erased. To be called after something about them was written: a late message,
   * or one of a restored database, brings back what was erased.
   */
  async eraseLate(userIds: readonly number[]): Promise<void> {
    const { tombstones, erase } = this.#options
    for (const tombstone of await tombstones.among(userIds))
      await tombstones.addRecords(tombstone, await erase(tombstone))
  }

  /** {@link eraseLate} for one user. @returns whether the user was erased */
  async isErased(userId: number): Promise<boolean> {
    if (!(await this.#options.tombstones.has(userId))) return false
    await this.eraseLate([userId])
    return true
  }

  /** Erases what was written after the first pass. */
  async sweep(): Promise<void> {
    const { tombstones, erase, clock } = this.#options
    for (const tombstone of await tombstones.listSecondPass(clock.now()))
      await tombstones.finishSecondPass(tombstone, await erase(tombstone))
  }
}
