import type { Operation } from '../../../shared/contract/operation.ts'
import type { Scope } from '../../../shared/domain/account.ts'
import { NotFound } from '../../../shared/errors.ts'
import { EMPTY_PAGE } from '../../../shared/domain/page.ts'
import { listResponse } from '../../../shared/http/list.ts'
import { readMoment } from '../../../shared/time.ts'
import type { Groups } from '../groups/repository.ts'
import { presentListedUser, presentUser } from './presenter.ts'
import type { Users } from './repository.ts'
import { requireVisible, type User } from './rules.ts'

interface Deps {
  users: Pick<Users, 'find' | 'findByExternalId' | 'list' | 'count'>
  groups: Pick<Groups, 'tree'>
}

export const getUser =
  ({ users }: Pick<Deps, 'users'>): Operation<'getUser'> =>
  async ({ path, scope }) => ({
    status: 200,
    body: presentUser(requireFound(await users.find(path.id), scope)),
  })

export const getUserByExternalId =
  ({ users }: Pick<Deps, 'users'>): Operation<'getUserByExternalId'> =>
  async ({ path, scope }) => ({
    status: 200,
    body: presentUser(requireFound(await users.findByExternalId(path.externalId), scope)),
  })

/** @throws NotFound when there is no user or it is deleted; UserOutOfReach when it is not in scope */
function requireFound(user: User | undefined, scope: Scope): User {
  if (!user || user.deleted) throw new NotFound()
  requireVisible(user, scope)
  return user
}

export const listUsers =
  ({ users, groups }: Deps): Operation<'listUsers'> =>
  async (call) => {
    const { query, scope } = call
    const inScope = scope.ids()
    const requested =
      query.groupId === undefined ? inScope : (await groups.tree()).withSubgroups([query.groupId])
    const filter = {
      groupIds: requested.filter((id) => scope.has(id)),
      email: query.email,
      includeDeleted: query.includeDeleted ?? false,
      createdAfter: readMoment('createdAfter', query.createdAfter),
      updatedAfter: readMoment('updatedAfter', query.updatedAfter),
    }
    return listResponse(call, {
      page: (page) => (filter.groupIds.length === 0 ? EMPTY_PAGE : users.list(filter, page)),
      count: () => (filter.groupIds.length === 0 ? 0 : users.count(filter)),
      present: presentListedUser,
    })
  }
