import type { Logger } from '../../../shared/logger.ts'
import type { Part } from '../../../shared/process/part.ts'
import type { MailMetrics } from '../metrics.ts'
import type { DeadLetters } from '../dead-letters/repository.ts'
import type { Deliveries } from './repository.ts'

/** Well below the patience of any alert. A check costs two counts; a scrape costs none. */
const LOOK_MS = 15_000

interface Deps {
  readonly deliveries: Pick<Deliveries, 'count'>
  readonly deadLetters: Pick<DeadLetters, 'waiting'>
  readonly metrics: Pick<MailMetrics, 'deadLettersWaiting' | 'mailsWaiting'>
  readonly logger: Logger
}

/** Measures what waits for an operator or for another attempt, so that an alert lasts for as long as it waits. */
export class Backlog implements Part {
  readonly name = 'backlog'
  readonly #deps: Deps
  #timer: NodeJS.Timeout | undefined

  constructor(deps: Deps) {
    this.#deps = deps
  }

  start(): void {
    this.#timer = setInterval(() => void this.look(), LOOK_MS)
  }

  stop(): void {
    clearInterval(this.#timer)
  }

  async look(): Promise<void> {
    const { deliveries, deadLetters, metrics, logger } = this.#deps
    try {
      metrics.deadLettersWaiting.set(await deadLetters.waiting())
      metrics.mailsWaiting.set(await deliveries.count({ status: 'queued' }))
    } catch (error) {
      // An unavailable database has its own metric; the last counts stay until it is back.
      logger.debug({ err: error }, 'backlog not known')
    }
  }
}
