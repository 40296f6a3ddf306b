import { leaveDeletedGroup as leaveInRegistrations } from '../../platform/http/generated/calls.ts'
import type { InternalService } from '../../platform/http/internal-service.ts'
import type { JobStep } from '../../platform/store/long-job.ts'
import type { ServiceAccounts } from './service-accounts/repository.ts'
import type { UserFinder } from './users/finder.ts'
import type { Users } from './users/repository.ts'
import { withoutGroup } from './users/rules.ts'
import type { GroupRecord } from './groups/record.ts'

/** What finds users and grants. */
export interface References {
  readonly users: Pick<UserFinder, 'members'>
  readonly serviceAccounts: Pick<ServiceAccounts, 'existsInGroup'>
}

interface Deps extends References {
  readonly users: Pick<Users, 'members' | 'listDeletedInGroup' | 'changeDeleted'>
  readonly registrationService: InternalService<'registration'>
  readonly stepSize: number
}

/** Whether the group has users who are not deleted, grants, or an account whose home group it is. */
export async function isReferredTo(
  groupId: number,
  { users, serviceAccounts }: References,
): Promise<boolean> {
  const firstMember = { afterId: 0, offset: 0, limit: 0 }
  const [members, isInAccount] = await Promise.all([
    users.members(groupId, firstMember),
    serviceAccounts.existsInGroup(groupId),
  ])
  return members.keys.length > 0 || isInAccount
}

/** Whether nothing refers to the group, deleted users included. */
export async function isLeft(
  groupId: number,
  { users, ...references }: References & { readonly users: Pick<UserFinder, 'listDeletedInGroup'> },
): Promise<boolean> {
  const [deletedUser] = await users.listDeletedInGroup(groupId, 1)
  return deletedUser === undefined && !(await isReferredTo(groupId, { users, ...references }))
}

/**
 * A step of the job that takes a deleted group out of deleted users and courses, and of what the registration
 * service has of them, so that the next group with its id does not show them. The registration service gets
 * the new versions first: after a crash the step is done again.
 *
 * @throws Error while a write that began before the deletion, and refers to the group, is not undone
 */
export const leaveDeletedGroup =
  ({ users, serviceAccounts, registrationService, stepSize }: Deps) =>
  async ({ _id: groupId }: GroupRecord, stepsBefore = 0): Promise<JobStep<number>> => {
    const found = await users.listDeletedInGroup(groupId, stepSize)
    const changed = found.map((user) => withoutGroup(user, groupId))
    const copies = changed.map(({ id, version, externalId, groupIds }) => ({
      userId: id,
      version,
      externalId,
      groupIds: [...groupIds],
    }))
    const { done } = await leaveInRegistrations(registrationService, { body: { groupId, users: copies } })
    if (done) await users.changeDeleted(changed)
    if (found.length > 0 || !done) return { progress: stepsBefore + 1, next: 'step' }
    if (await isReferredTo(groupId, { users, serviceAccounts }))
      throw new Error(`something still refers to the deleted group ${groupId}`)
    return { progress: stepsBefore + 1, next: 'done' }
  }
