import type { Clock } from '../../../shared/time.ts'
import type { Logger } from '../../../shared/logger.ts'
import type { Dependency } from '../../../shared/process/dependency.ts'
import type { Part } from '../../../shared/process/part.ts'
import type { Deliveries } from '../store/deliveries.ts'
import type { Deliverer } from './deliverer.ts'

/** Finds what a crash left behind; with nothing due it costs one indexed query. */
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
 * Sends deliveries that no message stands for: resends, at once, and whatever a process that died left queued or
 * half sent. One at a time, for they are few.
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
    // A database that comes back lets every process first record what it has sent meanwhile.
    mongodb.onChange((up) => up && timer.refresh())
  }

  /** There may be something due. */
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
      // Whatever was on its way keeps its lease; a sweep finds it when that has run out.
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
