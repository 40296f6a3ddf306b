import type { User } from '@rollcall/client'
import { randomUUID } from 'node:crypto'
import type { Context } from '../../context.ts'
import type { ExitCode } from '../../exit-codes.ts'
import { fieldsOf } from '../../import/fields.ts'
import type { Row } from '../../import/row.ts'
import { failedRow } from '../../import/targets/batch.ts'
import { canonical } from '../../import/texts.ts'
import { counted } from '../../output.ts'
import { compare, inFileOrder, type Pair } from '../compare.ts'
import {
  linesText,
  rejected,
  resultOf,
  REWRITTEN,
  rewrittenRow,
  type Plan,
  type SyncResult,
} from '../plan.ts'
import type { RemovalLimit } from '../removal-limit.ts'
import { runSync, type SyncOptions } from '../run-sync.ts'
import type { SentItem } from '../service.ts'
import {
  isOtherPerson,
  loginNameOfLeaver,
  planLoginNames,
  temporaryLoginName,
  type DesiredUser,
} from './login-names.ts'
import { idOf, Members, peopleOf, type PersonRow } from './people.ts'
import { UserService } from './service.ts'

/** What becomes of users that the file does not list. */
export const LEAVER_CHOICES = ['expire', 'delete', 'keep'] as const
type Leavers = (typeof LEAVER_CHOICES)[number]

interface UserSyncOptions extends SyncOptions {
  readonly group: number
  readonly leavers: Leavers
  /** Clear the passed expiration dates of people in the file, except of those whose row gives a date. */
  readonly reactivate: boolean
  readonly maxLeavers: RemovalLimit | undefined
}

type UserPair = Pair<DesiredUser, User>

const OUT_OF_REACH = 'user-out-of-reach'
const LOGIN_NAME_TAKEN = 'login-name-taken'
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
    name: `users-${options.group}`,
    plan: (rows) => planUsers(context, options, rows),
  })
}

async function planUsers(context: Context, options: UserSyncOptions, rows: readonly Row[]): Promise<Plan> {
  const { group, leavers } = options
  const now = new Date()
  const service = new UserService(context, group)
  const members = new Members(await service.membersOf(group))
  const { comparison, loginNames, outsideGroup, failed, unclearLines, areSomeRewritten } = await compareUsers(
    rows,
    members,
    service,
    options,
    now,
  )
  const { create, change, keep: unchanged, remove, held } = comparison
  const isReturning = ({ desired, present }: UserPair) =>
    isExpired(present, now) && desired.body['expirationDate'] === ''
  const staysExpired = ({ desired, present }: UserPair) =>
    isExpired(present, now) && desired.body['expirationDate'] === undefined
  const namesOf = (pairs: readonly UserPair[]) =>
    inFileOrder(pairs.map(({ desired }) => desired)).map(nameOfRow)
  const leaving = [...remove, ...held]
  const removed = ({ id }: User) => resultOf(LEAVER_OUTCOMES[leavers], { id })
  const removedFirst = new Set(loginNames.leavers)
  // Some are inactive already, and only give up their login names.
  const removedUsers = new Set(remove)
  const onlyRenamed = loginNames.leavers.filter((user) => !removedUsers.has(user))
  const renamed = ({ id }: User) => resultOf('changed', { id })
  return {
    heading:
      `${counted(rows.length, 'row')}; ${counted(members.users.size, 'user')} in group ${group} ` +
      'and its subgroups:',
    kinds: [
      { title: 'to create', names: create.map(nameOfRow) },
      { title: 'to change', names: namesOf(change.filter((pair) => !isReturning(pair))) },
      { title: 'to reactivate', names: namesOf(change.filter(isReturning)) },
      { title: TITLES[leavers], names: leaving.map(nameOfUser) },
      {
        title: 'not in the file, to rename because other people get their login names',
        names: leavers === 'delete' ? [] : loginNames.leavers.map(nameOfUser),
      },
      {
        title: 'to get a temporary login name first, because they exchange theirs with others',
        names: loginNames.exchanging.map(nameOfRow),
      },
      { title: 'unchanged', names: namesOf(unchanged) },
      { title: `outside group ${group}, left as they are`, names: inFileOrder(outsideGroup).map(nameOfRow) },
      {
        title: 'in the file, and expired (--reactivate clears the date)',
        names: namesOf([...unchanged, ...change].filter(staysExpired)),
      },
      { title: 'with errors', noun: 'row', names: inFileOrder(failed).map(({ line }) => `line ${line}`) },
    ],
    unsent: [
      ...failed,
      ...unchanged.map(({ desired, present }) =>
        resultOf('unchanged', { line: desired.line, id: present.id }),
      ),
      ...outsideGroup.map(({ line }) => resultOf('outsideGroup', { line })),
      ...held.map(({ id }) => resultOf('kept', { id })),
    ],
    expected: [
      ...create.map(({ line }) => resultOf('created', { line })),
      ...change.map(({ desired, present }) => resultOf('changed', { line: desired.line, id: present.id })),
      ...remove.map(removed),
      ...onlyRenamed.map(renamed),
    ],
    removals: {
      verb: leavers,
      noun: 'user',
      count: comparison.remove.length,
      existing: [...members.users.values()].filter((user) => isRemovable(user, leavers, now)).length,
      limit: options.maxLeavers,
      option: 'max-leavers',
    },
    warnings: [
      ...(leavers !== 'keep' && held.length > 0 ? [heldText(unclearLines)] : []),
      ...(areSomeRewritten ? [REWRITTEN] : []),
    ],
    async *execute() {
      yield* service.forEach(loginNames.leavers, async (user) => {
        if (leavers === 'delete') await service.delete(user.id)
        else await service.update(user.id, { ...leavingNow(user), loginName: loginNameOfLeaver(user) })
        return removedUsers.has(user) ? removed(user) : renamed(user)
      })
      for await (const _ of service.forEach(loginNames.exchanging, async ({ userId = 0 }) =>
        service.update(userId, { loginName: temporaryLoginName(userId) }),
      ));
      const asked = new Set([...create, ...change.map(({ desired }) => desired)])
      const rows = loginNames.rows.filter((row) => asked.has(row))
      let isUnclear = false
      for await (const sent of service.write(rows)) {
        const result = mergedResult(sent)
        isUnclear ||= !result.ok && sent.item.userId === undefined
        yield result
      }
      // The service would have created this person a moment ago.
      if (isUnclear && remove.length > 0) throw new Error(CHANGED_MEANWHILE)
      const others = remove.filter((user) => !removedFirst.has(user))
      yield* service.forEach(others, async (user) => {
        if (leavers === 'delete') await service.delete(user.id)
        else await service.update(user.id, leavingNow(user))
        return removed(user)
      })
    },
  }

  /** The date of a leaver who has left before stays. */
  function leavingNow(user: User) {
    return isExpired(user, now) ? {} : { expirationDate: now.toISOString().replace(/\.\d+Z$/, 'Z') }
  }
}

