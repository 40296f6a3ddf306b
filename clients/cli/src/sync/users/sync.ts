import type { User } from '@rollcall/client'
import type { Context } from '../../context.ts'
import type { ExitCode } from '../../exit-codes.ts'
import { fieldsOf } from '../../import/fields.ts'
import type { Row } from '../../import/row.ts'
import { failedRow } from '../../import/targets/batch.ts'
import { canonical } from '../../import/texts.ts'
import { counted, printable } from '../../output.ts'
import { compare, type Pair } from '../compare.ts'
import { rejected, resultOf, type Plan, type PlannedKind, type Removals, type SyncResult } from '../plan.ts'
import type { RemovalLimit } from '../removal-limit.ts'
import { runSync, type SyncOptions } from '../run-sync.ts'
import type { SentItem } from '../service.ts'
import { Members, peopleOf, type PersonRow } from './people.ts'
import { UserService } from './service.ts'

/** What becomes of users that the file does not list. */
export const LEAVER_CHOICES = ['expire', 'delete', 'keep'] as const
type Leavers = (typeof LEAVER_CHOICES)[number]

interface UserSyncOptions extends SyncOptions {
  readonly group: number
  readonly leavers: Leavers
  /** Clear the expiration date of people that the file lists. */
  readonly reactivate: boolean
  readonly maxLeavers: RemovalLimit | undefined
}

const OUT_OF_REACH = 'user-out-of-reach'
const LEAVER_OUTCOMES = { expire: 'expired', delete: 'deleted', keep: 'kept' } as const
/** A row gets its user from the group of the sync, so it must not name groups. */
export const USER_FIELDS = fieldsOf('users').filter(({ name }) => name !== 'groupIds')
/** Accepted and ignored by the service. */
const READ_ONLY = new Set(['id', 'createdDate', 'updatedDate', 'deleted'])

/** Makes the users of a group equal to a file. */
export function syncUsers(context: Context, options: UserSyncOptions): Promise<ExitCode> {
  const url = context.settings.need('url')
  return runSync(context, options, USER_FIELDS, {
    scope: `users of ${url}, group ${options.group}`,
    plan: (rows) => planUsers(context, options, rows),
  })
}

/** What a row asks for. */
interface DesiredUser extends PersonRow {
  /** Undefined for a new user. */
  readonly userId: number | undefined
  readonly isUpToDate: boolean
}

async function planUsers(context: Context, options: UserSyncOptions, rows: readonly Row[]): Promise<Plan> {
  const { group } = options
  const now = new Date()
  const service = new UserService(context, group)
  const members = new Members(await service.membersOf(group))
  const changes = await compareUsers(rows, members, service, options, now)
  return {
    heading:
      `${counted(rows.length, 'row')}; ${counted(members.users.size, 'user')} in group ${group} ` +
      'and its subgroups:',
    kinds: kindsOf(changes, options),
    unsent: unsentResults(changes),
    expected: expectedResults(changes, options),
    removals: removalsOf(changes, members, options, now),
    removalsSkippedBecause:
      options.leavers !== 'keep' && changes.held.length > 0
        ? 'Leavers are left as they are, because some rows do not identify a person. Correct them.'
        : undefined,
    execute: () => apply(service, changes, options, now),
  }
}

/** What a sync would do with each row, and with users that no row names. */
interface UserChanges {
  readonly create: readonly DesiredUser[]
  readonly change: readonly Pair<DesiredUser, User>[]
  readonly unchanged: readonly Pair<DesiredUser, User>[]
  /** Expired users that rows name, and whose expiration date is cleared. */
  readonly reactivate: readonly NamedUser[]
  /** The same, but left as they are. */
  readonly expired: readonly NamedUser[]
  /** Users that no row names, to expire or delete. */
  readonly remove: readonly User[]
  /** The same, but left as they are. */
  readonly held: readonly User[]
  readonly outsideGroup: readonly PersonRow[]
  readonly failed: readonly SyncResult[]
}

interface NamedUser {
  readonly user: User
  /** The line of the row that names the user and changes nothing. */
  readonly line: number | undefined
}

