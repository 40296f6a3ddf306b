import type { Eraser } from '../../../platform/erasure/eraser.ts'
import type { DomainEvent } from '../../../platform/messaging/event.ts'
import type { RegistrationFinder } from '../registrations/finder.ts'

interface Deps {
  readonly eraser: Pick<Eraser, 'erase'>
  readonly registrations: Pick<RegistrationFinder, 'idsOfUser'>
}

/** Has a user erased. The confirmation names the registrations, also those that are removed. */
export const onUserErased =
  ({ eraser, registrations }: Deps) =>
  async ({ payload, trace }: DomainEvent<'user.erased.v1'>): Promise<void> => {
    const { userId, eventId, withRegistrations } = payload
    const registrationIds = await registrations.idsOfUser(userId)
    await eraser.erase({ userId, eventId, withRegistrations, registrationIds, trace }, { confirm: true })
  }
