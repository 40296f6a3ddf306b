import { isSameAccount } from '../../../../platform/domain/account.ts'
import type { VerifyCredential } from '../../../../platform/http/credential-cache.ts'
import type { Logger } from '../../../../platform/observability/logger.ts'
import type { Clock } from '../../../../platform/domain/time.ts'
import type { Groups } from '../../groups/repository.ts'
import type { ServiceAccounts } from '../repository.ts'
import { withScopes } from '../rules.ts'
import type { Keys } from './repository.ts'
import { isValid, ownerOf, usesToReplace, type Key } from './rules.ts'
import { secretMatches } from './secrets.ts'

/**
 * Verifies credentials against the database and returns the account with its current scopes. Serves the
 * internal operation and the public operations of this service.
 */
export function databaseVerifier(deps: {
  keys: Pick<Keys, 'find' | 'recordUse'>
  serviceAccounts: Pick<ServiceAccounts, 'find'>
  groups: Pick<Groups, 'tree'>
  clock: Clock
  logger: Logger
}): VerifyCredential {
  return async ({ keyId, secret }, address = '') => {
    const key = await deps.keys.find(keyId)
    const now = deps.clock.now()
    if (!secretMatches(secret, key?.secretHash) || !key || !isValid(key, now)) return undefined
    recordUse(key, { at: now, from: address })
    const [account, tree] = await Promise.all([deps.serviceAccounts.find(key.accountId), deps.groups.tree()])
    if (!account || !isSameAccount(account, ownerOf(key))) return undefined
    return { ...withScopes(account, tree), ...(key.expiresAt && { keyExpiresAt: key.expiresAt }) }
  }

  /** The caller does not wait for this. A failed write is made up for at the next verification. */
  function recordUse({ id, lastUsedAt }: Key, { at, from }: { at: Date; from: string }): void {
    const replaced = usesToReplace(at)
    if (lastUsedAt && lastUsedAt >= replaced) return
    deps.keys
      .recordUse(id, { at, from, replaced })
      .catch((error: unknown) =>
        deps.logger.debug({ err: error, key: id }, 'could not record the use of a key'),
      )
  }
}
