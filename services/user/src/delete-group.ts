import type { Handler } from '../../platform/contract/operation.ts'
import { audit } from '../../platform/http/audit.ts'
import type { Groups } from './groups/repository.ts'
import type { ServiceAccounts } from './service-accounts/repository.ts'
import type { UserFinder } from './users/finder.ts'

interface Deps {
  groups: Pick<Groups, 'remove'>
  users: Pick<UserFinder, 'members'>
  serviceAccounts: Pick<ServiceAccounts, 'existsInGroup'>
}

/** Deletes a group without subgroups, members and grants. */
export const deleteGroup =
  ({ groups, users, serviceAccounts }: Deps): Handler<'deleteGroup'> =>
  async (call) => {
    const { id } = call.path
    const firstMember = { afterId: 0, offset: 0, limit: 0 }
    await groups.remove(id, async () => {
      const [members, isInAccount] = await Promise.all([
        users.members(id, firstMember),
        serviceAccounts.existsInGroup(id),
      ])
      return members.keys.length > 0 || isInAccount
    })
    audit(call, 'deleteGroup', { group: id })
    return { status: 204, body: undefined }
  }
