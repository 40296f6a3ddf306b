import type { Call, Handler } from '../../../platform/contract/operation.ts'
import { etagOf, requireConditions } from '../../../platform/http/conditional.ts'
import { presentUser, readUserFields } from './presenter.ts'
import type { Users } from './repository.ts'
import { merge, requireVisible, type User } from './rules.ts'

interface Deps {
  users: Pick<Users, 'change' | 'changeByExternalId'>
}

export const updateUser =
  ({ users }: Deps): Handler<'updateUser'> =>
  async (call) => {
    const user = await users.change(call.path.id, call.trace, update(call))
    return { status: 200, body: presentUser(user) }
  }

/** POST, PUT and PATCH are the same operation. */
export const updateUserByExternalId =
  ({ users }: Deps): Handler<'updateUserByExternalId'> =>
  async (call) => {
    const user = await users.changeByExternalId(call.path.externalId, call.trace, update(call))
    return { status: 200, body: presentUser(user) }
  }

function update({ body, scope, header }: Call<'updateUser'> | Call<'updateUserByExternalId'>) {
  const fields = readUserFields(body)
  return (user: User, now: Date): User => {
    requireVisible(user, scope)
    requireConditions(header, () => etagOf(presentUser(user)))
    return merge(user, fields, now)
  }
}