/** Compares the rows of a file with the users of the group. */
async function compareUsers(
  rows: readonly Row[],
  members: Members,
  service: UserService,
  { leavers, reactivate }: UserSyncOptions,
  now: Date,
): Promise<UserChanges> {
  const { people, unnamed, repeated, named } = peopleOf(rows, members)

  // Only rows that seem to change something are sent to the service, which decides what they do.
  const upToDate = people.flatMap((row) => upToDateUser(row, members.find(row)))
  const unchangedLines = new Set(upToDate.map(({ line }) => line))
  const toCheck = people.filter(({ line }) => !unchangedLines.has(line))
  const checked = await check(toCheck, members, service)

  const isUnclear = unnamed.length > 0 || checked.isUnclear
  const comparison = compare({
    desired: [...upToDate, ...checked.desired],
    present: members.users,
    keyOf: ({ userId, line }) => (userId === undefined ? `line ${line}` : String(userId)),
    isUpToDate: (desired) => desired.isUpToDate,
    named: new Set([...named].map(({ id }) => String(id))),
    isRemovable: (user) => leavers !== 'expire' || !isExpired(user, now),
    isHeld: (missing) => leavers === 'keep' || isUnclear || members.mayBeRewritten(toCheck, missing),
  })
  const repeatedUsers = comparison.repeated.map(({ item, earlierLine }) =>
    rejected(item.line, 'repeated-row', `Line ${earlierLine} has the same person.`),
  )
  const { create, change, keep, remove, held } = comparison
  const checkedIds = new Set(checked.desired.map(({ userId }) => userId))
  const lineOf = new Map(keep.map(({ desired, present }) => [present, desired.line]))
  const expired = [...named]
    .filter((user) => isExpired(user, now) && !checkedIds.has(user.id))
    .map((user) => ({ user, line: lineOf.get(user) }))
  const reactivated = new Set(reactivate ? expired.map(({ user }) => user) : [])
  return {
    create,
    change,
    unchanged: keep.filter(({ present }) => !reactivated.has(present)),
    reactivate: reactivate ? expired : [],
    expired: reactivate ? [] : expired,
    remove,
    held,
    outsideGroup: checked.outsideGroup,
    failed: [...unnamed, ...repeated, ...repeatedUsers, ...checked.failed],
  }
}

/** The rows and users of each kind, for the plan. */
function kindsOf(changes: UserChanges, { group, leavers }: UserSyncOptions): PlannedKind[] {
  const { create, change, unchanged, reactivate, expired, remove, held, outsideGroup, failed } = changes
  return [
    { title: 'to create', names: create.map(nameOfRow) },
    { title: 'to change', names: change.map(({ desired }) => nameOfRow(desired)) },
    { title: 'to reactivate', names: reactivate.map(({ user }) => nameOfUser(user)) },
    { title: TITLES[leavers], names: [...remove, ...held].map(nameOfUser) },
    { title: 'unchanged', names: unchanged.map(({ desired }) => nameOfRow(desired)) },
    { title: `outside group ${group}, left as they are`, names: outsideGroup.map(nameOfRow) },
    {
      title: 'in the file, and expired (--reactivate clears the date)',
      names: expired.map(({ user }) => nameOfUser(user)),
    },
    { title: 'rows with errors', names: failed.map(({ line }) => `line ${line}`) },
  ]
}

/** Results of rows and users for which nothing is sent. */
const unsentResults = (changes: UserChanges): SyncResult[] => [
  ...changes.failed,
  ...changes.unchanged.map(({ desired, present }) =>
    resultOf('unchanged', { line: desired.line, id: present.id }),
  ),
  ...changes.outsideGroup.map(({ line }) => resultOf('outsideGroup', { line })),
  ...changes.held.map(({ id }) => resultOf('kept', { id })),
]

/** Results of all others, if the service accepts them. */
const expectedResults = (changes: UserChanges, { leavers }: UserSyncOptions): SyncResult[] => [
  ...changes.create.map(({ line }) => resultOf('created', { line })),
  ...changes.change.map(({ desired, present }) =>
    resultOf('changed', { line: desired.line, id: present.id }),
  ),
  ...changes.reactivate.map(reactivatedResult),
  ...changes.remove.map((user) => leaverResult(user, leavers)),
]

