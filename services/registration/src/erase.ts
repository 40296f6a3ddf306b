import type { Handler } from '../../platform/contract/operation.ts'
import type { Eraser, Erasing } from '../../platform/erasure/eraser.ts'
import type { Tombstones } from '../../platform/erasure/repository.ts'
import { STEP_SIZE } from '../../platform/store/in-steps.ts'
import type { IdempotencyKeys } from '../../platform/store/idempotency-keys.ts'
import type { CopiesInRegistrations } from './copies/in-registrations.ts'
import type { NewestUsers } from './copies/repository.ts'

interface Deps {
  readonly copiesInRegistrations: Pick<CopiesInRegistrations, 'eraseUser'>
  readonly newestUsers: Pick<NewestUsers, 'erase'>
  readonly idempotencyKeys: Pick<IdempotencyKeys, 'eraseUser'>
  readonly tombstones: Pick<Tombstones, 'addRegistrations' | 'among'>
}

/** Erases everything that this service holds about a user. */
export const erasingOfRegistrations = ({
  copiesInRegistrations,
  newestUsers,
  idempotencyKeys,
  tombstones,
}: Deps): Erasing => ({
  mainRecords: ({ userId, withRegistrations }, range) =>
    copiesInRegistrations.eraseUser(userId, { remove: withRegistrations }, range, (ids) =>
      // The notification service finds dead letters by them, also when the registrations are removed.
      tombstones.addRegistrations(userId, ids),
    ),
  otherRecords: [
    ({ userId }) => newestUsers.erase(userId),
    async ({ userId }, limit) => {
      const [tombstone] = await tombstones.among([userId])
      return await idempotencyKeys.eraseUser(userId, tombstone?.registrationIds ?? [], limit)
    },
  ],
})

export const eraseRegistrations =
  ({ eraser }: { eraser: Pick<Eraser, 'erase'> }): Handler<'eraseRegistrations'> =>
  async ({ path, body: { withRegistrations, after = 0 } }) => {
    // The tombstone collects the registrations.
    const user = { userId: path.id, withRegistrations, registrationIds: [] }
    return { status: 200, body: await eraser.erase(user, after) }
  }

export const listErasedRegistrations =
  ({ tombstones }: { tombstones: Pick<Tombstones, 'registrationsOf'> }): Handler<'listErasedRegistrations'> =>
  async ({ path, query: { afterId = 0 } }) => ({
    status: 200,
    body: await tombstones.registrationsOf(path.id, afterId, STEP_SIZE),
  })
