import type { Users } from './repository.ts'
import { presentUser, presentListedUser } from './presenter.ts'
import { requireVisible, type User } from './rules.ts'
import type { Scope } from '../../../shared/domain/account.ts'
import { NotFound } from '../../../shared/errors.ts'
import type { Operation } from '../../../shared/contract/operation.ts'
import { listResponse } from '../../../shared/http/list.ts'
import type { Groups } from '../groups/repository.ts'
import { readMoment } from '../../../shared/time.ts'

interface Deps {
  users: Pick<Users, 'find' | 'findByExternalId' | 'list' | 'count'>
  groups: Pick<Groups, 'tree'>
}

export const getUser =
  ({ users }: Pick<Deps, 'users'>): Operation<'getUser'> =>
  async ({ path, scope }) => ({ status: 200, body: presentUser(visible(await users.find(path.id), scope)) })

export const getUserByExternalId =
  ({ users }: Pick<Deps, 'users'>): Operation<'getUserByExternalId'> =>
  async ({ path, scope }) => ({
    status: 200,
    body: presentUser(visible(await users.findByExternalId(path.externalId), scope)),
  })

/** @throws NotFound when there is none or it is deleted, UserOutOfReach when it lies outside the reach (decisions A4, R16) */
function visible(user: User | undefined, scope: Scope): User {
  if (!user || user.deleted) throw new NotFound()
  requireVisible(user, scope)
  return user
}

export const listUsers =
  ({ users, groups }: Deps): Operation<'listUsers'> =>
  async (call) => {
    const { query, scope } = call
    const asked = query.groupId === undefined ? undefined : (await groups.tree()).below([query.groupId])
    const filter = {
      groupIds: (asked ?? [...scope.groupIds]).filter((id) => scope.groupIds.has(id)),
      email: query.email,
      includeDeleted: query.includeDeleted ?? false,
      createdAfter: readMoment('createdAfter', query.createdAfter),
      updatedAfter: readMoment('updatedAfter', query.updatedAfter),
    }
    return listResponse(call, {
      page: (page) => (filter.groupIds.length === 0 ? [] : users.list(filter, page)),
      count: () => (filter.groupIds.length === 0 ? 0 : users.count(filter)),
      idOf: ({ id }) => id,
      present: presentListedUser,
    })
  }
