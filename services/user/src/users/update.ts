import type { Call, Operation } from '../../../shared/contract/operation.ts'
import { requireMatch } from '../../../shared/http/conditional.ts'
import { merge, requireVisible, type User } from './rules.ts'
import { presentUser, readUserFields } from './presenter.ts'
import type { Users } from './repository.ts'
import { requireExternalId, userIdOf } from './by-external-id.ts'

interface Deps {
  users: Pick<Users, 'change' | 'findByExternalId'>
}

export const updateUser =
  ({ users }: Deps): Operation<'updateUser'> =>
  async (call) => {
    const user = await users.change(call.path.id, call.trace, update(call))
    return { status: 200, body: presentUser(user) }
  }

/** POST, PUT and PATCH alike (decision S10). */
export const updateUserByExternalId =
  ({ users }: Deps): Operation<'updateUserByExternalId'> =>
  async (call) => {
    const { externalId } = call.path
    const move = update(call)
    const user = await users.change(await userIdOf(users, externalId), call.trace, (user, now) =>
      move(requireExternalId(user, externalId), now),
    )
    return { status: 200, body: presentUser(user) }
  }

function update({ body, scope, header }: Call<'updateUser'> | Call<'updateUserByExternalId'>) {
  const fields = readUserFields(body)
  return (user: User, now: Date): User => {
    requireVisible(user, scope)
    requireMatch(header('if-match'), () => presentUser(user))
    return merge(user, fields, now)
  }
}
