import type { Logger } from '../observability/logger.ts'
import { PeriodicTask } from '../work/periodic-task.ts'
import type { Watchdog } from '../process/watchdog.ts'
import type { Clock } from '../domain/time.ts'
import type { Consumer } from './consumer.ts'
import type { Relay } from './relay.ts'

/** How often outboxes and queues are looked at. */
export const LOOK_MS = 5_000

interface WaitingOptions {
  readonly relay: Pick<Relay, 'measure' | 'waiting'>
  readonly consumers: readonly Pick<Consumer<unknown>, 'queue' | 'measure' | 'depth'>[]
  readonly watchdog: Watchdog
  readonly clock: Clock
  readonly logger: Logger
  readonly everyMs: number
}

/** What waits in the outboxes and the queues of a service, as of the last look. */
export class Waiting {
  readonly #options: WaitingOptions
  readonly looking: PeriodicTask

  constructor(options: WaitingOptions) {
    this.#options = options
    const { logger, everyMs } = options
    this.looking = new PeriodicTask({ name: 'look at what waits', everyMs, run: () => this.#look(), logger })
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

  async #look(): Promise<void> {
    const { relay, consumers, watchdog, clock } = this.#options
    await Promise.all([relay.measure(clock), ...consumers.map((consumer) => consumer.measure())])
    watchdog.look()
  }
}
