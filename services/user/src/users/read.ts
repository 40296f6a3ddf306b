import type { Handler } from '../../../platform/contract/operation.ts'
import { Scope } from '../../../platform/domain/account.ts'
import { NotFound } from '../../../platform/errors.ts'
import { EMPTY_PAGE } from '../../../platform/domain/page.ts'
import { listResponse } from '../../../platform/http/list.ts'
import { readMoment } from '../../../platform/domain/time.ts'
import type { Groups } from '../groups/repository.ts'
import type { GroupTree } from '../groups/rules.ts'
import { presenterFor, presentListedUser, shown } from './presenter.ts'
import type { UserFinder } from './finder.ts'
import { requireVisible, type User } from './rules.ts'

interface Deps {
  users: Pick<UserFinder, 'find' | 'findByExternalId' | 'list' | 'count'>
  groups: Pick<Groups, 'tree'>
}

export const getUser =
  ({ users }: Pick<Deps, 'users'>): Handler<'getUser'> =>
  async ({ path, query, scope }) => ({
    status: 200,
    ...shown(requireFound(await users.find(path.id), scope), presenterFor(query, scope)),
  })

export const getUserByExternalId =
  ({ users }: Pick<Deps, 'users'>): Handler<'getUserByExternalId'> =>
  async ({ path, query, scope }) => ({
    status: 200,
    ...shown(requireFound(await users.findByExternalId(path.externalId), scope), presenterFor(query, scope)),
  })

/** @throws NotFound when there is no user or it is deleted; UserOutOfReach when it is not in scope */
function requireFound(user: User | undefined, scope: Scope): User {
  if (!user || user.deleted) throw new NotFound()
  requireVisible(user, scope)
  return user
}

export const listUsers =
  ({ users, groups }: Deps): Handler<'listUsers'> =>
  async (call) => {
    const { query, scope } = call
    const filter = {
      scope: query.groupId === undefined ? scope : within(await groups.tree(), query.groupId, scope),
      email: query.email,
      loginName: query.loginName,
      includeDeleted: query.includeDeleted ?? false,
      createdAfter: readMoment('createdAfter', query.createdAfter),
      updatedAfter: readMoment('updatedAfter', query.updatedAfter),
    }
    const present = presenterFor(query, scope)
    return listResponse(call, {
      page: (page) => (filter.scope.isEmpty ? EMPTY_PAGE : users.list(filter, page)),
      count: () => (filter.scope.isEmpty ? 0 : users.count(filter)),
      present: (user) => presentListedUser(user, present),
    })
  }

/**
 * The part of the scope that is this group and its subgroups. A group above the scope has none: which group
 * that is tells of the tree.
 */
const within = (tree: GroupTree, groupId: number, scope: Scope): Scope =>
  new Scope(scope.has(groupId) ? tree.withSubgroups([groupId]).filter((id) => scope.has(id)) : [])