/** Compares the rows of a file with the users of the group. */
async function compareUsers(
  rows: readonly Row[],
  members: Members,
  service: UserService,
  { leavers, reactivate }: UserSyncOptions,
  now: Date,
) {
  const { people: inFile, failed, unnamedLines, sameLoginName, identified, named } = peopleOf(rows, members)
  const people = reactivate ? inFile.map((row) => reactivated(row, members.find(row), now)) : inFile
  const leaving = [...members.users.values()].filter((user) => !identified.has(user))

  // Only rows that seem to change something are sent to the service, which decides what they do.
  const upToDate = people.flatMap((row) => upToDateUser(row, members.find(row)))
  const unchangedLines = new Set(upToDate.map(({ line }) => line))
  const seemChanged = people.filter(({ line }) => !unchangedLines.has(line))
  const rewritten = members.rewritten(seemChanged, leaving)
  const toCheck = seemChanged.filter((row) => !rewritten.has(row))
  const checked = await checkWithLoginNames(toCheck, members, service)

  const isFromLeaver = (row: DesiredUser, user: User) =>
    !identified.has(user) && (row.userId !== undefined || isOtherPerson(row, user))
  const planned = planLoginNames(checked.desired, members, isFromLeaver)
  const failedRows = [...sameLoginName, ...checked.failed.keys(), ...planned.failed]
  const unclear = members.unclear(failedRows, new Set(leaving))
  const unclearLines = [...unnamedLines, ...[...unclear, ...rewritten.keys()].map(({ line }) => line)]
  const isHeld =
    leavers === 'keep' || unclearLines.length > 0 || (upToDate.length === 0 && checked.desired.length === 0)
  // Then no leaver gives up a login name either.
  const loginNames = isHeld ? planLoginNames(checked.desired, members, () => false) : planned
  const leaversByName = new Set(planned.leavers)
  const stillNamed = [...named].filter((user) => !leaversByName.has(user))

  const comparison = compare({
    desired: [...upToDate, ...loginNames.rows],
    present: members.users,
    keyOf: ({ userId, line }) => (userId === undefined ? `line ${line}` : String(userId)),
    isUpToDate: (desired) => desired.isUpToDate,
    named: new Set(stillNamed.map(({ id }) => String(id))),
    isRemovable: (user) => isRemovable(user, leavers, now),
    isHeld,
  })
  const nameFailure = (row: DesiredUser): SyncResult => {
    const holder = members.withLoginNameOf(row)
    return holder !== undefined && isFromLeaver(row, holder)
      ? rejected(row.line, LOGIN_NAME_TAKEN, keptByLeaver(holder, leavers))
      : (checked.taken.get(row.line) ?? nameIsTaken(row))
  }
  const repeatedUsers = comparison.repeated.map(({ item, earlierLine }) =>
    rejected(item.line, 'repeated-row', `Line ${earlierLine} has the same person.`),
  )
  return {
    comparison,
    loginNames,
    outsideGroup: checked.outsideGroup,
    failed: [
      ...failed,
      ...[...rewritten].map(([row, original]) => rewrittenRow(row.line, { ...idOf(row), original })),
      ...repeatedUsers,
      ...checked.failed.values(),
      ...loginNames.failed.map(nameFailure),
    ],
    unclearLines,
    areSomeRewritten: rewritten.size > 0,
  }
}

