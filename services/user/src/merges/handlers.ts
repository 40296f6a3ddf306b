import type { Call, Handler } from '../../../platform/contract/operation.ts'
import type { Schemas } from '../../../platform/contract/schema.ts'
import type { Clock } from '../../../platform/domain/time.ts'
import { requireExisting } from '../../../platform/errors.ts'
import { countDeliveries, planRegistrationMerge } from '../../../platform/http/generated/calls.ts'
import type { InternalService } from '../../../platform/http/internal-service.ts'
import { listResponse } from '../../../platform/http/list.ts'
import { NotMergeable } from '../errors.ts'
import { presentPersonJob, statusOf } from '../person-jobs/presenter.ts'
import type { UserFinder } from '../users/finder.ts'
import type { User } from '../users/rules.ts'
import type { Merges } from './repository.ts'
import { requireMergeable, type Accounts, type Merge } from './rules.ts'
import type { MergeJobs } from './steps.ts'

interface Deps {
  readonly users: Pick<UserFinder, 'find'>
  readonly merges: Merges
  readonly mergeJobs: MergeJobs
  readonly registrationService: InternalService<'registration'>
  readonly notificationService: InternalService<'notification'>
  readonly clock: Clock
}

/**
 * Stores the merge, then makes the two users one. Jobs have the other services follow, finish what a crash
 * has left, and look once more for what a request in progress may have stored meanwhile.
 */
export const mergeAccounts =
  (deps: Deps): Handler<'mergeAccounts'> =>
  async (call) => {
    const { users, merges, mergeJobs, clock } = deps
    const accounts = { fromId: call.path.id, intoId: call.body.into }
    const from = requireExisting(await users.find(accounts.fromId))
    const into = await users.find(accounts.intoId)
    if (!into) throw new NotMergeable(`User ${accounts.intoId} does not exist. Name an account that exists.`)
    const known = await merges.find(from.id)
    if (known?.intoId === into.id && (from.deleted || !known.finishedAt))
      return { ...responseOf(known), audited: 'unchanged' }
    const united = requireMergeable(from, into, clock.now())
    await merges.requireNoOther(accounts)
    if (call.prefer.validateOnly) {
      const plan = await planOf(deps, accounts, into, united, call)
      return { status: 200, body: plan, applied: ['validate-only'], audited: 'unchanged' }
    }
    const lease = mergeJobs.user.newLease()
    const operatorName = call.operator?.name ?? ''
    const { trace } = call
    const stored = await merges.begin(accounts, { now: clock.now(), trace, lease, operatorName })
    const audited = stored ? call.audit({ user: from.id, into: into.id }) : 'unchanged'
    if (stored) await mergeJobs.user.workOn(stored, lease)
    return { ...responseOf(requireExisting(await merges.find(from.id))), audited }
  }

const responseOf = (merge: Merge) => ({
  status: merge.finishedAt ? (200 as const) : (202 as const),
  body: presentMerge(merge),
  applied: [],
})

/** @throws Unavailable when a service does not respond, so that a part is never left out */
async function planOf(
  { registrationService, notificationService, clock }: Deps,
  { fromId, intoId }: Accounts,
  into: User,
  united: User,
  { trace }: Call<'mergeAccounts'>,
): Promise<Schemas['Merge']> {
  const path = { id: fromId, intoId }
  const registrations = await planRegistrationMerge(registrationService, { path }, trace)
  const { deliveries } = await countDeliveries(notificationService, { path: { id: fromId } }, trace)
  const groupIds = united.groupIds.filter((id) => !into.groupIds.includes(id))
  const notFinished = { finishedAt: null, records: 0 }
  const services = { user: notFinished, registration: notFinished, notification: notFinished }
  const planned = { fromId, intoId, reason: null, requestedAt: clock.now(), finishedAt: null, services }
  return {
    ...presentMerge(planned),
    status: 'planned',
    services: [],
    plan: { ...registrations, groupIds, deliveries },
  }
}

const presentMerge = (merge: Merge): Schemas['Merge'] => ({
  fromId: merge.fromId,
  intoId: merge.intoId,
  status: merge.reason ? 'stopped' : statusOf(merge.finishedAt),
  reason: merge.reason,
  ...presentPersonJob(merge),
})

export const listMerges =
  ({ merges }: Pick<Deps, 'merges'>): Handler<'listMerges'> =>
  (call) => {
    const filter = { inProgress: call.query.inProgress ?? false }
    return listResponse(call, {
      page: (page) => merges.list(filter, page),
      count: () => merges.count(filter),
      present: presentMerge,
    })
  }

export const getMerge =
  ({ merges }: Pick<Deps, 'merges'>): Handler<'getMerge'> =>
  async ({ path }) => ({ status: 200, body: presentMerge(requireExisting(await merges.find(path.id))) })
