import type { Handler } from '../../../platform/contract/operation.ts'
import { requireExisting } from '../../../platform/errors.ts'
import { listResponse } from '../../../platform/http/list.ts'
import { presentToOperator } from './presenter.ts'
import type { UserFilter, UserFinder } from './finder.ts'

interface Deps {
  users: Pick<UserFinder, 'find' | 'list' | 'count'>
}

export const listAllUsers =
  ({ users }: Deps): Handler<'listAllUsers'> =>
  async (call) => {
    const { email, externalId, loginName, name, search, managedBy, includeDeleted = false } = call.query
    // Without a scope: users of all groups.
    const filter: UserFilter = {
      scope: undefined,
      email,
      externalId,
      loginName,
      name,
      search,
      managedBy,
      includeDeleted,
    }
    return listResponse(call, {
      page: (page) => users.list(filter, page),
      count: () => users.count(filter),
      present: presentToOperator,
    })
  }

export const getAnyUser =
  ({ users }: Deps): Handler<'getAnyUser'> =>
  async ({ path }) => {
    const user = requireExisting(await users.find(path.id))
    return { status: 200, body: presentToOperator(user) }
  }
