import type { Handler } from '../../../platform/contract/operation.ts'
import { requireExisting } from '../../../platform/errors.ts'
import { etagOf, requireConditions } from '../../../platform/http/conditional.ts'
import { audit } from '../../../platform/http/audit.ts'
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
    const { account } = await writeWithGroups(deps, requested, (lease) =>
      deps.serviceAccounts.add(requested, lease),
    )
    audit(call, 'createServiceAccount', { account: account.id })
    return {
      status: 201,
      body: presentServiceAccount(account),
      headers: { location: `${call.pathWithSlash}${account.id}/` },
    }
  }

export const putServiceAccount =
  (deps: Deps): Handler<'putServiceAccount'> =>
  async (call) => {
    const requested = readServiceAccount(call.body)
    const check = (current: ServiceAccount | undefined) =>
      requireConditions(call.header, () => current && etagOf(presentServiceAccount(current)))
    const { account, isNew } = await writeWithGroups(deps, requested, (lease) =>
      deps.serviceAccounts.put(call.path.id, requested, lease, check),
    )
    audit(call, 'putServiceAccount', { account: account.id })
    const body = presentServiceAccount(account)
    return isNew ? { status: 201, body, headers: { location: call.pathWithSlash } } : { status: 200, body }
  }

export const deleteServiceAccount =
  ({ serviceAccounts }: Pick<Deps, 'serviceAccounts'>): Handler<'deleteServiceAccount'> =>
  async (call) => {
    await serviceAccounts.remove(call.path.id)
    audit(call, 'deleteServiceAccount', { account: call.path.id })
    return { status: 204, body: undefined }
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
  write: (lease: Lease) => Promise<AccountWrite>,
): Promise<AccountWrite> {
  const tree = await deps.groups.tree()
  requireGroups(account, (id) => tree.has(id))
  const written = await write(deps.accountChecks.newLease())
  while (!(await checkGroups(deps)(written.record)).isLast);
  const treeAfterwards = await deps.groups.tree()
  requireGroups(account, (id) => treeAfterwards.has(id))
  return written
}
