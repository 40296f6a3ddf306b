import type { Clock } from '../../../platform/domain/time.ts'
import type { Handler } from '../../../platform/contract/operation.ts'
import type { Trace } from '../../../platform/observability/trace.ts'
import { accountKey } from '../../../platform/domain/account.ts'
import type { Idempotency } from '../../../platform/store/idempotency.ts'
import type { Ids } from '../../../platform/store/counters.ts'
import { groupOfNewUser, newUser, NO_ID, requireVisible, type User } from './rules.ts'
import { GroupOutOfReach } from '../errors.ts'
import { undoInDeletedGroups } from './deleted-groups.ts'
import { tellingMerged } from './telling-merged.ts'
import { presentUser, readUserFields, readWriter, shown } from './presenter.ts'
import type { Groups } from '../groups/repository.ts'
import type { Users } from './repository.ts'

interface Deps {
  users: Pick<Users, 'find' | 'requireFree' | 'add' | 'change'>
  groups: Pick<Groups, 'protectFromDeletion'>
  userIds: Pick<Ids, 'next'>
  idempotency: Idempotency
  clock: Clock
}

type AddDeps = Pick<Deps, 'groups'> & { users: Pick<Users, 'add' | 'change'> }

/**
 * Writes a new user.
 * @throws LoginNameTaken, UserExternalIdTaken; GroupOutOfReach when a group was deleted before the write
 */
export async function addToGroups(deps: AddDeps, user: User, trace: Trace): Promise<User> {
  return await requireGroupsOf(deps, await deps.users.add(user, trace), trace)
}

/** @throws GroupOutOfReach when a group was deleted before the user was added, who is then deleted */
async function requireGroupsOf(deps: AddDeps, added: User, trace: Trace): Promise<User> {
  const deleted = await undoInDeletedGroups(deps, [added], trace)
  if (deleted.length > 0) throw new GroupOutOfReach()
  return added
}

export const createUser =
  ({ users, groups, userIds, idempotency, clock }: Deps): Handler<'createUser'> =>
  async ({ body, query, account, scope, prefer, header, pathWithSlash, trace }) => {
    const groupId = groupOfNewUser(query.groupId, account, scope)
    const managedBy = readWriter(query)?.source ?? ''
    const build = (id: number): User => ({
      ...newUser({ ...readUserFields(body), groupIds: [groupId], managedBy }, clock.now()),
      id,
    })
    // Rejects a user that can't be before an id is taken.
    const preview = build(NO_ID)
    if (prefer.validateOnly) {
      await tellingMerged(scope, () => users.requireFree(preview))
      return { status: 200, body: presentUser(preview), applied: ['validate-only'] }
    }
    const responseFor = (user: User, wasCreatedEarlier: boolean) => ({
      response: {
        status: 201 as const,
        ...shown(user),
        headers: {},
        applied: [],
      },
      wasCreatedEarlier,
    })
    const response = await idempotency.once({
      accountKey: accountKey(account),
      operation: 'createUser',
      key: header('idempotency-key'),
      body: { query, body },
      reserveIds: () => userIds.next(),
      // One id is reserved, so the first one is the only one.
      perform: async ({ firstId: id, isRetry }) => {
        const written = isRetry ? await users.find(id) : undefined
        // Undone, because the group was deleted.
        if (written?.deleted) throw new GroupOutOfReach()
        // The user may have been moved since.
        if (written) requireVisible(written, scope)
        if (written) return responseFor(await requireGroupsOf({ users, groups }, written, trace), true)
        const add = () => addToGroups({ users, groups }, build(id), trace)
        return responseFor(await tellingMerged(scope, add), false)
      },
      requireAccessForReplay: async (_response, id) => {
        const user = await users.find(id)
        if (user) requireVisible(user, scope)
      },
      userIdsInResponse: ({ body: { id } }) => [id],
    })
    const location = `${pathWithSlash}${response.body.id}/`
    return { ...response, headers: { ...response.headers, location } }
  }