/** The row, which clears a passed expiration date if it does not give one. */
const reactivated = (row: PersonRow, user: User | undefined, now: Date): PersonRow =>
  user && isExpired(user, now) ? { ...row, body: { expirationDate: '', ...row.body } } : row

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

/**
 * Asks the service what it would do with rows. Where the login name of a row belongs to another user of the
 * group, it is asked a second time with one that is free: the other user may give up the name in this run.
 */
async function checkWithLoginNames(rows: readonly PersonRow[], members: Members, service: UserService) {
  const first = await check(rows, members, service)
  const taken = new Map<number, SyncResult>()
  for (const [row, result] of first.failed)
    if (result.code === LOGIN_NAME_TAKEN && members.withLoginNameOf(row) !== undefined) {
      taken.set(row.line, result)
      first.failed.delete(row)
    }
  const claims = new Map(rows.filter(({ line }) => taken.has(line)).map((row) => [row.line, row]))
  const withFreeName = [...claims.values()].map((row) => ({
    ...row,
    body: { ...row.body, loginName: `rollcall-sync-${randomUUID()}` },
  }))
  const second = await check(withFreeName, members, service)
  const asInFile = <R extends PersonRow>(row: R): R => ({
    ...row,
    body: claims.get(row.line)?.body ?? row.body,
  })
  return {
    desired: inFileOrder([...first.desired, ...second.desired.map(asInFile)]),
    outsideGroup: [...first.outsideGroup, ...second.outsideGroup.map(asInFile)],
    failed: new Map([
      ...first.failed,
      ...[...second.failed].map(([row, result]) => [asInFile(row), result] as const),
    ]),
    /** The results of rows whose login name another user of the group has, by line. */
    taken,
  }
}

/** Asks the service what it would do with rows. */
async function check(rows: readonly PersonRow[], members: Members, service: UserService) {
  const desired: DesiredUser[] = []
  const outsideGroup: PersonRow[] = []
  const failed = new Map<PersonRow, SyncResult>()
  for (const { item: row, result } of await service.validate(rows)) {
    const { outcome, user, code } = result ?? {}
    if (outcome === 'created') desired.push({ ...row, userId: undefined, isUpToDate: false })
    else if (user && members.users.has(String(user.id)))
      desired.push({ ...row, userId: user.id, isUpToDate: outcome === 'unchanged' })
    else if (user || code === OUT_OF_REACH) outsideGroup.push(row)
    else failed.set(row, failedRow('users', row, result))
  }
  return { desired, outsideGroup, failed }
}

/** Why a row does not get the login name of a leaver, and what to do. */
const keptByLeaver = (user: User, leavers: Leavers) =>
  `User ${user.id} (${nameOfUser(user)}) is not in the file and keeps this loginName. ` +
  (leavers === 'keep'
    ? 'Give that user another loginName first, or run the sync with --leavers expire or delete.'
    : 'Correct what the plan warns about: until then, no leaver gives up a loginName.')

/** The service has not said so, because an earlier row was to give up the name. */
const nameIsTaken = ({ line }: PersonRow): SyncResult =>
  rejected(line, LOGIN_NAME_TAKEN, 'Another user of the group has this loginName.')

const isExpired = ({ expirationDate }: User, now: Date): boolean =>
  expirationDate !== '' && new Date(expirationDate) <= now

/** A leaver who has expired can only be deleted. */
const isRemovable = (user: User, leavers: Leavers, now: Date): boolean =>
  leavers !== 'expire' || !isExpired(user, now)

function mergedResult({ item: row, result }: SentItem<PersonRow>): SyncResult {
  const { status, outcome, user } = result ?? {}
  if (user === undefined || outcome === undefined || outcome === 'replaced')
    return failedRow('users', row, result)
  return resultOf(outcome, { line: row.line, id: user.id, status })
}

/** @param lines of the rows that may be about leavers; none if no row is about a user of the group */
const heldText = (lines: readonly number[]) =>
  lines.length === 0
    ? 'Leavers are left as they are, because no row is about a user of this group. Is it the right file?'
    : `Leavers are left as they are, because ${linesText(lines)} may be about any of them. Correct the file.`
const CHANGED_MEANWHILE =
  'A user could not be created who could be a moment ago, so no user is removed. Run the same command again.'

const TITLES: Record<Leavers, string> = {
  expire: 'not in the file, to expire',
  delete: 'not in the file, to delete',
  keep: 'not in the file, left as they are (--leavers expire or delete)',
}

const nameOfRow = ({ body }: PersonRow) => String(body['externalId'] ?? body['loginName'])
const nameOfUser = ({ externalId, loginName }: User) => externalId || loginName
