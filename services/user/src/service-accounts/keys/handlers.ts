import type { Handler } from '../../../../platform/contract/operation.ts'
import type { AccountIdentity } from '../../../../platform/domain/account.ts'
import { NotFound, requireExisting } from '../../../../platform/errors.ts'
import type { VerifyCredential } from '../../../../platform/http/credential-cache.ts'
import { listResponse } from '../../../../platform/http/list.ts'
import { readDateTime, type Clock } from '../../../../platform/domain/time.ts'
import type { Lease } from '../../../../platform/store/due-records.ts'
import { KeyRevoked } from '../../errors.ts'
import { presentVerifiedAccount } from '../presenter.ts'
import type { ServiceAccounts } from '../repository.ts'
import { presentKey, presentIssuedKey, readExpiry } from './presenter.ts'
import { checkAccount } from './check-account.ts'
import type { KeyIssue, Keys } from './repository.ts'
import { expiryAfterRotation, ownerOf, type Key } from './rules.ts'
import { hashSecret, newKeyId, newSecret } from './secrets.ts'

interface Deps {
  keys: Keys
  serviceAccounts: Pick<ServiceAccounts, 'find'>
  keyChecks: { newLease(): Lease }
  clock: Clock
}

export const listKeys =
  ({ keys, serviceAccounts }: Deps): Handler<'listKeys'> =>
  async (call) => {
    const { id } = call.path
    requireExisting(await serviceAccounts.find(id))
    return listResponse(call, {
      page: (page) => keys.list(id, page),
      count: () => keys.count(id),
      present: presentKey,
    })
  }

/** The keys of all accounts. */
export const listAllKeys =
  ({ keys, clock }: Pick<Deps, 'keys' | 'clock'>): Handler<'listAllKeys'> =>
  (call) => {
    const { expiresBefore, usedAfter } = call.query
    const filter = {
      expiresBefore: expiresBefore === undefined ? undefined : readDateTime('expiresBefore', expiresBefore),
      usedAfter: usedAfter === undefined ? undefined : readDateTime('usedAfter', usedAfter),
    }
    const now = clock.now()
    return listResponse(call, {
      page: (page) => keys.listAll(filter, page, now),
      count: () => keys.countAll(filter, now),
      present: presentKey,
    })
  }

export const issueKey =
  (deps: Deps): Handler<'issueKey'> =>
  async (call) => {
    const accountId = call.path.id
    const name = call.body?.name ?? ''
    const expiresAt = readExpiry('expiresAt', call.body?.expiresAt, deps.clock.now())
    const account = requireExisting(await deps.serviceAccounts.find(accountId))
    const { key, secret } = await addKey(deps, account, { name, expiresAt })
    const audited = call.audit({ account: accountId, key: key.id })
    return { status: 201, body: presentIssuedKey(key, secret), audited }
  }

/**
 * Issues a key with the name and the lifetime of another one, which stays valid for as long as the caller
 * needs it.
 */
export const rotateKey =
  (deps: Deps): Handler<'rotateKey'> =>
  async (call) => {
    const { id: accountId, keyId } = call.path
    const { keys, clock } = deps
    const now = clock.now()
    const old = await keys.find(keyId)
    if (old?.accountId !== accountId) throw new NotFound()
    if (old.revokedAt) throw new KeyRevoked()
    const requested = call.body?.expiresAt
    const expiresAt =
      requested === undefined ? expiryAfterRotation(old, now) : readExpiry('expiresAt', requested, now)
    const oldExpiresAt = readExpiry('oldKeyExpiresAt', call.body?.oldKeyExpiresAt, now)
    const { key, secret } = await addKey(deps, ownerOf(old), {
      name: old.name,
      expiresAt,
      ...(oldExpiresAt && { replaces: { keyId: old.id, expiresAt: oldExpiresAt } }),
    })
    const audited = call.audit({ account: accountId, key: old.id, newKey: key.id })
    return { status: 201, body: presentIssuedKey(key, secret), audited }
  }

/** @throws NotFound when the account is deleted */
async function addKey(
  deps: Deps,
  account: AccountIdentity,
  { name, expiresAt, ...issue }: Pick<Key, 'name' | 'expiresAt'> & Pick<KeyIssue, 'replaces'>,
): Promise<{ key: Key; secret: string }> {
  const { keys, keyChecks, clock } = deps
  const secret = newSecret()
  const createdAt = clock.now()
  const key: Key = {
    id: newKeyId(),
    number: await keys.nextNumber(),
    accountId: account.id,
    accountCreatedAt: account.createdAt,
    secretHash: hashSecret(secret),
    createdAt,
    expiresAt,
    lifetimeMs: expiresAt && expiresAt.getTime() - createdAt.getTime(),
    revokedAt: null,
    name,
    lastUsedAt: null,
    lastUsedFrom: '',
  }
  const record = await keys.add(key, { ...issue, lease: keyChecks.newLease() })
  const { progress: exists } = await checkAccount(deps)(record)
  if (!exists) throw new NotFound()
  return { key, secret }
}

/** Revoking a revoked key changes nothing. */
export const revokeKey =
  ({ keys, clock }: Deps): Handler<'revokeKey'> =>
  async (call) => {
    const { id, keyId } = call.path
    const isRevoked = await keys.revoke(id, keyId, clock.now())
    const audited = isRevoked ? call.audit({ account: id, key: keyId }) : 'unchanged'
    return { status: 204, body: undefined, audited }
  }

export const verifyCredential =
  ({ verify }: { verify: VerifyCredential }): Handler<'verifyCredential'> =>
  async ({ body, header }) => {
    const account = await verify(body, header('x-caller-address'))
    return {
      status: 200,
      body: account ? { valid: true, account: presentVerifiedAccount(account) } : { valid: false },
    }
  }
