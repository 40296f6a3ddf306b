import type { Handler } from '../../../platform/contract/operation.ts'
import type { Users } from './repository.ts'

interface Deps {
  users: Pick<Users, 'republishAll'>
  raiseIds: (above: number) => Promise<number>
}

/**
 * To be called after the database was restored from a backup: an id that was issued after the backup is not
 * issued again. All users are published again, because the registration service may hold later versions of
 * them, or older ones if it was restored too.
 */
export const raiseUserIds =
  ({ users, raiseIds }: Deps): Handler<'raiseUserIds'> =>
  async (call) => {
    const above = await raiseIds(call.body.above)
    const audited = call.audit({ above })
    await users.republishAll(call.trace)
    return { status: 200, body: { above }, audited }
  }
