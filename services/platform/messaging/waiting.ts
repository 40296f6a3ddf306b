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
 * The status shows the last measurement; what is undefined is not known.
 */
export const measuredWaiting = (options: WaitingOptions) => {
  const { relay, consumers, watchdog, clock, logger, everyMs } = options
  const run = async () => {
    await Promise.all([relay.measure(clock), ...consumers.map((consumer) => consumer.measure())])
    watchdog.check()
  }
  return {
    /** The part to be started. */
    measuring: new PeriodicTask({ name: 'measurement of what waits', everyMs, run, logger }),
    /** How many records have events that RabbitMQ does not have. */
    get pendingEvents() {
      return relay.waiting?.count
    },
    /** Since when the oldest event waits; also undefined when none does. */
    get oldestPendingEvent() {
      return relay.waiting?.oldest
    },
    get queues() {
      return consumers.map(({ queue, depth }) => ({
        name: queue,
        messages: depth && depth.ready + depth.delayed,
        consumers: depth?.consumers,
      }))
    },
  }
}
