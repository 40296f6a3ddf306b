import type { VerifyCredential } from '../../../shared/http/credential-cache.ts'
import type { Clock } from '../../../shared/time.ts'
import type { Groups } from '../groups/repository.ts'
import type { ServiceAccounts } from '../service-accounts/repository.ts'
import { withScopes } from '../service-accounts/rules.ts'
import type { Keys } from './repository.ts'
import { isValid } from './rules.ts'
import { secretMatches } from './secrets.ts'

/**
 * Verifies credentials against the database and returns the account with its current scopes. Serves the internal
 * operation and the public operations of this service.
 */
export function credentialVerifier(deps: {
  keys: Pick<Keys, 'find'>
  serviceAccounts: Pick<ServiceAccounts, 'find'>
  groups: Pick<Groups, 'tree'>
  clock: Clock
}): VerifyCredential {
  return async ({ keyId, secret }) => {
    const key = await deps.keys.find(keyId)
    if (!secretMatches(secret, key?.secretHash) || !key || !isValid(key, deps.clock.now())) return undefined
    const [account, tree] = await Promise.all([deps.serviceAccounts.find(key.accountId), deps.groups.tree()])
    return account && withScopes(account, tree)
  }
}
