import type { Api } from '../context.ts'
import { defined } from '../defined.ts'
import { UsageError } from '../errors.ts'
import { everyRecord } from '../paging.ts'
import { withSubgroups } from '../sync/service.ts'
import { numberOption, numbersArgument, required, textOption } from './arguments.ts'
import { requireEach } from './each-id.ts'
import { untilNoneRemains } from './reasons.ts'
import { operation, type Noun } from './table.ts'

const USERS = {
  ids: numbersArgument('ids of users'),
  from: textOption('the source that has kept them'),
  group: numberOption('with --from: only those in this group and its subgroups'),
}

interface Users {
  readonly ids: readonly number[]
  readonly from: string | undefined
  readonly group?: number | undefined
}

export const sources: Noun = {
  describe: 'What keeps people up to date: HR systems, directories',
  commands: {
    'hand-over [ids..]': operation({
      describe: 'Make another source keep users: those with these ids, or all of a source',
      arguments: { ...USERS, to: required(textOption('the source that keeps them from now on')) },
      examples: {
        'hand-over 1007 --to hr-north': 'one person',
        'hand-over --from hr-north --to scim-7': 'everybody of a source',
        'hand-over --from hr-north --group 12 --to scim-7': 'those of them in group 12',
      },
      question: (users) => questionFor(users, `Hand all users of ${whoseOf(users)} over to ${users.to}?`),
      call: handOver,
      check: (result, users) => requireAll(result, users, 'handed over'),
    }),
    'release [ids..]': operation({
      describe: 'Let no source keep users: the next one that names them adopts them',
      arguments: USERS,
      examples: { 'release 1007': 'one person', 'release --from hr-north': 'everybody of a source' },
      question: (users) => questionFor(users, `Release all users of ${whoseOf(users)}?`),
      call: (api, users) => handOver(api, { ...users, to: '' }),
      check: (result, users) => requireAll(result, users, 'released'),
    }),
  },
}

const whoseOf = ({ from, group }: Users) => `${from}${group === undefined ? '' : ` in group ${group}`}`

function questionFor({ ids, from, group }: Users, question: string): string | undefined {
  if (group !== undefined && (ids.length > 0 || from === undefined))
    throw new UsageError('Give --group with --from, and without ids.')
  if (ids.length > 0) return undefined
  if (from === undefined) throw new UsageError('Give ids of users, or --from for all users of a source.')
  return question
}

/** The service accepts no more ids. */
const MAX_IDS = 1000

async function handOver(api: Api, { group, ...users }: Users & { readonly to: string }) {
  if (group === undefined) return handEachOver(api, users)
  const { from, to } = users
  const ids = await idsIn(api, { ...users, group })
  const results = []
  for (let i = 0; i < ids.length; i += MAX_IDS)
    results.push(await handEachOver(api, { ids: ids.slice(i, i + MAX_IDS), from, to }))
  return {
    users: results.reduce((total, { users: count }) => total + count, 0),
    first: results[0]?.first ?? [],
  }
}

/** The users of a source in a group and its subgroups. */
async function idsIn({ user }: Api, { from, group }: Users & { readonly group: number }): Promise<number[]> {
  const groups = await Array.fromAsync(everyRecord((page) => user.listGroupsRaw(page)))
  const ids: number[] = []
  const isIn = withSubgroups(group, groups)
  for await (const { id, groupIds } of everyRecord((page) =>
    user.listAllUsersRaw({ ...defined({ managedBy: from }), ...page }),
  ))
    if (groupIds.some((one) => isIn.has(one))) ids.push(id)
  return ids
}

/** Repeats the request until no user of the source remains. */
async function handEachOver({ user }: Api, { ids, from, to }: Users & { readonly to: string }) {
  const HandOverInput = { ...defined({ ids: ids.length > 0 ? new Set(ids) : undefined, from }), to }
  const first = await firstOf(user, { ids, from })
  const { users = 0 } = await untilNoneRemains('users', () => user.handOverUsers({ HandOverInput }))
  return { users, first }
}

const MAX_NAMES = 10

/** The first users who are changed, with their sources: read before, because these are overwritten. */
async function firstOf(user: Api['user'], { ids, from }: Users): Promise<string[]> {
  const found =
    ids.length === 0
      ? await user.listAllUsers({ ...defined({ managedBy: from }), limit: MAX_NAMES })
      : await Promise.all(ids.slice(0, MAX_NAMES).map((id) => user.getAnyUser({ id }).catch(() => undefined)))
  return found.flatMap((one) => {
    if (one === undefined || (from !== undefined && one.managedBy !== from)) return []
    const { id, externalId, loginName, firstName, lastName, managedBy } = one
    return `${id} ${externalId || loginName} ${firstName} ${lastName} (${managedBy || 'no source'})`
  })
}

function requireAll({ users }: { readonly users?: number }, chosen: Users, done: string): void {
  const { ids } = chosen
  const others = 'The others do not exist, or belong to another source than --from.'
  if (ids.length > 0) requireEach(ids, users, `are ${done}. ${others}`)
  else if (users === 0)
    throw new Error(
      `No user belongs to the source ${whoseOf(chosen)}. \`rollcall sources list\` shows all sources.`,
    )
}
