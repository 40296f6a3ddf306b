import type { Operation } from '../../../shared/contract/operation.ts'
import { NotFound } from '../../../shared/errors.ts'
import { audit } from '../../../shared/http/audit.ts'
import type { VerifyCredential } from '../../../shared/http/credential-cache.ts'
import { listResponse } from '../../../shared/http/list.ts'
import type { Clock } from '../../../shared/time.ts'
import { presentVerifiedAccount } from '../service-accounts/presenter.ts'
import type { ServiceAccounts } from '../service-accounts/repository.ts'
import { presentKey, presentNewKey, readExpiry } from './presenter.ts'
import type { Keys } from './repository.ts'
import { hashSecret, newKeyId, newSecret } from './secrets.ts'

interface Deps {
  keys: Keys
  serviceAccounts: Pick<ServiceAccounts, 'find'>
  clock: Clock
}

export const listKeys =
  ({ keys, serviceAccounts }: Deps): Operation<'listKeys'> =>
  async (call) => {
    const { id } = call.path
    await requireAccount(serviceAccounts, id)
    return listResponse(call, {
      page: (page) => keys.list(id, page),
      count: () => keys.count(id),
      present: presentKey,
    })
  }

export const issueKey =
  ({ keys, serviceAccounts, clock }: Deps): Operation<'issueKey'> =>
  async (call) => {
    const accountId = call.path.id
    const expiresAt = readExpiry(call.body?.expiresAt, clock.now())
    await requireAccount(serviceAccounts, accountId)
    const secret = newSecret()
    const key = {
      id: newKeyId(),
      number: await keys.nextNumber(),
      accountId,
      secretHash: hashSecret(secret),
      createdAt: clock.now(),
      expiresAt,
      revokedAt: null,
    }
    await keys.add(key)
    if (!(await serviceAccounts.find(accountId))) {
      // The account was deleted between the check and the write. Its id may be used again, so the key has to go.
      await keys.removeAll(accountId)
      throw new NotFound()
    }
    audit(call, 'issueKey', { account: accountId, key: key.id })
    return { status: 201, body: presentNewKey(key, secret) }
  }

/** Revoking a revoked key changes nothing. */
export const revokeKey =
  ({ keys, clock }: Deps): Operation<'revokeKey'> =>
  async (call) => {
    const { id, keyId } = call.path
    await keys.revoke(id, keyId, clock.now())
    audit(call, 'revokeKey', { account: id, key: keyId })
    return { status: 204, body: undefined }
  }

export const verifyCredential =
  ({ verify }: { verify: VerifyCredential }): Operation<'verifyCredential'> =>
  async ({ body }) => {
    const account = await verify(body)
    return {
      status: 200,
      body: account ? { valid: true, account: presentVerifiedAccount(account) } : { valid: false },
    }
  }

/** @throws NotFound */
async function requireAccount(serviceAccounts: Pick<ServiceAccounts, 'find'>, id: number): Promise<void> {
  if (!(await serviceAccounts.find(id))) throw new NotFound()
}
