import type { Event } from '../../../shared/messaging/event.ts'
import { together } from '../../../shared/messaging/together.ts'
import type { Copies } from '../copies.ts'
import type { UserCopy } from '../domain/user.ts'

/** Users have changed, thousands at once when they are imported: what is at work together is written together. */
export const onUserChanged = ({ copies }: { copies: Copies }) => {
  const write = together<UserCopy>((changed) => copies.usersChanged(changed))
  return ({ payload }: Event<'user.changed.v1'>): Promise<void> => {
    const { userId, version, externalId, groupIds, deleted } = payload
    return write({ userId, version, externalId, groupIds, deleted })
  }
}
