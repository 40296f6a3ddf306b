import type { Users } from './repository.ts'
import { presentUser, presentListedUser } from './presenter.ts'
import { requireVisible, type User } from './rules.ts'
import type { Reach } from '../../../shared/domain/account.ts'
import { NotFound } from '../../../shared/errors.ts'
import type { Operation } from '../../../shared/contract/operation.ts'
import { answerList } from '../../../shared/http/list.ts'
import type { Groups } from '../groups/repository.ts'
import { readMoment } from '../../../shared/time.ts'

interface Deps {
  users: Pick<Users, 'find' | 'findByExternalId' | 'list' | 'count'>
  groups: Pick<Groups, 'tree'>
}

export const getUser =
  ({ users }: Pick<Deps, 'users'>): Operation<'getUser'> =>
  async ({ path, reach }) => ({ status: 200, body: presentUser(visible(await users.find(path.id), reach)) })

export const getUserByExternalId =
  ({ users }: Pick<Deps, 'users'>): Operation<'getUserByExternalId'> =>
  async ({ path, reach }) => ({
    status: 200,
    body: presentUser(visible(await users.findByExternalId(path.externalId), reach)),
  })

/** @throws NotFound when there is none or it is deleted, UserOutOfReach when it lies outside the reach (decisions A4, R16) */
function visible(user: User | undefined, reach: Reach): User {
  if (!user || user.deleted) throw new NotFound()
  requireVisible(user, reach)
  return user
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
