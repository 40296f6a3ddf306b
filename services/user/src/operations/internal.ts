import type { Operation } from '../../../shared/contract/operation.ts'
import type { VerifyCredential } from '../../../shared/http/authenticate.ts'
import { resolve } from '../domain/resolution.ts'
import { presentVerifiedAccount } from '../presenters/service-account.ts'
import { presentResolution } from '../presenters/user.ts'
import type { Users } from '../store/users.ts'

export const verifyCredential =
  ({ verify }: { verify: VerifyCredential }): Operation<'verifyCredential'> =>
  async ({ body }) => {
    const account = await verify(body)
    return {
      status: 200,
      body: account ? { valid: true, account: presentVerifiedAccount(account) } : { valid: false },
    }
  }

/** Portal-wide: the caller checks access to the users found (decision R3). */
export const resolveUsers =
  ({ users }: { users: Pick<Users, 'candidates'> }): Operation<'resolveUsers'> =>
  async ({ body }) => {
    const candidates = await users.candidates(body)
    return { status: 200, body: body.map((query) => presentResolution(resolve(query, candidates))) }
  }
