import type { Schemas } from '../contract/schema.ts'
import { perRole, Scope, type Account } from '../domain/account.ts'
import type { VerifyCredential } from './credential-cache.ts'
import type { InternalService } from './internal-service.ts'
import { verifyCredential } from './generated/calls.ts'

/** Verifies the credentials of service accounts by the user service, which owns them. */
export const verifyBy =
  (userService: InternalService<'user'>): VerifyCredential =>
  async (body, from) => {
    const { valid, account } = await verifyCredential(userService, {
      headers: { 'X-Caller-Address': from },
      body,
    })
    if (!valid) return undefined
    if (!account) throw userService.unavailable('a valid credential lacks its account')
    return toAccount(account)
  }

function toAccount(account: Schemas['VerifiedAccount']): Account {
  return {
    id: account.accountId,
    createdAt: new Date(account.createdAt),
    name: account.name,
    homeGroupId: account.homeGroupId,
    requestsPerMinute: account.requestsPerMinute,
    scope: perRole((role) => new Scope(account.reach[role])),
    ...(account.keyExpiresAt && { keyExpiresAt: new Date(account.keyExpiresAt) }),
  }
}
