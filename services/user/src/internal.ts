import type { Operation } from '../../shared/contract/operation.ts'
import type { VerifyCredential } from '../../shared/http/authenticate.ts'
import { resolve } from './users/resolution.ts'
import { presentVerifiedAccount } from './service-accounts/presenter.ts'
import { presentResolution } from './users/presenter.ts'
import type { Users } from './users/repository.ts'

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
