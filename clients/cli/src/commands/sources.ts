import type { Api } from '../context.ts'
import { defined } from '../defined.ts'
import { UsageError } from '../errors.ts'
import { numbersArgument, required, textOption } from './arguments.ts'
import { requireEach } from './each-id.ts'
import { untilNoneRemains } from './reasons.ts'
import { operation, type Noun } from './table.ts'

const USERS = {
  ids: numbersArgument('ids of users'),
  from: textOption('the source that has kept them'),
}

interface Users {
  readonly ids: readonly number[]
  readonly from: string | undefined
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
      },
      question: (users) => questionFor(users, `Hand all users of ${users.from} over to ${users.to}?`),
      call: handOver,
      check: (result, users) => requireAll(result, users, 'handed over'),
    }),
    'release [ids..]': operation({
      describe: 'Let no source keep users: the next one that names them adopts them',
      arguments: USERS,
      examples: { 'release 1007': 'one person', 'release --from hr-north': 'everybody of a source' },
      question: (users) => questionFor(users, `Release all users of ${users.from}?`),
      call: (api, users) => handOver(api, { ...users, to: '' }),
      check: (result, users) => requireAll(result, users, 'released'),
    }),
  },
}

function questionFor({ ids, from }: Users, question: string): string | undefined {
  if (ids.length > 0) return undefined
  if (from === undefined) throw new UsageError('Give ids of users, or --from for all users of a source.')
  return question
}

/** Repeats the request until no user of the source remains. */
async function handOver({ user }: Api, { ids, from, to }: Users & { readonly to: string }) {
  const HandOver = { ...defined({ ids: ids.length > 0 ? new Set(ids) : undefined, from }), to }
  const first = await firstOf(user, { ids, from })
  const { users = 0 } = await untilNoneRemains('users', () => user.handOverUsers({ HandOver }))
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

function requireAll({ users }: { readonly users?: number }, { ids, from }: Users, done: string): void {
  const others = 'The others do not exist, or belong to another source than --from.'
  if (ids.length > 0) requireEach(ids, users, `are ${done}. ${others}`)
  else if (users === 0)
    throw new Error(`No user belongs to the source ${from}. \`rollcall sources list\` shows all sources.`)
}
