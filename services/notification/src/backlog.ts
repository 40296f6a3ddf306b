import type { Logger } from '../../shared/logger.ts'
import type { Part } from '../../shared/process/part.ts'
import type { DeadLetters } from './dead-letters/repository.ts'
import type { Deliveries } from './deliveries/repository.ts'
import type { MailMetrics } from './metrics.ts'

/** Much shorter than any alert waits. Two counts each time, however often the metrics are scraped. */
const MEASURE_MS = 15_000

interface Deps {
  readonly deliveries: Pick<Deliveries, 'count'>
  readonly deadLetters: Pick<DeadLetters, 'countOpen'>
  readonly metrics: Pick<MailMetrics, 'openDeadLetters' | 'queuedMails'>
  readonly logger: Logger
}

/** Measures how many dead letters wait for an operator and how many e-mails wait for another attempt. */
export class Backlog implements Part {
  readonly name = 'backlog'
  readonly #deps: Deps
  #timer: NodeJS.Timeout | undefined

  constructor(deps: Deps) {
    this.#deps = deps
  }

  start(): void {
    this.#timer = setInterval(() => void this.measure(), MEASURE_MS)
  }

  stop(): void {
    clearInterval(this.#timer)
  }

  async measure(): Promise<void> {
    const { deliveries, deadLetters, metrics, logger } = this.#deps
    try {
      metrics.openDeadLetters.set(await deadLetters.countOpen())
      metrics.queuedMails.set(await deliveries.count({ status: 'queued' }))
    } catch (error) {
      // An unavailable database has its own metric. The last counts stay until it is back.
      logger.debug({ err: error }, 'could not measure the backlog')
    }
  }
}
