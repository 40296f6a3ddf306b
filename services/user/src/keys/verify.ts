import type { Clock } from '../../../shared/time.ts'
import type { VerifyCredential } from '../../../shared/http/authenticate.ts'
import { isInForce } from './rules.ts'
import { withScopes } from '../service-accounts/rules.ts'
import { opens } from './secrets.ts'
import type { Groups } from '../groups/repository.ts'
import type { Keys } from './repository.ts'
import type { ServiceAccounts } from '../service-accounts/repository.ts'

/**
 * Verifies credentials against the store, with the current reach (decisions A1, A2b): for the internal
 * operation, and directly for the public operations of this service.
 */
export function credentialVerifier(deps: {
  keys: Pick<Keys, 'find'>
  serviceAccounts: Pick<ServiceAccounts, 'find'>
  groups: Pick<Groups, 'tree'>
  clock: Clock
}): VerifyCredential {
  return async ({ keyId, secret }) => {
    const key = await deps.keys.find(keyId)
    if (!opens(secret, key?.secretHash) || !key || !isInForce(key, deps.clock.now())) return undefined
    const [account, tree] = await Promise.all([deps.serviceAccounts.find(key.accountId), deps.groups.tree()])
    return account && withScopes(account, tree)
  }
}
