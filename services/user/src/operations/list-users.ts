import { readMoment } from '../../../shared/time.ts'
import type { Operation } from '../../../shared/contract/operation.ts'
import { presentListedUser } from '../presenters/user.ts'
import type { Groups } from '../store/groups.ts'
import type { Users } from '../store/users.ts'
import { answerList } from '../../../shared/http/list.ts'

interface Deps {
  users: Pick<Users, 'list' | 'count'>
  groups: Pick<Groups, 'tree'>
}

export const listUsers =
  ({ users, groups }: Deps): Operation<'listUsers'> =>
  async (call) => {
    const { query, reach } = call
    const asked = query.groupId === undefined ? undefined : (await groups.tree()).below([query.groupId])
    const filter = {
      groupIds: (asked ?? [...reach.groupIds]).filter((id) => reach.groupIds.has(id)),
      email: query.email,
      includeDeleted: query.includeDeleted ?? false,
      createdAfter: readMoment('createdAfter', query.createdAfter),
      updatedAfter: readMoment('updatedAfter', query.updatedAfter),
    }
    return answerList(call, {
      page: (page) => (filter.groupIds.length === 0 ? [] : users.list(filter, page)),
      count: () => (filter.groupIds.length === 0 ? 0 : users.count(filter)),
      idOf: ({ id }) => id,
      present: presentListedUser,
    })
  }
