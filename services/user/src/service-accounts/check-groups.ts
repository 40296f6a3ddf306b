import type { JobStep } from '../../../platform/store/long-job.ts'
import type { Groups } from '../groups/repository.ts'
import type { AccountRecord } from './record.ts'
import type { ServiceAccounts } from './repository.ts'
import { groupsOf } from './rules.ts'

interface Deps {
  readonly serviceAccounts: Pick<ServiceAccounts, 'findRecord' | 'confirm' | 'undo'>
  readonly groups: Pick<Groups, 'protectFromDeletion'>
}

/**
 * Ends the write of an account, whoever began it: a group that it names may have been deleted between the
 * check and the write, which is then undone.
 */
export const checkGroups =
  ({ serviceAccounts, groups }: Deps) =>
  async ({ _id }: Pick<AccountRecord, '_id'>): Promise<JobStep<undefined>> => {
    const record = await serviceAccounts.findRecord(_id)
    if (!record?.checkDueAt) return { progress: undefined, next: 'done' }
    const deleted = await groups.protectFromDeletion(groupsOf(record))
    if (deleted.length === 0) await serviceAccounts.confirm(record)
    else await serviceAccounts.undo(record, deleted)
    return { progress: undefined, next: deleted.length === 0 ? 'done' : 'step' }
  }
