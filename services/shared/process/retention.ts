import type { Logger } from '../logger.ts'
import type { Metrics } from '../metrics.ts'
import type { Clock } from '../time.ts'
import type { Dependency } from './dependency.ts'
import type { Part } from './part.ts'

const DAY_MS = 24 * 60 * 60 * 1000
/** A record may stay this much longer than it is kept. */
const SWEEP_MS = 10 * 60_000
/** The first sweep, counted from the start, so that a process that restarts often sweeps too. */
const FIRST_SWEEP_MS = 60_000

export interface RetentionOptions {
  /** What the records are: the label of the metric. */
  readonly kind: string
  /** How long they are kept; 0 for good. */
  readonly days: number
  readonly countDue: (before: Date) => Promise<number>
  /** Removes some of those that are due. @returns how many; 0 when none is left */
  readonly removeDue: (before: Date) => Promise<number>
  readonly mongodb: Dependency
  readonly clock: Clock
  readonly logger: Logger
  readonly metrics: Pick<Metrics, 'retentionDue'>
}

/** Removes records that are older than they are kept. Several processes may do so at the same time. */
export class Retention implements Part {
  readonly name: string
  readonly #options: RetentionOptions
  #timers: NodeJS.Timeout[] = []
  #sweeping: Promise<void> | undefined
  #stopping = false

  constructor(options: RetentionOptions) {
    this.name = `retention of ${options.kind}`
    this.#options = options
  }

  start(): void {
    if (this.#options.days === 0) return
    const sweep = () => {
      if (this.#options.mongodb.up())
        this.#sweeping ??= this.sweep().finally(() => (this.#sweeping = undefined))
    }
    this.#timers = [setTimeout(sweep, FIRST_SWEEP_MS), setInterval(sweep, SWEEP_MS)]
  }

  async stop(): Promise<void> {
    this.#stopping = true
    for (const timer of this.#timers) clearTimeout(timer)
    await this.#sweeping
  }

  /** Removes what is due. The metric shows what is left while it runs, and afterwards. */
  async sweep(): Promise<void> {
    const { kind, days, countDue, removeDue, clock, logger, metrics } = this.#options
    if (days === 0) return
    const before = new Date(clock.now().getTime() - days * DAY_MS)
    try {
      let removed = 0
      for (;;) {
        metrics.retentionDue.set({ kind }, await countDue(before))
        const some = this.#stopping ? 0 : await removeDue(before)
        removed += some
        if (some === 0) break
      }
      if (removed > 0)
        logger.info({ kind, removed, days }, 'records were removed, because they are kept no longer')
    } catch (error) {
      logger.warn({ kind, err: error }, 'the retention sweep paused: the next one continues')
    }
  }
}
