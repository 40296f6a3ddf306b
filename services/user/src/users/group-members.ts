import type { Handler } from '../../../platform/contract/operation.ts'
import { NotFound } from '../../../platform/errors.ts'
import { joinGroup, leaveGroups, type User } from './rules.ts'
import type { Groups } from '../groups/repository.ts'
import { undoInDeletedGroups } from './deleted-groups.ts'
import type { Users } from './repository.ts'
import { listResponse } from '../../../platform/http/list.ts'

interface Deps {
  groups: Pick<Groups, 'tree' | 'protectFromDeletion'>
  users: Pick<Users, 'change' | 'members' | 'countMembers'>
}

export const listGroupMembers =
  ({ groups, users }: Deps): Handler<'listGroupMembers'> =>
  async (call) => {
    const { id } = call.path
    await requireGroup(groups, id)
    return listResponse(call, {
      page: (page) => users.members(id, page),
      count: () => users.countMembers(id),
      present: (userId: number) => ({ userId }),
    })
  }

export const putGroupMember =
  ({ groups, users }: Deps): Handler<'putGroupMember'> =>
  async (call) => {
    const { id, userId } = call.path
    await requireGroup(groups, id)
    const join = (user: User, now: Date) => joinGroup(user, id, now)
    const { user, isChanged } = await users.change(userId, call.trace, join)
    const audited = isChanged ? call.audit({ group: id, user: userId }) : 'unchanged'
    const deleted = await undoInDeletedGroups({ users, groups }, [user], call.trace)
    if (deleted.includes(id)) throw new NotFound()
    return { status: 204, body: undefined, audited }
  }

/** Removing a user who is not a member changes nothing. */
export const deleteGroupMember =
  ({ groups, users }: Deps): Handler<'deleteGroupMember'> =>
  async (call) => {
    const { id, userId } = call.path
    await requireGroup(groups, id)
    const leave = (user: User, now: Date) => leaveGroups(user, [id], now)
    const { isChanged } = await users.change(userId, call.trace, leave)
    const audited = isChanged ? call.audit({ group: id, user: userId }) : 'unchanged'
    return { status: 204, body: undefined, audited }
  }

/** @throws NotFound */
async function requireGroup(groups: Pick<Groups, 'tree'>, id: number): Promise<void> {
  if (!(await groups.tree()).has(id)) throw new NotFound()
}
