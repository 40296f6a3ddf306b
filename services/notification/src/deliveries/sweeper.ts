import type { Clock } from '../../../shared/time.ts'
import type { Logger } from '../../../shared/logger.ts'
import type { Dependency } from '../../../shared/process/dependency.ts'
import type { Part } from '../../../shared/process/part.ts'
import type { Deliveries } from './repository.ts'
import type { Deliverer } from './deliverer.ts'

/** Finds deliveries that a crash left behind; costs one indexed query when there are none. */
export const SWEEP_MS = 5_000

export interface DeliverySweeperOptions {
  deliveries: Deliveries
  deliverer: Deliverer
  mongodb: Dependency
  smtp: Dependency
  clock: Clock
  logger: Logger
  sweepMs: number
}

/**
 * Sends deliveries that have no message in the queue: resends, at once, and deliveries that a crashed process
 * left queued or sending. One at a time, because they are few.
 */
export class DeliverySweeper implements Part {
  readonly name = 'delivery sweeper'
  readonly #options: DeliverySweeperOptions
  #timer: NodeJS.Timeout | undefined
  #running: Promise<void> | undefined
  #again = false
  #stopping = false

  constructor(options: DeliverySweeperOptions) {
    this.#options = options
  }

  start(): void {
    const { smtp, mongodb, sweepMs } = this.#options
    const timer = setInterval(() => this.wake(), sweepMs)
    this.#timer = timer
    smtp.onChange((up) => up && this.wake())
    // When the database comes back, every process first records what it sent meanwhile.
    mongodb.onChange((up) => up && timer.refresh())
  }

  /** Call when a delivery may be due. */
  wake(): void {
    this.#again = true
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
      while (this.#again) {
        this.#again = false
        while (await this.#sendOne());
      }
    } catch (error) {
      // A delivery in progress keeps its lease; a sweep finds it when the lease has expired.
      this.#options.logger.warn({ err: error }, 'delivery sweeper paused')
    }
  }

  async #sendOne(): Promise<boolean> {
    const { deliveries, deliverer, mongodb, smtp, clock } = this.#options
    if (this.#stopping || !mongodb.up() || !smtp.up()) return false
    const delivery = await deliveries.takeDue(clock.now())
    if (delivery) await deliverer.attempt(delivery)
    return delivery !== undefined
  }
}
