import type { User } from '@rollcall/client'
import { pMapIterable } from 'p-map'
import type { Context } from '../../context.ts'
import type { ExitCode } from '../../exit-codes.ts'
import { fieldsOf } from '../../import/fields.ts'
import type { ReadableRow, Row } from '../../import/row.ts'
import { failedRow } from '../../import/targets/batch.ts'
import { counted } from '../../output.ts'
import { SyncConnection } from '../connection.ts'
import type { Plan, SyncOutcome, SyncResult } from '../plan.ts'
import type { RemovalLimit } from '../removal-limit.ts'
import { runSync, type SyncOptions } from '../run-sync.ts'
import { Comparison, isExpired } from './comparison.ts'
import { UserService, type SentRow } from './service.ts'

/** What becomes of users that the file does not list. */
export const LEAVER_CHOICES = ['expire', 'delete', 'keep'] as const
export type Leavers = (typeof LEAVER_CHOICES)[number]

export interface UserSyncOptions extends SyncOptions {
  readonly group: number
  readonly leavers: Leavers
  /** Clear the expiration date of people that the file lists. */
  readonly reactivate: boolean
  readonly maxLeavers: RemovalLimit | undefined
}

/** Users that are expired, deleted or reactivated at once. */
const CHANGES_AT_ONCE = 4
const OUT_OF_REACH = 'user-out-of-reach'
const LEAVER_OUTCOMES = { expire: 'expired', delete: 'deleted', keep: 'kept' } as const
/** A row gets its user from the group of the sync, so it must not name groups. */
export const USER_FIELDS = fieldsOf('users').filter(({ name }) => name !== 'groupIds')

/** Makes the users of a group equal to a file. */
export function syncUsers(context: Context, options: UserSyncOptions): Promise<ExitCode> {
  const url = context.settings.need('url')
  return runSync(context, options, USER_FIELDS, {
    scope: `users of ${url}, group ${options.group}`,
    plan: (rows) => planUsers(context, options, rows),
  })
}

async function planUsers(context: Context, options: UserSyncOptions, rows: readonly Row[]): Promise<Plan> {
  const { group, leavers, reactivate } = options
  const service = new UserService(new SyncConnection(context), group)
  const members = await service.members()
  const comparison = new Comparison(rows, members)
  const checked = sorted(await service.validate(comparison.toCheck), comparison)
  const now = new Date()
  const gone = comparison.leavers
  const leaving = leavers === 'expire' ? gone.filter((user) => !isExpired(user, now)) : gone
  const expired = comparison.expired(now).filter(({ id }) => !checked.ids.has(id))
  const removalsSkippedBecause =
    (comparison.isUnclear || comparison.namesRewritten) && leavers !== 'keep' && leaving.length > 0
      ? 'Leavers are left as they are, because some rows do not identify a person. Correct them.'
      : undefined
  const failed = [...comparison.failed, ...checked.failed]
  const removed = leavers === 'keep' || removalsSkippedBecause !== undefined ? [] : leaving
  const kept = leavers === 'keep' || removalsSkippedBecause !== undefined ? leaving : []
  const returning = reactivate ? expired : []
  const reactivated = new Set(returning.map(({ id }) => id))
  const unchanged = [
    ...comparison.unchanged.map(({ row, user }) => ({ row, id: user.id })),
    ...checked.unchanged,
  ].filter(({ id }) => !reactivated.has(id))
  const lineOf = new Map(comparison.unchanged.map(({ row, user }) => [user.id, row.line]))
  const returns = (user: User): SyncResult => ({
    ...(lineOf.has(user.id) ? { line: lineOf.get(user.id) as number } : {}),
    ok: true,
    outcome: 'changed',
    id: user.id,
  })
  return {
    heading: `${counted(rows.length, 'row')}; ${counted(members.length, 'user')} in group ${group} and its subgroups:`,
    kinds: [
      { title: 'to create', names: checked.create.map(nameOfRow) },
      { title: 'to change', names: checked.change.map(({ row }) => nameOfRow(row)) },
      { title: 'to reactivate', names: returning.map(nameOfUser) },
      { title: TITLES[leavers], names: leaving.map(nameOfUser) },
      { title: 'unchanged', names: unchanged.map(({ row }) => nameOfRow(row)) },
      { title: `outside group ${group}, left as they are`, names: checked.outsideGroup.map(nameOfRow) },
      {
        title: 'in the file, and expired (--reactivate clears the date)',
        names: reactivate ? [] : expired.map(nameOfUser),
      },
      { title: 'rows with errors', names: failed.map(({ line }) => `line ${line}`) },
    ],
    unsent: [
      ...failed,
      ...unchanged.map(({ row, id }) => resultOf(row, 'unchanged', id)),
      ...checked.outsideGroup.map((row) => resultOf(row, 'outsideGroup')),
      ...kept.map((user) => leaverResult(user, 'kept')),
    ],
    expected: [
      ...checked.create.map((row) => resultOf(row, 'created')),
      ...checked.change.map(({ row, id }) => resultOf(row, 'changed', id)),
      ...returning.map(returns),
      ...removed.map((user) => leaverResult(user, LEAVER_OUTCOMES[leavers])),
    ],
    removals: {
      verb: leavers,
      noun: 'users',
      count: leavers === 'keep' ? 0 : leaving.length,
      existing: members.filter((user) => !isExpired(user, now)).length,
      limit: options.maxLeavers,
      option: 'max-leavers',
    },
    removalsSkippedBecause,
    async execute(results) {
      const { interrupted } = context.terminal
      const rowsToSend = [...checked.create, ...checked.change.map(({ row }) => row)]
      if (interrupted.aborted) return
      for await (const batch of service.merge(rowsToSend)) {
        results.push(...batch.map(mergedResult))
        if (interrupted.aborted) return
      }
      const changeEach = async (users: readonly User[], change: (user: User) => Promise<SyncResult>) => {
        const work = async (user: User) => (interrupted.aborted ? undefined : await change(user))
        for await (const result of pMapIterable(users, work, { concurrency: CHANGES_AT_ONCE }))
          if (result) results.push(result)
      }
      await changeEach(returning, async (user) => {
        await service.setExpiration(user.id, '')
        return returns(user)
      })
      await changeEach(removed, async (user) => {
        if (leavers === 'delete') await service.delete(user.id)
        else await service.setExpiration(user.id, expirationOf(now))
        return leaverResult(user, LEAVER_OUTCOMES[leavers])
      })
    },
  }
}

