import type { Call, Handler } from '../../../platform/contract/operation.ts'
import { requireConditions } from '../../../platform/http/conditional.ts'
import { readWriter, tagOf } from './presenter.ts'
import type { Users } from './repository.ts'
import { changedBy, markDeleted, requireVisible, type User } from './rules.ts'

interface Deps {
  users: Pick<Users, 'change' | 'changeByExternalId'>
}

export const deleteUser =
  ({ users }: Deps): Handler<'deleteUser'> =>
  async (call) => {
    await users.change(call.path.id, call.trace, deletion(call))
    return { status: 204, body: undefined }
  }

export const deleteUserByExternalId =
  ({ users }: Deps): Handler<'deleteUserByExternalId'> =>
  async (call) => {
    await users.changeByExternalId(call.path.externalId, call.trace, deletion(call))
    return { status: 204, body: undefined }
  }

function deletion({ query, scope, header }: Call<'deleteUser'> | Call<'deleteUserByExternalId'>) {
  const writer = readWriter(query)
  return (user: User, now: Date): User => {
    requireVisible(user, scope)
    requireConditions(header, () => tagOf(user))
    return changedBy(writer, { before: user, after: markDeleted(user, now) })
  }
}
