import type { foundation } from '../foundation.ts'
import { Relay } from '../messaging/relay.ts'
import { STEP_SIZE } from '../store/in-steps.ts'
import { eraseStep, type EraseKind } from './erase-step.ts'
import { Eraser } from './eraser.ts'
import { ConfirmationOutbox } from './outbox.ts'
import { afterErasure, tombstoneModel, type ConfirmingService } from './record.ts'
import { MongoTombstones } from './repository.ts'

/** How often erasures are looked for that no process does. One indexed query when none is due. */
const ERASURES_MS = 15_000

type Base = Pick<
  ReturnType<typeof foundation>,
  'connection' | 'publisher' | 'clock' | 'logger' | 'metrics' | 'longJob'
>

/**
 * The parts with which a service erases users when the user service asks for it, and confirms it.
 *
 * @param kinds one for each kind of records that the service holds about users
 */
export function composeEraser(
  service: ConfirmingService,
  { connection, publisher, clock, logger, metrics, longJob }: Base,
  kinds: readonly EraseKind[],
  stepSize = STEP_SIZE,
) {
  const model = tombstoneModel(connection)
  const tombstones = new MongoTombstones(model)
  const confirmations = new ConfirmationOutbox(service, model, clock)
  const relay = new Relay({
    outbox: confirmations,
    publisher,
    logger,
    metrics,
  })
  const job = longJob({
    name: 'eraser',
    everyMs: ERASURES_MS,
    model,
    due: 'eraseDueAt',
    claim: 'eraseClaim',
    progress: 'eraseProgress',
    step: eraseStep({ tombstones, kinds, stepSize, clock }),
    finish: (record) => afterErasure(record, clock.now()),
    onFinished: ({ _id, trace }) => {
      relay.sweep()
      logger.info({ user: _id, ...trace }, 'user erased')
    },
  })
  const eraser = new Eraser({ tombstones, job, clock })
  return {
    eraser,
    tombstones,
    confirmations,
    parts: [relay, job] as const,
  }
}