const TITLES: Record<Leavers, string> = {
  expire: 'not in the file, to expire',
  delete: 'not in the file, to delete',
  keep: 'not in the file, left as they are (--leavers expire or delete)',
}

/** What the service says of the rows that it has checked. */
function sorted(outcomes: readonly SentRow[], comparison: Comparison) {
  const create: ReadableRow[] = []
  const change: { row: ReadableRow; id: number }[] = []
  const unchanged: { row: ReadableRow; id: number }[] = []
  const outsideGroup: ReadableRow[] = []
  const failed: SyncResult[] = []
  const ids = new Set<number>()
  for (const { item: row, result } of outcomes) {
    const { outcome, user, code } = result ?? {}
    const member = user && comparison.member(user.id)
    if (outcome === 'created') create.push(row)
    else if (code === OUT_OF_REACH || (user && !member)) outsideGroup.push(row)
    else if (user && member) {
      comparison.found(member)
      ids.add(user.id)
      if (outcome === 'unchanged') unchanged.push({ row, id: user.id })
      else change.push({ row, id: user.id })
    } else {
      failed.push(failedRow('users', row, result))
      if (code === 'invalid-request' && !comparison.identifies(row)) comparison.isUnclear = true
    }
  }
  return { create, change, unchanged, outsideGroup, failed, ids }
}

function mergedResult({ item: row, result }: SentRow): SyncResult {
  const { status, outcome, user } = result ?? {}
  if (!user || (outcome !== 'created' && outcome !== 'changed' && outcome !== 'unchanged'))
    return failedRow('users', row, result)
  return { ...resultOf(row, outcome, user.id), ...(status === undefined ? {} : { status }) }
}

const resultOf = ({ line }: ReadableRow, outcome: SyncOutcome, id?: number): SyncResult => ({
  line,
  ok: true,
  outcome,
  ...(id === undefined ? {} : { id }),
})

const leaverResult = ({ id }: User, outcome: SyncOutcome): SyncResult => ({ ok: true, outcome, id })

const nameOfRow = ({ body }: ReadableRow) => String(body['externalId'] ?? body['loginName'])
const nameOfUser = ({ externalId, loginName }: User) => externalId || loginName

/** Responses show whole seconds, so the next run sees the date that this one has set. */
const expirationOf = (now: Date) => now.toISOString().replace(/\.\d+Z$/, 'Z')
