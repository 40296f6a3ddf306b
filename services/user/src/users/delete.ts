import type { Call, Operation } from '../../../shared/contract/operation.ts'
import { requireMatch } from '../../../shared/http/conditional.ts'
import { markDeleted, requireVisible, type User } from './rules.ts'
import { presentUser } from './presenter.ts'
import type { Users } from './repository.ts'
import { requireExternalId, userIdOf } from './by-external-id.ts'

interface Deps {
  users: Pick<Users, 'change' | 'findByExternalId'>
}

export const deleteUser =
  ({ users }: Deps): Operation<'deleteUser'> =>
  async (call) => {
    await users.change(call.path.id, call.trace, deletion(call))
    return { status: 204, body: undefined }
  }

export const deleteUserByExternalId =
  ({ users }: Deps): Operation<'deleteUserByExternalId'> =>
  async (call) => {
    const { externalId } = call.path
    const move = deletion(call)
    await users.change(await userIdOf(users, externalId), call.trace, (user, now) =>
      move(requireExternalId(user, externalId), now),
    )
    return { status: 204, body: undefined }
  }

function deletion({ scope, header }: Call<'deleteUser'> | Call<'deleteUserByExternalId'>) {
  return (user: User, now: Date): User => {
    requireVisible(user, scope)
    requireMatch(header('if-match'), () => presentUser(user))
    return markDeleted(user, now)
  }
}
