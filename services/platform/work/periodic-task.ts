import type { Logger } from '../observability/logger.ts'
import { runWithoutSpan } from '../observability/tracing.ts'
import type { Dependency } from '../process/dependency.ts'
import type { Part } from '../process/part.ts'

interface PeriodicTaskOptions {
  readonly name: string
  readonly everyMs: number
  /** @param stopping aborts when the service stops, which waits for the run to end */
  readonly run: (stopping: AbortSignal) => Promise<void>
  /** The task does not run while one of these is unavailable. */
  readonly needs?: readonly Dependency[]
  readonly logger: Logger
}

/**
 * Runs a task regularly and when it is woken, once at a time. A failed run is logged, and the next one tries
 * again.
 */
export class PeriodicTask implements Part {
  readonly name: string
  readonly #options: PeriodicTaskOptions
  readonly #stopping = new AbortController()
  #timer: NodeJS.Timeout | undefined
  #running: Promise<void> | undefined
  /** Whether it was woken after the last run began. */
  #isWoken = false

  constructor(options: PeriodicTaskOptions) {
    this.name = options.name
    this.#options = options
  }

  start(): void {
    this.#timer ??= setInterval(() => this.#isAble() && void this.runNow(), this.#options.everyMs)
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer)
    this.#stopping.abort()
    await this.#running
  }

  /**
   * Runs after this turn of the event loop, so that what is added in one turn is done together. While a run
   * is in progress, it runs once more afterwards, because that run may not have seen what there is to do.
   */
  wake(): void {
    if (this.#isWoken) return
    this.#isWoken = true
    if (!this.#running) setImmediate(() => this.#runIfWoken())
  }

  /** Starts a run unless one is in progress. Resolves when it has ended, even if it failed. */
  runNow(): Promise<void> {
    this.#running ??= runWithoutSpan(() => this.#run()).finally(() => {
      this.#running = undefined
      this.#runIfWoken()
    })
    return this.#running
  }

  #runIfWoken(): void {
    if (!this.#isWoken) return
    if (this.#isAble()) void this.runNow()
    else this.#isWoken = false
  }

  #isAble(): boolean {
    const { needs = [] } = this.#options
    return !this.#stopping.signal.aborted && needs.every((need) => need.up())
  }

  async #run(): Promise<void> {
    const { name, everyMs, run, logger } = this.#options
    this.#isWoken = false
    try {
      await run(this.#stopping.signal)
    } catch (error) {
      logger.warn({ task: name, err: error }, `a task failed; it runs again within ${everyMs / 1000} s`)
    }
  }
}
