import { parseDateTime } from '../../../shared/date-time.ts'
import { InvalidRequest } from '../../../shared/errors.ts'
import type { Operation } from '../../../shared/contract/operation.ts'
import { presentListedUser } from '../presenters/user.ts'
import type { Groups } from '../store/groups.ts'
import type { Users } from '../store/users.ts'
import { answerList } from './list.ts'

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
      includeDeleted: query.includeDeleted ?? false,
      createdAfter: moment('createdAfter', query.createdAfter),
      updatedAfter: moment('updatedAfter', query.updatedAfter),
    }
    return answerList(call, {
      page: (page) => (filter.groupIds.length === 0 ? [] : users.list(filter, page)),
      count: () => (filter.groupIds.length === 0 ? 0 : users.count(filter)),
      idOf: ({ id }) => id,
      present: presentListedUser,
    })
  }

function moment(name: string, text: string | undefined): Date | undefined {
  if (text === undefined) return undefined
  const date = parseDateTime(text)
  if (!date) throw new InvalidRequest(`query parameter ${name} must lie in the years 0000 to 9999 (UTC).`)
  return date
}
