import type { Audit, Handler } from '../../../platform/contract/operation.ts'
import { requireExisting } from '../../../platform/errors.ts'
import { etagOf, requireConditions } from '../../../platform/http/conditional.ts'
import type { Lease } from '../../../platform/store/due-records.ts'
import { checkGroups } from './check-groups.ts'
import { requireGroups, type AccountInput, type ServiceAccount } from './rules.ts'
import { presentExistingAccount, presentServiceAccount, readServiceAccount } from './presenter.ts'
import type { Groups } from '../groups/repository.ts'
import type { AccountWrite, ServiceAccounts } from './repository.ts'
import { listResponse } from '../../../platform/http/list.ts'

interface Deps {
  serviceAccounts: ServiceAccounts
  groups: Pick<Groups, 'tree' | 'protectFromDeletion'>
  accountChecks: { newLease(): Lease }
}

export const listServiceAccounts =
  ({ serviceAccounts }: Pick<Deps, 'serviceAccounts'>): Handler<'listServiceAccounts'> =>
  (call) =>
    listResponse(call, {
      page: (page) => serviceAccounts.list(page),
      count: () => serviceAccounts.count(),
      present: presentServiceAccount,
    })

export const getServiceAccount =
  ({ serviceAccounts }: Pick<Deps, 'serviceAccounts'>): Handler<'getServiceAccount'> =>
  async ({ path }) => {
    const account = requireExisting(await serviceAccounts.find(path.id))
    return { status: 200, body: presentServiceAccount(account) }
  }

export const createServiceAccount =
  (deps: Deps): Handler<'createServiceAccount'> =>
  async (call) => {
    const requested = readServiceAccount(call.body)
    const { account, audited } = await writeWithGroups(deps, requested, call.audit, (lease) =>
      deps.serviceAccounts.add(requested, lease),
    )
    return {
      status: 201,
      body: presentServiceAccount(account),
      headers: { location: `${call.pathWithSlash}${account.id}/` },
      audited,
    }
  }

export const putServiceAccount =
  (deps: Deps): Handler<'putServiceAccount'> =>
  async (call) => {
    const requested = readServiceAccount(call.body)
    const check = (current: ServiceAccount | undefined) =>
      requireConditions(call.header, () => current && etagOf(presentServiceAccount(current)))
    const { account, outcome, audited } = await writeWithGroups(deps, requested, call.audit, (lease) =>
      deps.serviceAccounts.put(call.path.id, requested, lease, check),
    )
    const body = presentServiceAccount(account)
    return outcome === 'created'
      ? { status: 201, body, headers: { location: call.pathWithSlash }, audited }
      : { status: 200, body, audited }
  }

export const deleteServiceAccount =
  ({ serviceAccounts }: Pick<Deps, 'serviceAccounts'>): Handler<'deleteServiceAccount'> =>
  async (call) => {
    await serviceAccounts.remove(call.path.id)
    return { status: 204, body: undefined, audited: call.audit({ account: call.path.id }) }
  }

/** The accounts that exist among these ids, with the dates of their creation. */
export const findExistingAccounts =
  ({
    serviceAccounts,
  }: {
    serviceAccounts: Pick<ServiceAccounts, 'findMany'>
  }): Handler<'findExistingAccounts'> =>
  async ({ body }) => {
    const found = await serviceAccounts.findMany(body.accountIds)
    return { status: 200, body: found.map(presentExistingAccount) }
  }

/**
 * Checks the groups before the write. If one was deleted in between, the write is undone. @throws
 * GroupNotFound
 */
async function writeWithGroups(
  deps: Deps,
  account: AccountInput,
  audit: Audit,
  write: (lease: Lease) => Promise<AccountWrite>,
) {
  const tree = await deps.groups.tree()
  requireGroups(account, (id) => tree.has(id))
  const written = await write(deps.accountChecks.newLease())
  const { account: stored, outcome } = written
  const audited = outcome === 'unchanged' ? outcome : audit({ account: stored.id })
  while ((await checkGroups(deps)(written.record)).next === 'step');
  const treeAfterwards = await deps.groups.tree()
  requireGroups(account, (id) => treeAfterwards.has(id))
  return { ...written, audited }
}
