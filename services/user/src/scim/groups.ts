import type { Handler } from '../../../platform/contract/operation.ts'
import type { Schemas } from '../../../platform/contract/schema.ts'
import type { Scope } from '../../../platform/domain/account.ts'
import { foldCase } from '../../../platform/domain/canonical.ts'
import type { Clock } from '../../../platform/domain/time.ts'
import { inBody, InvalidRequest, NotFound } from '../../../platform/errors.ts'
import { GroupOutOfReach, ScimGroupFixed, ScimTargetMissing, ScimTooManyMembers } from '../errors.ts'
import type { Groups } from '../groups/repository.ts'
import type { Group, GroupTree } from '../groups/rules.ts'
import type { Users } from '../users/repository.ts'
import { groupOfNewUser, joinGroup, requireVisible, type Change, type User } from '../users/rules.ts'
import { undoInDeletedGroups } from '../users/deleted-groups.ts'
import { GROUP_SCHEMA } from './attributes.ts'
import { GROUP_FILTERS, parseFilter } from './filter.ts'
import { MAX_MEMBERS, NO_MEMBER, readMemberChanges } from './group-patch.ts'
import { readOperations } from './patch.ts'
import {
  isRequested,
  listOf,
  locationOf,
  readId,
  readScimPage,
  selectAttributes,
  selectorOf,
  type Address,
  type Resource,
} from './resource.ts'
import { leaveGroup } from './rules.ts'

interface Deps {
  groups: Pick<Groups, 'tree' | 'protectFromDeletion'>
  users: Pick<Users, 'members' | 'findMany' | 'change' | 'changeAll'>
  clock: Clock
  publicUrl: string
}

interface Listing {
  groups: Pick<Groups, 'tree'>
  publicUrl: string
}

export const listScimGroups =
  ({ groups, publicUrl }: Listing): Handler<'listScimGroups'> =>
  async (call) => {
    const page = readScimPage(call.query)
    const { filter } = call.query
    const { id = [], displayName = [] } = filter === undefined ? {} : parseFilter(filter, GROUP_FILTERS)
    // Each of a hundred thousand groups is compared with one of each, however often the filter repeats it.
    const [ids, names] = [new Set(id), new Set(displayName.map(foldCase))]
    const isWanted = (group: Group) =>
      isOnly(ids, () => String(group.id)) && isOnly(names, () => foldCase(group.name))
    const found = groupsIn(call.scope, await groups.tree()).filter(isWanted)
    const shown = found.slice(page.offset, page.offset + page.limit)
    const select = selectorOf(call.query)
    const resources = shown.map((group) => select(present(group, { ...call, publicUrl })))
    return { status: 200, body: listOf(resources as Schemas['ScimGroup'][], found.length, page.offset) }
  }

/** Whether all values that are wanted are this one. */
const isOnly = (wanted: ReadonlySet<string>, valueOf: () => string): boolean =>
  wanted.size === 0 || (wanted.size === 1 && wanted.has(valueOf()))

const groupsIn = (scope: Scope, tree: GroupTree): Group[] =>
  scope.ids().flatMap((id) => {
    const group = tree.get(id)
    return group ? [group] : []
  })

export const getScimGroup =
  ({ groups, users, publicUrl }: Omit<Deps, 'clock'>): Handler<'getScimGroup'> =>
  async (call) => {
    const group = requireGroup(call, await groups.tree())
    const resource = present(group, { ...call, publicUrl })
    const members = isRequested(call.query, 'members') ? await membersOf(users, group.id) : undefined
    const shown = members?.map((id) => ({ value: String(id), type: 'User' }))
    const withMembers = shown ? { ...resource, members: shown } : resource
    return { status: 200, body: selectAttributes(withMembers, call.query) as Schemas['ScimGroup'] }
  }

const present = ({ id, name }: Group, address: Address): Resource => ({
  schemas: [GROUP_SCHEMA],
  id: String(id),
  displayName: name,
  meta: { resourceType: 'Group', location: locationOf(`/Groups/${id}`, address) },
})

/** @throws ScimTooManyMembers */
async function membersOf(users: Pick<Users, 'members'>, groupId: number): Promise<readonly number[]> {
  const { keys } = await users.members(groupId, { afterId: 0, offset: 0, limit: MAX_MEMBERS })
  if (keys.length > MAX_MEMBERS) throw new ScimTooManyMembers()
  return keys
}

/** Operators create groups, which decide who sees whom. */
export const createScimGroup = (): Handler<'createScimGroup'> => () => Promise.reject(new ScimGroupFixed())
export const deleteScimGroup = (): Handler<'deleteScimGroup'> => () => Promise.reject(new ScimGroupFixed())

export const patchScimGroup =
  ({ groups, users, clock }: Deps): Handler<'patchScimGroup'> =>
  async (call) => {
    const { account, scope, trace } = call
    const group = requireGroup(call, await groups.tree())
    const { join, leave, replaces, selected } = readMemberChanges(readOperations(call.body), {
      displayName: group.name,
    })
    const members = replaces ? await membersOf(users, group.id) : [...leave]
    const ids = [...join, ...members.filter((id) => !join.has(id))]
    await call.spendItems(ids.length)
    const access = { scope, homeGroup: () => groupOfNewUser(undefined, account, scope) }
    const update = (user: User, now: Date): User =>
      join.has(user.id) ? joinGroup(user, group.id, now, scope) : leaveGroup(user, group.id, access, now)
    const found = (await users.findMany(ids)).filter(({ deleted }) => !deleted)
    requireSelected(selected, group, found)
    requireMembers(join, found, scope)
    const changed = changesOf(found, (user) => update(user, clock.now()))
    for (const { before } of await users.changeAll(changed, trace))
      await users.change(before.id, trace, update).catch(ignoreNotFound)
    const deleted = await undoInDeletedGroups(
      { users, groups },
      changed.map(({ after }) => after),
      trace,
    )
    if (deleted.includes(group.id)) throw new NotFound()
    if (deleted.length > 0) throw new GroupOutOfReach()
    return { status: 204, body: undefined }
  }

/** Somebody was deleted after the look at the members. That the group is not found would be wrong. */
function ignoreNotFound(error: unknown): void {
  if (!(error instanceof NotFound)) throw error
}

function changesOf(users: readonly User[], update: (user: User) => User): Change[] {
  return users
    .map((before) => ({ before, after: update(before) }))
    .filter(({ before, after }) => after !== before)
}

/** @throws NotFound, GroupOutOfReach */
function requireGroup({ path, scope }: { path: { id: string }; scope: Scope }, tree: GroupTree): Group {
  const group = tree.get(readId(path.id) ?? 0)
  if (!group) throw new NotFound()
  if (!scope.has(group.id)) throw new GroupOutOfReach()
  return group
}

/** @throws ScimTargetMissing when a path selects somebody who is not a member */
function requireSelected(ids: ReadonlySet<number>, group: Group, found: readonly User[]): void {
  const members = found.filter(({ groupIds }) => groupIds.includes(group.id)).map(({ id }) => id)
  for (const id of ids) if (!members.includes(id)) throw new ScimTargetMissing(NO_MEMBER)
}

/** @throws InvalidRequest, UserOutOfReach */
function requireMembers(ids: ReadonlySet<number>, found: readonly User[], scope: Scope): void {
  const byId = new Map(found.map((user) => [user.id, user]))
  for (const id of ids) {
    const user = byId.get(id)
    if (!user) throw new InvalidRequest(`members names a user that does not exist: ${id}.`, inBody('members'))
    requireVisible(user, scope)
  }
}
