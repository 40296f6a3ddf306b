import type { Clock } from '../../../shared/time.ts'
import type { Logger } from '../../../shared/logger.ts'
import type { Dependency } from '../../../shared/process/dependency.ts'
import type { Part } from '../../../shared/process/part.ts'
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
  #timer: NodeJS.Timeout | undefined
  #running: Promise<void> | undefined
  #sweepDue = false
  #stopping = false

  constructor(options: DeliverySweeperOptions) {
    this.#options = options
  }

  start(): void {
    const { smtp, mongodb, sweepMs } = this.#options
    const timer = setInterval(() => this.wake(), sweepMs)
    this.#timer = timer
    smtp.onChange((up) => up && this.wake())
    // Wait when the database comes back: every process first records what it sent while the database was unavailable.
    mongodb.onChange((up) => up && timer.refresh())
  }

  /** Call when a delivery may be due. */
  wake(): void {
    this.#sweepDue = true
    this.#running ??= this.#run().finally(() => {
      this.#running = undefined
    })
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer)
    this.#stopping = true
    await this.#running
  }

  async #run(): Promise<void> {
    try {
      while (this.#sweepDue) {
        this.#sweepDue = false
        while (await this.#sendOne());
      }
    } catch (error) {
      // The delivery in progress keeps its lease. A sweep finds it when the lease has expired.
      this.#options.logger.warn({ err: error }, 'delivery sweeper paused')
    }
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
