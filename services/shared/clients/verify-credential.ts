import type { Schemas } from '../contract/schema.ts'
import { perRole, Scope, type Account } from '../domain/account.ts'
import type { VerifyCredential } from '../http/credential-cache.ts'
import { responseReader, type InternalService } from '../http/internal-service.ts'
import type { UserApi, VerifyCredentialRequest } from './generated/index.ts'

/** Verifies the credentials of service accounts by the user service, which owns them. */
export function verifyBy(api: UserApi, userService: InternalService): VerifyCredential {
  const readVerdict = responseReader('CredentialCheckResult')
  return async (credential, from) => {
    // With a type of its own: a misspelt optional property of a spread is not an error.
    const caller: Pick<VerifyCredentialRequest, 'X_Caller_Address'> =
      from === undefined ? {} : { X_Caller_Address: from }
    const request = await api.verifyCredentialRequestOpts({ CredentialCheck: credential, ...caller })
    return userService.call(request, (body) => toAccount(readVerdict(body)))
  }
}

function toAccount({ valid, account }: Schemas['CredentialCheckResult']): Account | undefined {
  if (!valid) return undefined
  if (!account) throw new Error('a valid credential lacks its account')
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
