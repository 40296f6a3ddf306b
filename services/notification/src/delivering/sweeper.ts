import type { Logger } from '../../../shared/logger.ts'
import type { Dependency } from '../../../shared/process/dependency.ts'
import type { Part } from '../../../shared/process/part.ts'

export interface SweeperOptions {
  readonly name: string
  readonly sweepMs: number
  readonly mongodb: Dependency
  readonly logger: Logger
  /** Does what is due. Called again when it was woken meanwhile, never twice at a time. */
  readonly sweep: () => Promise<void>
}

/** Looks for due deliveries regularly, and when it is woken. */
export class Sweeper implements Part {
  readonly name: string
  readonly #options: SweeperOptions
  #timer: NodeJS.Timeout | undefined
  #running: Promise<void> | undefined
  #isDue = false

  constructor(options: SweeperOptions) {
    this.name = options.name
    this.#options = options
  }

  start(): void {
    const { mongodb, sweepMs } = this.#options
    const timer = setInterval(() => this.wake(), sweepMs)
    this.#timer = timer
    // Wait when the database comes back: every process first records what it sent while the database was unavailable.
    mongodb.onChange((up) => up && timer.refresh())
  }

  /** Call when a delivery may be due. */
  wake(): void {
    this.#isDue = true
    this.#running ??= this.#run().finally(() => {
      this.#running = undefined
    })
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer)
    await this.#running
  }

  async #run(): Promise<void> {
    try {
      while (this.#isDue) {
        this.#isDue = false
        await this.#options.sweep()
      }
    } catch (error) {
      // A delivery in progress keeps its lease. A sweep finds it when the lease has expired.
      this.#options.logger.warn({ err: error }, `${this.name} paused`)
    }
  }
}
