import type { ConsumeMessage } from 'amqplib'
import type { Clock } from '../../../shared/time.ts'
import type { Logger } from '../../../shared/logger.ts'
import { RetryLater } from '../../../shared/messaging/consumer.ts'
import { QUEUES } from '../../../shared/messaging/topology.ts'
import { readDeadLetter } from './read.ts'
import type { MailMetrics } from '../metrics.ts'
import type { DeadLetters } from './repository.ts'

interface Deps {
  deadLetters: DeadLetters
  clock: Clock
  logger: Logger
  metrics: MailMetrics
}

/** Stores messages that could not be handled. Never dead-letters one itself: it would come straight back. */
export const onDeadLetter =
  ({ deadLetters, clock, logger, metrics }: Deps) =>
  async (message: ConsumeMessage): Promise<void> => {
    try {
      const letter = readDeadLetter(message, clock.now())
      if (!(await deadLetters.add(letter))) return
      const { queue, type, messageId, reason } = letter
      metrics.deadLetters.inc({ queue: Object.hasOwn(QUEUES, queue) ? queue : 'other' })
      logger.error({ queue, type, messageId, reason }, 'message set aside')
    } catch (error) {
      throw new RetryLater(`could not be kept: ${(error as Error).message}`)
    }
  }
