import type { EraseKind } from '../../../platform/erasure/erase-step.ts'
import type { IdempotencyKeys } from '../../../platform/work/idempotency.ts'
import type { CopiesInRegistrations } from './in-registrations.ts'
import type { UserCopies } from './repository.ts'

interface Deps {
  readonly registrations: Pick<CopiesInRegistrations, 'eraseUser'>
  readonly userCopies: Pick<UserCopies, 'erase'>
  readonly keys: Pick<IdempotencyKeys, 'eraseUser'>
}

/** Erases everything that this service holds about a user. */
export const eraseUser = ({ registrations, userCopies, keys }: Deps): readonly EraseKind[] => [
  ({ userId, withRegistrations }, range) =>
    registrations.eraseUser(userId, { remove: withRegistrations }, range),
  async ({ userId }, { afterId: after }) => ({ records: await userCopies.erase(userId), done: true, after }),
  async ({ userId, registrationIds }, { afterId, limit }) => {
    const records = await keys.eraseUser(userId, registrationIds, limit)
    return { records, done: records < limit, after: afterId }
  },
]
