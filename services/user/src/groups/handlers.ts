import type { Handler } from '../../../platform/contract/operation.ts'
import { NotFound } from '../../../platform/errors.ts'
import { etagOf, requireConditions } from '../../../platform/http/conditional.ts'
import type { Scope } from '../../../platform/domain/account.ts'
import { pageOf } from '../../../platform/domain/page.ts'
import type { Group, GroupTree } from './rules.ts'
import type { Groups } from './repository.ts'
import { listResponse } from '../../../platform/http/list.ts'

interface Deps {
  groups: Groups
  /** Whether nothing refers to the former group with this id, deleted users included. */
  isGroupLeft: (groupId: number) => Promise<boolean>
}

export const listGroups =
  ({ groups }: Deps): Handler<'listGroups'> =>
  async (call) =>
    listResponse(call, {
      page: (page) => groups.list(page),
      count: () => groups.count(),
      present: (group) => group,
    })

/** The groups in which the account holds a role of any API. */
export const listVisibleGroups =
  ({ groups }: Deps): Handler<'listVisibleGroups'> =>
  async (call) => {
    const tree = await groups.tree()
    return listResponse(call, {
      page: ({ afterId, offset, limit }) => {
        const found = groupsAmong(tree, call.scope.idsAbove(afterId)).drop(offset)
        return pageOf(found.take(limit + 1).toArray(), { limit }, ({ id }) => id)
      },
      count: () => [...groupsAmong(tree, call.scope.idsAbove(0))].length,
      present: (group) => presentInScope(group, call.scope),
    })
  }

/** A group at the top of the scope looks like one at the top of the tree. */
const presentInScope = (group: Group, scope: Scope): Group => {
  const { id, name, parentId } = group
  return { id, name, parentId: parentId !== null && scope.has(parentId) ? parentId : null }
}

function* groupsAmong(tree: GroupTree, ids: Iterable<number>): Generator<Group> {
  for (const id of ids) {
    const group = tree.get(id)
    if (group) yield group
  }
}

export const getGroup =
  ({ groups }: Deps): Handler<'getGroup'> =>
  async ({ path }) => {
    const group = (await groups.tree()).get(path.id)
    if (!group) throw new NotFound()
    return { status: 200, body: group }
  }

export const createGroup =
  ({ groups }: Deps): Handler<'createGroup'> =>
  async (call) => {
    const group = await groups.add({ name: call.body.name, parentId: call.body.parentId ?? null })
    const audited = call.audit({ group: group.id })
    return { status: 201, body: group, headers: { location: `${call.pathWithSlash}${group.id}/` }, audited }
  }

export const putGroup =
  ({ groups, isGroupLeft }: Deps): Handler<'putGroup'> =>
  async (call) => {
    const group = { id: call.path.id, name: call.body.name, parentId: call.body.parentId ?? null }
    const outcome = await groups.put(
      group,
      (before) => requireConditions(call.header, () => before && etagOf(before)),
      () => isGroupLeft(group.id),
    )
    const audited = outcome === 'unchanged' ? outcome : call.audit({ group: group.id })
    return outcome === 'created'
      ? { status: 201, body: group, headers: { location: call.pathWithSlash }, audited }
      : { status: 200, body: group, audited }
  }
