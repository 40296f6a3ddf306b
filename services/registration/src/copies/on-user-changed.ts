import { batched } from '../../../platform/work/batched.ts'
import type { DomainEvent } from '../../../platform/messaging/event.ts'
import type { Copies } from './refresh.ts'
import type { UserCopy } from '../registrations/rules.ts'

interface Deps {
  readonly copies: Pick<Copies, 'usersChanged'>
  /** Refreshes the copies of users with many registrations. */
  readonly job: { wake(): void }
}

/**
 * Refreshes the copies of changed users. An import changes thousands of users; messages that arrive together
 * share a write.
 */
export const onUserChanged = ({ copies, job }: Deps) => {
  const refresh = batched(
    async (changed: readonly UserCopy[]) => {
      if (await copies.usersChanged(changed)) job.wake()
      return changed.map(() => undefined)
    },
    { maxBatchSize: Infinity, serial: true, retryAlone: true },
  )
  return ({ payload }: DomainEvent<'user.changed.v1'>): Promise<void> =>
    refresh({
      userId: payload.userId,
      version: payload.version,
      externalId: payload.externalId,
      groupIds: payload.groupIds,
      deleted: payload.deleted,
    })
}
