import type { foundation } from '../foundation.ts'
import { Relay } from '../messaging/relay.ts'
import { Eraser, type EraserOptions } from './eraser.ts'
import { ConfirmationOutbox } from './outbox.ts'
import { tombstoneModel, type ConfirmingService } from './record.ts'
import { MongoTombstones } from './repository.ts'

/** One indexed query when no second pass is due. */
const SWEEP_MS = 15_000

type Base = Pick<
  ReturnType<typeof foundation>,
  'connection' | 'publisher' | 'clock' | 'logger' | 'metrics' | 'periodically'
>

/** The parts with which a service erases users when the user service asks for it, and confirms it. */
export function composeEraser(
  service: ConfirmingService,
  { connection, publisher, clock, logger, metrics, periodically }: Base,
  erase: EraserOptions['erase'],
) {
  const records = tombstoneModel(connection)
  const tombstones = new MongoTombstones(records)
  const confirmations = new ConfirmationOutbox(service, records, clock)
  const relay = new Relay({
    outbox: confirmations,
    publisher,
    logger,
    metrics,
  })
  const eraser = new Eraser({ tombstones, erase, relay, clock, logger })
  return {
    eraser,
    tombstones,
    confirmations,
    parts: [relay, periodically('eraser', SWEEP_MS, () => eraser.sweep())] as const,
  }
}
