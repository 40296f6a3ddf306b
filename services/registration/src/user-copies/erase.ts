import type { Tombstone } from '../../../shared/erasure/tombstone.ts'
import type { IdempotencyKeys } from '../../../shared/idempotency.ts'
import type { Clock } from '../../../shared/time.ts'
import type { Registrations } from '../registrations/repository.ts'
import type { UserCopies } from './repository.ts'

interface Deps {
  readonly registrations: Pick<Registrations, 'eraseUser'>
  readonly userCopies: Pick<UserCopies, 'erase'>
  readonly keys: Pick<IdempotencyKeys, 'eraseUser'>
  readonly clock: Clock
}

/** Erases everything that this service holds about a user. Safe to repeat. Returns the number of records. */
export type EraseUser = (tombstone: Tombstone) => Promise<number>

export const eraseUser =
  ({ registrations, userCopies, keys, clock }: Deps): EraseUser =>
  async ({ userId, withRegistrations, registrationIds }) => {
    const erased = [
      await registrations.eraseUser(userId, { remove: withRegistrations, now: clock.now() }),
      await userCopies.erase(userId),
      await keys.eraseUser(userId, registrationIds),
    ]
    return erased.reduce((sum, records) => sum + records)
  }
