import type { Logger } from '../logger.ts'
import type { Dependency } from './dependency.ts'
import type { Part } from './part.ts'

interface PeriodicTaskOptions {
  readonly name: string
  readonly everyMs: number
  /** @param stopping aborts when the service stops, which waits for the run to end */
  readonly run: (stopping: AbortSignal) => Promise<void>
  /** The task does not run while the database is unavailable. */
  readonly mongodb: Dependency
  readonly logger: Logger
}

/**
 * Runs a task regularly and when woken, once at a time. A failed run is logged, and the next one tries again.
 */
export class PeriodicTask implements Part {
  readonly name: string
  readonly #options: PeriodicTaskOptions
  readonly #stopping = new AbortController()
  #timer: NodeJS.Timeout | undefined
  #running: Promise<void> | undefined
  /** Whether the task was woken during the present run. */
  #isWoken = false

  constructor(options: PeriodicTaskOptions) {
    this.name = options.name
    this.#options = options
  }

  start(): void {
    const { everyMs, mongodb } = this.#options
    this.#timer = setInterval(() => mongodb.up() && void this.runNow(), everyMs)
  }

  /**
   * Starts a run, or one more after the present run, which may have missed what the caller has just stored.
   */
  wake(): void {
    if (this.#stopping.signal.aborted || !this.#options.mongodb.up()) return
    if (this.#running) this.#isWoken = true
    else void this.runNow()
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer)
    this.#stopping.abort()
    await this.#running
  }

  /** Starts a run unless one is in progress. Resolves when it has ended, even if it failed. */
  runNow(): Promise<void> {
    this.#running ??= this.#run().finally(() => {
      this.#running = undefined
      if (this.#isWoken) this.wake()
    })
    return this.#running
  }

  async #run(): Promise<void> {
    const { name, everyMs, run, logger } = this.#options
    this.#isWoken = false
    try {
      await run(this.#stopping.signal)
    } catch (error) {
      logger.warn({ task: name, err: error }, `a periodic task failed; it runs again in ${everyMs / 1000} s`)
    }
  }
}
