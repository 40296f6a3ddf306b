import type { Operation } from '../../../shared/contract/operation.ts'
import { NotFound } from '../../../shared/errors.ts'
import { audit } from '../../../shared/http/audit.ts'
import type { Group } from '../domain/group-tree.ts'
import type { Groups } from '../store/groups.ts'
import type { ServiceAccounts } from '../store/service-accounts.ts'
import type { Users } from '../store/users.ts'
import { answerList } from '../../../shared/http/list.ts'

interface Deps {
  groups: Groups
  users: Pick<Users, 'members'>
  serviceAccounts: Pick<ServiceAccounts, 'anyIn'>
}

export const listGroups =
  ({ groups }: Pick<Deps, 'groups'>): Operation<'listGroups'> =>
  async (call) => {
    const all = (await groups.tree()).all()
    return answerList(call, {
      page: ({ afterId, offset, limit }) =>
        all.filter(({ id }) => id > afterId).slice(offset, offset + limit + 1),
      count: () => all.length,
      idOf: ({ id }) => id,
      present: (group: Group) => group,
    })
  }

export const getGroup =
  ({ groups }: Pick<Deps, 'groups'>): Operation<'getGroup'> =>
  async ({ path }) => {
    const group = (await groups.tree()).get(path.id)
    if (!group) throw new NotFound()
    return { status: 200, body: group }
  }

export const putGroup =
  ({ groups }: Pick<Deps, 'groups'>): Operation<'putGroup'> =>
  async (call) => {
    const group = { id: call.path.id, name: call.body.name, parentId: call.body.parentId ?? null }
    const outcome = await groups.put(group)
    audit(call, 'putGroup', { group: group.id })
    return outcome === 'created'
      ? { status: 201, body: group, headers: { location: call.location } }
      : { status: 200, body: group }
  }

export const deleteGroup =
  ({ groups, users, serviceAccounts }: Deps): Operation<'deleteGroup'> =>
  async (call) => {
    const { id } = call.path
    const firstMember = { afterId: 0, offset: 0, limit: 0 }
    await groups.remove(
      id,
      async () => (await users.members(id, firstMember)).length > 0 || (await serviceAccounts.anyIn(id)),
    )
    audit(call, 'deleteGroup', { group: id })
    return { status: 204, body: undefined }
  }
