import type { Operation } from '../../../shared/contract/operation.ts'
import { audit } from '../../../shared/http/audit.ts'
import type { Users } from './repository.ts'

interface Deps {
  users: Users
  raiseIds: (above: number) => Promise<number>
}

/**
 * Decision O12: an id that was issued before a restore is not issued again, and registrations, which may have seen
 * later versions of users or have gone back themselves, get the present ones.
 */
export const raiseUserIds =
  ({ users, raiseIds }: Deps): Operation<'raiseUserIds'> =>
  async (call) => {
    const above = await raiseIds(call.body.above)
    await users.publishAnew(call.trace)
    audit(call, 'raiseUserIds', { above })
    return { status: 200, body: { above } }
  }
