import type { Call, Handler } from '../../../platform/contract/operation.ts'
import { requireConditions } from '../../../platform/http/conditional.ts'
import { readUserFields, readWriter, shown, tagOf } from './presenter.ts'
import type { Users } from './repository.ts'
import { changedBy, requireVisible, withFields, type User } from './rules.ts'
import { tellingMerged } from './telling-merged.ts'

interface Deps {
  users: Pick<Users, 'change' | 'changeByExternalId'>
}

export const updateUser =
  ({ users }: Deps): Handler<'updateUser'> =>
  async (call) => {
    const write = () => users.change(call.path.id, call.trace, update(call))
    const { user } = await tellingMerged(call.scope, write)
    return { status: 200, ...shown(user) }
  }

/** POST, PUT and PATCH are the same operation. */
export const updateUserByExternalId =
  ({ users }: Deps): Handler<'updateUserByExternalId'> =>
  async (call) => {
    const write = () => users.changeByExternalId(call.path.externalId, call.trace, update(call))
    const { user } = await tellingMerged(call.scope, write)
    return { status: 200, ...shown(user) }
  }

function update({ body, query, scope, header }: Call<'updateUser'> | Call<'updateUserByExternalId'>) {
  const fields = readUserFields(body)
  const writer = readWriter(query)
  return (user: User, now: Date): User => {
    requireVisible(user, scope)
    requireConditions(header, () => tagOf(user))
    return changedBy(writer, { before: user, after: withFields(user, fields, now) })
  }
}