const reactivatedResult = ({ user, line }: NamedUser): SyncResult =>
  resultOf('changed', { line, id: user.id })

const leaverResult = ({ id }: User, leavers: Leavers): SyncResult =>
  resultOf(LEAVER_OUTCOMES[leavers], { id })

const removalsOf = (
  { remove, held }: UserChanges,
  members: Members,
  { leavers, maxLeavers }: UserSyncOptions,
  now: Date,
): Removals => ({
  verb: leavers,
  noun: 'users',
  count: leavers === 'keep' ? 0 : remove.length + held.length,
  existing: [...members.users.values()].filter((user) => !isExpired(user, now)).length,
  limit: maxLeavers,
  option: 'max-leavers',
})

/** Creates and changes users, clears expiration dates, and then expires or deletes the leavers. */
async function* apply(
  service: UserService,
  changes: UserChanges,
  { leavers }: UserSyncOptions,
  now: Date,
): AsyncGenerator<SyncResult> {
  const rows = [...changes.create, ...changes.change.map(({ desired }) => desired)]
  for await (const sent of service.write(rows)) yield mergedResult(sent)
  yield* service.forEach(changes.reactivate, async (named) => {
    await service.setExpiration(named.user.id, '')
    return reactivatedResult(named)
  })
  yield* service.forEach(changes.remove, async (user) => {
    if (leavers === 'delete') await service.delete(user.id)
    else await service.setExpiration(user.id, String(printable(now)))
    return leaverResult(user, leavers)
  })
}

const upToDateUser = (row: PersonRow, user: User | undefined): DesiredUser[] =>
  user && hasValues(user, row.body) ? [{ ...row, userId: user.id, isUpToDate: true }] : []

/** Whether the user has all values of a row. Only texts are compared here. */
function hasValues(user: User, body: PersonRow['body']): boolean {
  const stored = user as unknown as Readonly<Record<string, unknown>>
  return Object.entries(body).every(
    ([field, value]) =>
      READ_ONLY.has(field) ||
      (typeof value === 'string' && canonical(value) === canonical(String(stored[field]))),
  )
}

/** Asks the service what it would do with rows. */
async function check(rows: readonly PersonRow[], members: Members, service: UserService) {
  const desired: DesiredUser[] = []
  const outsideGroup: PersonRow[] = []
  const failed: SyncResult[] = []
  let isUnclear = false
  for (const { item: row, result } of await service.validate(rows)) {
    const { outcome, user, code } = result ?? {}
    if (outcome === 'created') desired.push({ ...row, userId: undefined, isUpToDate: false })
    else if (user && members.users.has(String(user.id)))
      desired.push({ ...row, userId: user.id, isUpToDate: outcome === 'unchanged' })
    else if (user || code === OUT_OF_REACH) outsideGroup.push(row)
    else {
      failed.push(failedRow('users', row, result))
      isUnclear ||= code === 'invalid-request' && !members.identifiedBy(row)
    }
  }
  return { desired, outsideGroup, failed, isUnclear }
}

const isExpired = ({ expirationDate }: User, now: Date): boolean =>
  expirationDate !== '' && new Date(expirationDate) <= now

function mergedResult({ item: row, result }: SentItem<PersonRow>): SyncResult {
  const { status, outcome, user } = result ?? {}
  if (user === undefined || outcome === undefined || outcome === 'replaced')
    return failedRow('users', row, result)
  return resultOf(outcome, { line: row.line, id: user.id, status })
}

const TITLES: Record<Leavers, string> = {
  expire: 'not in the file, to expire',
  delete: 'not in the file, to delete',
  keep: 'not in the file, left as they are (--leavers expire or delete)',
}

const nameOfRow = ({ body }: PersonRow) => String(body['externalId'] ?? body['loginName'])
const nameOfUser = ({ externalId, loginName }: User) => externalId || loginName
