import type { foundation } from '../foundation.ts'
import { eraseStep, type EraseKind } from './erase-step.ts'
import { Eraser } from './eraser.ts'
import { afterErasure, tombstoneModel, type ConfirmingService } from './record.ts'
import { Tombstones } from './repository.ts'

/** The time between two searches for unfinished erasures. A search is one indexed query. */
const ERASURES_MS = 15_000

type Base = Pick<
  ReturnType<typeof foundation>,
  'connection' | 'outbox' | 'clock' | 'logger' | 'longJob' | 'stepSize'
>

/**
 * The parts with which a service erases users when the user service asks for it, and confirms it.
 *
 * @param kinds one for each kind of records that the service holds about users
 */
export function composeEraser(
  service: ConfirmingService,
  { connection, outbox, clock, logger, longJob, stepSize }: Base,
  kinds: readonly EraseKind[],
) {
  const model = tombstoneModel(connection)
  const tombstones = new Tombstones({
    service,
    model,
    outbox: outbox(model, { types: ['user.erased.confirmed.v1'] }),
  })
  const job = longJob({
    name: 'eraser',
    everyMs: ERASURES_MS,
    model,
    dueField: 'eraseDueAt',
    claimField: 'eraseClaim',
    progressField: 'eraseProgress',
    step: eraseStep({ tombstones, kinds, stepSize, clock, logger }),
    finalUpdate: (record) => afterErasure(record, clock.now()),
  })
  const eraser = new Eraser({ tombstones, job, clock })
  return { eraser, tombstones, parts: [job] as const }
}
