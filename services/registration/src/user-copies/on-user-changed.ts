import { batched } from '../../../shared/messaging/batched.ts'
import type { Event } from '../../../shared/messaging/event.ts'
import type { Copies } from './refresh.ts'
import type { UserCopy } from './rules.ts'

/** Refreshes the copies of changed users. An import changes thousands of users; messages that arrive together share a write. */
export const onUserChanged = ({ copies }: { copies: Copies }) => {
  const refresh = batched<UserCopy>((changed) => copies.usersChanged(changed))
  return ({ payload }: Event<'user.changed.v1'>): Promise<void> =>
    refresh({
      userId: payload.userId,
      version: payload.version,
      externalId: payload.externalId,
      groupIds: payload.groupIds,
      deleted: payload.deleted,
    })
}
