import { isSameAccount } from '../../../../platform/domain/account.ts'
import type { JobStep } from '../../../../platform/store/long-job.ts'
import type { ServiceAccounts } from '../repository.ts'
import type { KeyRecord } from './record.ts'
import type { Keys } from './repository.ts'

interface Deps {
  readonly keys: Pick<Keys, 'confirm' | 'limit' | 'removeAll'>
  readonly serviceAccounts: Pick<ServiceAccounts, 'find'>
}

/**
 * Ends the issue of a key, whoever began it: the key that it replaces expires, or it is removed, if its
 * account was deleted meanwhile.
 * @returns whether the account exists, as the last step of a job
 */
export const checkAccount =
  ({ keys, serviceAccounts }: Deps) =>
  async (
    key: Pick<KeyRecord, '_id' | 'accountId' | 'accountCreatedAt' | 'replaces'>,
  ): Promise<JobStep<boolean>> => {
    const owner = { id: key.accountId, createdAt: key.accountCreatedAt }
    const account = await serviceAccounts.find(owner.id)
    const exists = account !== undefined && isSameAccount(account, owner)
    if (!exists) await keys.removeAll(owner)
    else if (key.replaces) await keys.limit(key.replaces.keyId, key.replaces.expiresAt)
    if (exists) await keys.confirm(key._id)
    return { progress: exists, next: 'done' }
  }
