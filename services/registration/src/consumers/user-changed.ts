import type { Clock } from '../../../shared/clock.ts'
import type { Event } from '../../../shared/messaging/event.ts'
import type { Registrations } from '../store/registrations.ts'
import type { UserCopies } from '../store/user-copies.ts'

interface Deps {
  userCopies: UserCopies
  registrations: Registrations
  clock: Clock
}

/**
 * A user has changed: first what is known of the user, then the copies on registrations. A create inserts first and
 * looks here afterwards, so whichever of the two comes second sees the other (design, "The way of one registration").
 */
export const onUserChanged =
  ({ userCopies, registrations, clock }: Deps) =>
  async ({ payload }: Event<'user.changed.v1'>): Promise<void> => {
    const { userId, version, externalId, groupIds, deleted } = payload
    const copy = { userId, version, externalId, groupIds, deleted }
    await userCopies.keep(copy)
    await registrations.copyUser(copy, clock.now())
  }
