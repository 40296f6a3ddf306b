import type { ConsumeMessage } from 'amqplib'
import type { Clock } from '../../../shared/time.ts'
import type { Logger } from '../../../shared/logger.ts'
import { RetryLater } from '../../../shared/messaging/consumer.ts'
import { QUEUES } from '../../../shared/messaging/topology.ts'
import type { MailMetrics } from '../metrics.ts'
import { readDeadLetter } from './message.ts'
import type { DeadLetters } from './repository.ts'

interface Deps {
  deadLetters: DeadLetters
  clock: Clock
  logger: Logger
  metrics: MailMetrics
}

/** Stores dead letters. After any failure it retries, because a dead letter of a dead letter would come straight back. */
export const onDeadLetter =
  ({ deadLetters, clock, logger, metrics }: Deps) =>
  async (message: ConsumeMessage): Promise<void> => {
    try {
      const letter = readDeadLetter(message, clock.now())
      if (!(await deadLetters.add(letter))) return
      const { queue, type, messageId, reason } = letter
      metrics.deadLetters.inc({ queue: Object.hasOwn(QUEUES, queue) ? queue : 'other' })
      logger.error({ queue, type, messageId, reason }, 'dead letter stored')
    } catch (error) {
      throw new RetryLater(`could not be stored: ${(error as Error).message}`)
    }
  }
