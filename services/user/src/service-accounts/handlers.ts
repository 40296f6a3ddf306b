import type { Operation } from '../../../shared/contract/operation.ts'
import { NotFound } from '../../../shared/errors.ts'
import { audit } from '../../../shared/http/audit.ts'
import { groupsOf, requireGroups } from './rules.ts'
import { presentServiceAccount, readServiceAccount } from './presenter.ts'
import type { Groups } from '../groups/repository.ts'
import type { ServiceAccounts, Written } from './repository.ts'
import { listResponse } from '../../../shared/http/list.ts'

interface Deps {
  serviceAccounts: ServiceAccounts
  groups: Pick<Groups, 'tree' | 'keep'>
}

export const listServiceAccounts =
  ({ serviceAccounts }: Pick<Deps, 'serviceAccounts'>): Operation<'listServiceAccounts'> =>
  (call) =>
    listResponse(call, {
      page: (page) => serviceAccounts.list(page),
      count: () => serviceAccounts.count(),
      idOf: ({ id }) => id,
      present: presentServiceAccount,
    })

export const getServiceAccount =
  ({ serviceAccounts }: Pick<Deps, 'serviceAccounts'>): Operation<'getServiceAccount'> =>
  async ({ path }) => {
    const account = await serviceAccounts.find(path.id)
    if (!account) throw new NotFound()
    return { status: 200, body: presentServiceAccount(account) }
  }

export const createServiceAccount =
  (deps: Deps): Operation<'createServiceAccount'> =>
  async (call) => {
    const { id: _unknown, ...wanted } = readServiceAccount(0, call.body)
    const { account } = await write(deps, { id: 0, ...wanted }, () => deps.serviceAccounts.add(wanted))
    audit(call, 'createServiceAccount', { account: account.id })
    return {
      status: 201,
      body: presentServiceAccount(account),
      headers: { location: `${call.location}${account.id}/` },
    }
  }

export const putServiceAccount =
  (deps: Deps): Operation<'putServiceAccount'> =>
  async (call) => {
    const wanted = readServiceAccount(call.path.id, call.body)
    const { account, before } = await write(deps, wanted, () => deps.serviceAccounts.put(wanted))
    audit(call, 'putServiceAccount', { account: account.id })
    const body = presentServiceAccount(account)
    return before ? { status: 200, body } : { status: 201, body, headers: { location: call.location } }
  }

export const deleteServiceAccount =
  ({ serviceAccounts }: Pick<Deps, 'serviceAccounts'>): Operation<'deleteServiceAccount'> =>
  async (call) => {
    await serviceAccounts.remove(call.path.id)
    audit(call, 'deleteServiceAccount', { account: call.path.id })
    return { status: 204, body: undefined }
  }

/**
 * Groups are checked before the write and kept after it; if one was deleted in between, the write is undone.
 */
async function write(
  { serviceAccounts, groups }: Deps,
  wanted: Written['account'],
  put: () => Promise<Written>,
): Promise<Written> {
  const tree = await groups.tree()
  requireGroups(wanted, (id) => tree.has(id))
  const written = await put()
  const gone = await groups.keep(groupsOf(wanted))
  if (gone.length > 0) await serviceAccounts.undo(written)
  requireGroups(wanted, (id) => !gone.includes(id))
  return written
}
