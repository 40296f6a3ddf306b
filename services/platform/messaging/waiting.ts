import type { Logger } from '../observability/logger.ts'
import { PeriodicTask } from '../work/periodic-task.ts'
import type { Watchdog } from '../process/watchdog.ts'
import type { Clock } from '../domain/time.ts'
import type { Consumer } from './consumer.ts'
import type { Relay } from './relay.ts'

/** How often outboxes and queues are measured. */
export const MEASURE_MS = 5_000

interface WaitingOptions {
  readonly relay: Pick<Relay, 'measure' | 'waiting'>
  readonly consumers: readonly Pick<Consumer<unknown>, 'queue' | 'measure' | 'depth'>[]
  readonly watchdog: Watchdog
  readonly clock: Clock
  readonly logger: Logger
  readonly everyMs: number
}

/**
 * Measures regularly what waits in the outboxes and the queues of a service, and has the watchdog check it.
 * The status shows the last measurement.
 */
export class Waiting {
  readonly #options: WaitingOptions
  /** The part to be started. */
  readonly measuring: PeriodicTask

  constructor(options: WaitingOptions) {
    this.#options = options
    const { logger, everyMs } = options
    this.measuring = new PeriodicTask({
      name: 'measurement of what waits',
      everyMs,
      run: () => this.#measure(),
      logger,
    })
  }

  /** How many records have events that RabbitMQ does not have; undefined while it is not known. */
  get pendingEvents(): number | undefined {
    return this.#options.relay.waiting?.count
  }

  /** Since when the oldest event waits; undefined when none does, or while it is not known. */
  get oldestPendingEvent(): Date | undefined {
    return this.#options.relay.waiting?.oldest
  }

  /** The numbers are undefined while they are not known. */
  get queues(): { name: string; messages: number | undefined; consumers: number | undefined }[] {
    return this.#options.consumers.map(({ queue, depth }) => ({
      name: queue,
      messages: depth && depth.ready + depth.delayed,
      consumers: depth?.consumers,
    }))
  }

  async #measure(): Promise<void> {
    const { relay, consumers, watchdog, clock } = this.#options
    await Promise.all([relay.measure(clock), ...consumers.map((consumer) => consumer.measure())])
    watchdog.check()
  }
}
