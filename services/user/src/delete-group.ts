import type { Handler } from '../../platform/contract/operation.ts'
import type { LongJob } from '../../platform/store/long-job.ts'
import type { GroupRecord } from './groups/record.ts'
import type { Groups } from './groups/repository.ts'
import { isReferredTo, type References } from './leave-deleted-group.ts'

interface Deps extends References {
  readonly groups: Pick<Groups, 'remove'>
  /** Takes deleted groups out of deleted users and courses. */
  readonly groupLeaving: Pick<LongJob<GroupRecord, number>, 'newLease' | 'workOn'>
}

/** Deletes a group without subgroups, members and grants. */
export const deleteGroup =
  ({ groups, groupLeaving, ...references }: Deps): Handler<'deleteGroup'> =>
  async (call) => {
    const { id } = call.path
    const lease = groupLeaving.newLease()
    const deleted = await groups.remove(id, () => isReferredTo(id, references), lease)
    const audited = call.audit({ group: id })
    if (deleted) await groupLeaving.workOn(deleted, lease)
    return { status: 204, body: undefined, audited }
  }
