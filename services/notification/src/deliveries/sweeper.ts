import type { Clock } from '../../../shared/time.ts'
import type { Logger } from '../../../shared/logger.ts'
import type { Dependency } from '../../../shared/process/dependency.ts'
import type { Part } from '../../../shared/process/part.ts'
import { Sweeper } from '../delivering/sweeper.ts'
import type { Deliveries } from './repository.ts'
import type { Delivery } from './rules.ts'
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
  /** E-mails that are sent at a time, so that a slow reply does not delay all others. */
  concurrency: number
}

/**
 * Sends the due deliveries that no message in the queue stands for: resends, and those that a crashed process left queued
 * or sending.
 */
export class DeliverySweeper implements Part {
  readonly name = 'delivery sweeper'
  readonly #options: DeliverySweeperOptions
  readonly #sweeper: Sweeper
  readonly #attempts = new Set<Promise<void>>()
  #stopping = false

  constructor(options: DeliverySweeperOptions) {
    this.#options = options
    this.#sweeper = new Sweeper({
      ...options,
      name: this.name,
      sweep: () => this.#sweep(),
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
    await Promise.allSettled(this.#attempts)
  }

  /** Begins attempts until no delivery is due, or as many are in progress as may be. The end of each leads to another sweep. */
  async #sweep(): Promise<void> {
    const { deliveries, mongodb, smtp, clock, concurrency } = this.#options
    while (!this.#stopping && mongodb.up() && smtp.up() && this.#attempts.size < concurrency) {
      const delivery = await deliveries.claimDue(clock.now())
      if (!delivery) return
      const attempt = this.#attempt(delivery).finally(() => {
        this.#attempts.delete(attempt)
        this.wake()
      })
      this.#attempts.add(attempt)
    }
  }

  async #attempt(delivery: Delivery): Promise<void> {
    const { sender, logger } = this.#options
    try {
      await sender.attempt(delivery)
    } catch (error) {
      // The delivery keeps its lease. A sweep finds it when the lease has expired.
      logger.warn({ err: error, delivery: delivery.id }, 'e-mail attempt failed unexpectedly')
    }
  }
}
