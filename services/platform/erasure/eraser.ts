import type { Clock } from '../domain/time.ts'
import type { Tombstones } from './repository.ts'
import type { ErasureRequest } from './tombstone.ts'

interface EraserOptions {
  readonly tombstones: Tombstones
  /** The job that erases what {@link Tombstones} makes due. */
  readonly job: { wake(): void }
  readonly clock: Clock
}

/**
 * Has users erased when the user service asks for it.
 *
 * The tombstone is written first, and makes the erasure due. Whatever writes personal data of a user reads
 * the tombstone afterwards, so whichever of the two comes second sees the other. A request that was in
 * progress may still store a copy, so everything is erased once more after a few minutes.
 */
export class Eraser {
  readonly #options: EraserOptions

  constructor(options: EraserOptions) {
    this.#options = options
  }

  /** Stores that the user is to be erased. @param confirm whether this service has finished with this pass */
  async erase(request: ErasureRequest, { confirm }: { confirm: boolean }): Promise<void> {
    const { tombstones, job, clock } = this.#options
    await tombstones.put(request, { confirm, now: clock.now() })
    job.wake()
  }

  /**
   * Erases again those users in the list who were erased before. Call it after something about them was
   * written: a late message, or one of a restored database, brings back what was erased.
   */
  async eraseAgainAmong(userIds: readonly number[]): Promise<void> {
    const { tombstones, job, clock } = this.#options
    const erased = (await tombstones.among(userIds)).map(({ userId }) => userId)
    if (erased.length === 0) return
    await tombstones.eraseAgain(erased, clock.now())
    job.wake()
  }

  /** {@link eraseAgainAmong} for one user. @returns whether the user was erased before */
  async eraseAgainIfErased(userId: number): Promise<boolean> {
    if (!(await this.#options.tombstones.has(userId))) return false
    await this.eraseAgainAmong([userId])
    return true
  }
}
