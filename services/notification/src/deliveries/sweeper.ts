import type { Clock } from '../../../shared/time.ts'
import type { Logger } from '../../../shared/logger.ts'
import type { Dependency } from '../../../shared/process/dependency.ts'
import type { Part } from '../../../shared/process/part.ts'
import { Sweeper } from '../delivering/sweeper.ts'
import type { Deliveries } from './repository.ts'
import type { DeliverySender } from './sender.ts'

/** One indexed query when no delivery is due. */
export const SWEEP_MS = 5_000

export interface DeliverySweeperOptions {
  deliveries: Deliveries
  sender: DeliverySender
  mongodb: Dependency
  smtp: Dependency
  clock: Clock
  logger: Logger
  sweepMs: number
}

/**
 * Sends the due deliveries that no message in the queue stands for: resends, and those that a crashed process left queued
 * or sending. One at a time, because they are few.
 */
export class DeliverySweeper implements Part {
  readonly name = 'delivery sweeper'
  readonly #options: DeliverySweeperOptions
  readonly #sweeper: Sweeper
  #stopping = false

  constructor(options: DeliverySweeperOptions) {
    this.#options = options
    this.#sweeper = new Sweeper({
      ...options,
      name: this.name,
      sweep: async () => {
        while (await this.#sendOne());
      },
    })
  }

  start(): void {
    this.#sweeper.start()
    this.#options.smtp.onChange((up) => up && this.wake())
  }

  /** Call when a delivery may be due. */
  wake(): void {
    this.#sweeper.wake()
  }

  async stop(): Promise<void> {
    this.#stopping = true
    await this.#sweeper.stop()
  }

  /** @returns false when no delivery is due, or none can be sent */
  async #sendOne(): Promise<boolean> {
    const { deliveries, sender, mongodb, smtp, clock } = this.#options
    if (this.#stopping || !mongodb.up() || !smtp.up()) return false
    const delivery = await deliveries.claimDue(clock.now())
    if (!delivery) return false
    await sender.attempt(delivery)
    return true
  }
}
