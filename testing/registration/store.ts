import type { Connection } from 'mongoose'
import {
  REGISTRATION_OUTBOX,
  registrationModel,
  type RegistrationRecord,
} from '../../services/registration/src/registrations/record.ts'
import { Registrations } from '../../services/registration/src/registrations/repository.ts'
import { Outbox, type RelayPort } from '../../services/platform/store/outbox.ts'
import type { Clock } from '../../services/platform/domain/time.ts'

/** The registrations in the database of a test, with their outbox. */
export function registrationStore({
  database,
  clock = { now: () => new Date() },
  relay,
  beforeMarked = () => Promise.resolve(),
}: {
  readonly database: Connection
  readonly clock?: Clock
  readonly relay?: RelayPort<RegistrationRecord, 'course' | 'user'>
  readonly beforeMarked?: (
    records: readonly Pick<RegistrationRecord, '_id' | 'course' | 'user'>[],
  ) => Promise<void>
}) {
  const model = registrationModel(database)
  const outbox = new Outbox(model, clock, {
    ...REGISTRATION_OUTBOX,
    beforeMarked,
    ...(relay && { relay }),
  })
  return { model, outbox, registrations: new Registrations({ model, outbox }) }
}
