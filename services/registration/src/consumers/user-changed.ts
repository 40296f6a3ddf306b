import type { Clock } from '../../../shared/clock.ts'
import type { Event } from '../../../shared/messaging/event.ts'
import { together } from '../../../shared/messaging/together.ts'
import type { UserCopy } from '../domain/user.ts'
import type { Registrations } from '../store/registrations.ts'
import type { UserCopies } from '../store/user-copies.ts'

interface Deps {
  userCopies: UserCopies
  registrations: Registrations
  clock: Clock
}

/**
 * Users have changed, thousands at once when they are imported: first what is known of them, then the copies on
 * registrations. A create inserts first and looks here afterwards, so whichever of the two comes second sees the other
 * (design, "The way of one registration").
 */
export const onUserChanged = ({ userCopies, registrations, clock }: Deps) => {
  const write = together<UserCopy>(async (copies) => {
    await userCopies.keep(copies)
    await registrations.copyUsers(copies, clock.now())
  })
  return ({ payload }: Event<'user.changed.v1'>): Promise<void> => {
    const { userId, version, externalId, groupIds, deleted } = payload
    return write({ userId, version, externalId, groupIds, deleted })
  }
}
