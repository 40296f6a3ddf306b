import type { Connection } from 'mongoose'
import { Eraser } from '../../services/shared/erasure/eraser.ts'
import { MongoTombstones } from '../../services/shared/erasure/repository.ts'
import { tombstoneModel } from '../../services/shared/erasure/record.ts'
import { StoredOutbox } from '../../services/shared/store/outbox.ts'
import { MongoIdempotencyKeys } from '../../services/shared/store/idempotency-keys.ts'
import { NO_RELAY } from '../no-relay.ts'
import { recordedLog } from '../recorded-log.ts'
import type { Clock } from '../../services/shared/time.ts'
import type { MongoRegistrations } from '../../services/registration/src/registrations/repository.ts'
import { eraseUser } from '../../services/registration/src/user-copies/erase.ts'
import type { MongoUserCopies } from '../../services/registration/src/user-copies/repository.ts'

const made = new WeakMap<Connection, ReturnType<typeof make>>()

/** What the registration service erases with, on the database of a test; the same each time. */
export function erasureParts(deps: Parameters<typeof make>[0]) {
  const parts = made.get(deps.database) ?? make(deps)
  made.set(deps.database, parts)
  return parts
}

function make({
  database,
  registrations,
  userCopies,
  clock,
}: {
  readonly database: Connection
  readonly registrations: MongoRegistrations
  readonly userCopies: MongoUserCopies
  readonly clock: Clock
}) {
  const keys = new MongoIdempotencyKeys(database)
  const model = tombstoneModel(database)
  const outbox = new StoredOutbox(model, clock, { types: ['user.erased.confirmed.v1'] })
  const eraser = new Eraser({
    tombstones: new MongoTombstones({ service: 'registration', model, outbox, relay: NO_RELAY }),
    erase: eraseUser({ registrations, userCopies, keys, clock }),
    clock,
    logger: recordedLog().logger,
  })
  return { eraser }
}
