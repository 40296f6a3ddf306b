import type { Clock } from '../../../shared/time.ts'
import type { Operation } from '../../../shared/contract/operation.ts'
import { NotFound } from '../../../shared/errors.ts'
import { renderDateTime } from '../../../shared/time.ts'
import { audit } from '../../../shared/http/audit.ts'
import { presentKey, readExpiry } from '../service-accounts/presenter.ts'
import { hashSecret, newKeyId, newSecret } from './secrets.ts'
import type { Keys } from './repository.ts'
import type { ServiceAccounts } from '../service-accounts/repository.ts'
import { listResponse } from '../../../shared/http/list.ts'

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
      idOf: ({ number }) => number,
      present: presentKey,
    })
  }

/** Only this answer shows the secret; it is not stored (decision A2). */
export const issueKey =
  ({ keys, serviceAccounts, clock }: Deps): Operation<'issueKey'> =>
  async (call) => {
    const accountId = call.path.id
    const expiresAt = readExpiry(call.body?.expiresAt)
    await requireAccount(serviceAccounts, accountId)
    const [id, secret] = [newKeyId(), newSecret()]
    await keys.add({
      id,
      number: await keys.nextNumber(),
      accountId,
      secretHash: hashSecret(secret),
      createdAt: clock.now(),
      expiresAt,
      revokedAt: null,
    })
    if (!(await serviceAccounts.find(accountId))) {
      // The account was deleted between the check and the write; its id may be used again.
      await keys.removeAll(accountId)
      throw new NotFound()
    }
    audit(call, 'issueKey', { account: accountId, key: id })
    const body = { keyId: id, secret, expiresAt: expiresAt && renderDateTime(expiresAt) }
    return { status: 201, body }
  }

/** Revoking once more changes nothing. */
export const revokeKey =
  ({ keys, clock }: Deps): Operation<'revokeKey'> =>
  async (call) => {
    const { id, keyId } = call.path
    await keys.revoke(id, keyId, clock.now())
    audit(call, 'revokeKey', { account: id, key: keyId })
    return { status: 204, body: undefined }
  }

/** @throws NotFound */
async function requireAccount(serviceAccounts: Pick<ServiceAccounts, 'find'>, id: number): Promise<void> {
  if (!(await serviceAccounts.find(id))) throw new NotFound()
}
