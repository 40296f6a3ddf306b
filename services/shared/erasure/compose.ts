import type { foundation } from '../foundation.ts'
import { Eraser, type EraserOptions } from './eraser.ts'
import { tombstoneModel, type ConfirmingService } from './record.ts'
import { MongoTombstones } from './repository.ts'

/** One indexed query when no second pass is due. */
const SWEEP_MS = 15_000

type Base = Pick<
  ReturnType<typeof foundation>,
  'connection' | 'relay' | 'outbox' | 'clock' | 'logger' | 'periodically'
>

/** The parts with which a service erases users when the user service asks for it, and confirms it. */
export function composeEraser(
  service: ConfirmingService,
  { connection, relay, outbox, clock, logger, periodically }: Base,
  erase: EraserOptions['erase'],
) {
  const model = tombstoneModel(connection)
  const tombstones = new MongoTombstones({
    service,
    model,
    outbox: outbox(model, { types: ['user.erased.confirmed.v1'] }),
    relay,
  })
  const eraser = new Eraser({ tombstones, erase, clock, logger })
  return { eraser, tombstones, parts: [periodically('eraser', SWEEP_MS, () => eraser.sweep())] as const }
}
