import type { Event } from '../../../shared/messaging/event.ts'
import { batched } from '../../../shared/messaging/batched.ts'
import type { Copies } from './refresh.ts'
import type { UserCopy } from './rules.ts'

/** An import changes thousands of users at once: messages that arrive together are written together. */
export const onUserChanged = ({ copies }: { copies: Copies }) => {
  const write = batched<UserCopy>((changed) => copies.usersChanged(changed))
  return ({ payload }: Event<'user.changed.v1'>): Promise<void> => {
    const { userId, version, externalId, groupIds, deleted } = payload
    return write({ userId, version, externalId, groupIds, deleted })
  }
}
