import type { ConsumeMessage } from 'amqplib'
import type { Eraser } from '../../../platform/erasure/eraser.ts'
import type { Clock } from '../../../platform/domain/time.ts'
import type { Logger } from '../../../platform/observability/logger.ts'
import { RetryLater } from '../../../platform/messaging/message.ts'
import { QUEUES } from '../../../platform/messaging/topology.ts'
import type { EmailMetrics } from '../metrics.ts'
import { readDeadLetter } from './message.ts'
import type { DeadLetters } from './repository.ts'
import { subjectOf } from './rules.ts'

interface Deps {
  deadLetters: DeadLetters
  eraser: Pick<Eraser, 'eraseAgainIfErased'>
  clock: Clock
  logger: Logger
  metrics: EmailMetrics
}

/**
 * Stores dead letters. After any failure it retries, because a dead letter of a dead letter would come
 * straight back.
 */
export const onDeadLetter =
  ({ deadLetters, eraser, clock, logger, metrics }: Deps) =>
  async (message: ConsumeMessage): Promise<void> => {
    try {
      const letter = readDeadLetter(message, clock.now())
      const isNew = await deadLetters.add(letter)
      const { userId } = subjectOf(letter)
      const isErased = userId !== null && (await eraser.eraseAgainIfErased(userId))
      if (!isNew || isErased) return
      const { queue, type, messageId, reason } = letter
      metrics.deadLetters.inc({ queue: Object.hasOwn(QUEUES, queue) ? queue : 'other' })
      logger.error({ queue, type, messageId, reason }, 'dead letter stored')
    } catch (error) {
      throw new RetryLater(`could not be stored: ${(error as Error).message}`)
    }
  }
