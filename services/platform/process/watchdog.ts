import type { Logger } from '../observability/logger.ts'
import type { Metrics } from '../observability/metrics.ts'
import type { Dependency } from './dependency.ts'

/** Work that is done as soon as it can be: the messages of a queue, the events of an outbox, deliveries. */
export interface Work {
  readonly name: string
  /** Whether something waits that can be done at once. */
  isWaiting(): boolean
  /** How much this process has done. */
  done(): number
}

interface Watched {
  readonly work: Work
  readonly needs: readonly Dependency[]
  done: number
  /** Checks in a row at which something was waiting and nothing had been done. */
  quietChecks: number
}

/** With a check every five seconds, work that stands still for 30 s has stalled. */
const MAX_QUIET_CHECKS = 6

/**
 * Notices work that waits and is not done, although everything that it needs is available. It counts checks
 * instead of time: a process that was frozen gets a chance to continue.
 */
export class Watchdog {
  readonly #watched: Watched[] = []
  readonly #logger: Logger
  readonly #metrics: Pick<Metrics, 'stalled'>

  constructor({ logger, metrics }: { logger: Logger; metrics: Pick<Metrics, 'stalled'> }) {
    this.#logger = logger
    this.#metrics = metrics
  }

  watch(work: Work, needs: readonly Dependency[]): void {
    const watched: Watched = { work, needs, done: work.done(), quietChecks: 0 }
    this.#watched.push(watched)
    this.#metrics.stalled.set({ work: work.name }, 0)
    for (const need of needs) need.onChange(() => this.#set(watched, 0))
  }

  /** The names of the work that has stalled. */
  get stalled(): readonly string[] {
    return this.#watched.filter(isStalled).map(({ work }) => work.name)
  }

  /** Call it regularly. */
  check(): void {
    for (const watched of this.#watched) {
      const { work, needs } = watched
      const done = work.done()
      const isQuiet = done === watched.done && needs.every((need) => need.up()) && work.isWaiting()
      watched.done = done
      this.#set(watched, isQuiet ? watched.quietChecks + 1 : 0)
    }
  }

  #set(watched: Watched, quietChecks: number): void {
    const { name } = watched.work
    const wasStalled = isStalled(watched)
    watched.quietChecks = quietChecks
    if (isStalled(watched) === wasStalled) return
    this.#metrics.stalled.set({ work: name }, wasStalled ? 0 : 1)
    if (wasStalled) this.#logger.warn({ work: name }, 'stalled work goes on')
    else this.#logger.warn({ work: name }, 'work has stalled, although everything that it needs is available')
  }
}

const isStalled = ({ quietChecks }: Watched): boolean => quietChecks > MAX_QUIET_CHECKS
