import { perRole, Reach } from '../../../shared/http/account.ts'
import type { VerifyCredential } from '../../../shared/http/credentials.ts'
import type { UserAnswer, Users } from '../users.ts'
import { asking, carrying } from './call.ts'
import { Configuration, UserApi, type UserResolution, type VerifiedAccount } from './generated/user/index.ts'

const SERVICE = 'user service'

/** The user service's internal operations, by the client generated from the contract (decision A7). */
export function userService(options: { url: string; token: string }): {
  users: Users
  verify: VerifyCredential
} {
  const api = new UserApi(new Configuration({ basePath: options.url, accessToken: options.token }))
  return {
    users: {
      async resolve(queries, strict, trace) {
        const body = queries.map((query) => ({ ...query, strict }))
        const answers = await asking(SERVICE, () => api.resolveUsers({ UserQuery: body }, carrying(trace)))
        return answers.map(toAnswer)
      },
    },
    async verify(CredentialCheck) {
      const { account } = await asking(SERVICE, () =>
        api.verifyCredential({ CredentialCheck }, carrying(undefined)),
      )
      return account && toAccount(account)
    },
  }
}

function toAnswer({ code, resolvedBy, user }: UserResolution): UserAnswer {
  if (code !== 'resolved') return { code }
  if (!user || !resolvedBy) throw new Error('the user service resolved a user and did not tell which')
  const expiresAt = user.expirationDate === '' ? undefined : new Date(user.expirationDate)
  return { code, by: resolvedBy, user: { ...user, expiresAt } }
}

function toAccount({ accountId, reach, ...account }: VerifiedAccount) {
  return {
    ...account,
    id: accountId,
    reach: perRole((role) => new Reach(reach[role])),
  }
}
