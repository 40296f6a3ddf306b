import type { User } from '@rollcall/client'
import type { Context } from '../../context.ts'
import { UsageError } from '../../errors.ts'
import type { ExitCode } from '../../exit-codes.ts'
import { fieldsOf } from '../../import/fields.ts'
import type { Row } from '../../import/row.ts'
import { counted } from '../../output.ts'
import { heldText, type Held } from '../doubts.ts'
import { usersScope, type Run } from '../last-run.ts'
import { SMALL_NUMBER, type Limit } from '../limit.ts'
import { REWRITTEN, type PlaceOf, type Plan } from '../plan.ts'
import { tooManyRemovals, type Removals } from '../removals.ts'
import { runSync, type SyncOptions } from '../run-sync.ts'
import { isOwn, wrongSource } from '../sources.ts'
import { compareUsers } from './comparison.ts'
import { execute } from './execution.ts'
import { tooManyIdentityChanges, withoutNumbers } from './identity-changes.ts'
import { personOf } from './names.ts'
import { Members, requireRows } from './people.ts'
import { planLines } from './plan-lines.ts'
import { planUsers, type PlannedUsers } from './planned-users.ts'
import { UserResults } from './results.ts'
import { UserService } from './service.ts'
import type { CompareOptions, UserSync } from './user-sync.ts'

interface UserSyncOptions extends Omit<SyncOptions, 'source'>, CompareOptions {
  readonly allGroups: boolean
  readonly maxLeavers: Limit | undefined
  readonly maxIdentityChanges: Limit | undefined
}

type ObjectionOptions = UserSyncOptions & {
  readonly lastRun: Run | undefined
  readonly users: readonly User[]
}

/** A row gets its user from the group of the sync, so it must not name groups. */
export const USER_FIELDS = fieldsOf('users').filter(({ name }) => name !== 'groupIds')

const IF_ALL_LEFT =
  'If everybody has left, sync the last file once with an expirationDate in each row, and --max-leavers ' +
  '100%. Then withdraw their open registrations (rollcall registrations withdraw ID), and end the nightly ' +
  'jobs of the group: a file without rows, or a roster of people who have left, stays an error.'

/** Makes the users of a group equal to a file. */
export function syncUsers(context: Context, options: UserSyncOptions): Promise<ExitCode> {
  const { group, allGroups, leavers, source, takeOver } = options
  if ((group === undefined) === !allGroups)
    throw new UsageError(
      'Give --group ID: the users of which group does the file describe? Only if it names everybody whom ' +
        'the service account can see, give --all-groups instead.',
    )
  if (source === undefined && leavers !== 'keep')
    throw new UsageError(
      `--leavers ${leavers} needs --source NAME: which system keeps these people, such as hr-north? Only ` +
        'its people are removed. Use the same name every time.',
    )
  if (source === undefined && takeOver.length > 0) throw new UsageError('--take-over needs --source NAME.')
  const url = context.settings.need('url')
  return runSync(context, options, USER_FIELDS, {
    scope: usersScope(url, group),
    name: `users-${group ?? 'all'}`,
    ifEmpty: IF_ALL_LEFT,
    plan: (rows, placeOf, lastRun) => planOf(context, options, rows, { placeOf, lastRun }),
  })
}

/** Reads both sides, compares them, and says what is to be done. */
async function planOf(
  context: Context,
  options: UserSyncOptions,
  rows: readonly Row[],
  { placeOf, lastRun }: { readonly placeOf: PlaceOf; readonly lastRun: Run | undefined },
): Promise<Plan> {
  requireRows(rows, options)
  const now = new Date()
  const service = new UserService(context, options)
  const sync: UserSync = {
    members: new Members(await service.membersOf(options.group)),
    service,
    options,
    placeOf,
    now,
    removedBefore: new Set(lastRun?.removed),
    movedBefore: new Set(lastRun?.moved),
  }
  const planned = await planUsers(await compareUsers(rows, sync), sync, lastRun)
  const results = new UserResults(planned, sync)
  return {
    heading: headingOf(rows, sync),
    kinds: planLines(planned, rows, sync),
    unsent: results.unsent(),
    expected: results.expected(),
    removals: removalsOf(planned, options),
    objection: objectionTo(planned, rows, { ...options, lastRun, users: [...sync.members.users.values()] }),
    warnings: warningsOf(planned, sync),
    held: options.leavers === 'keep' ? [] : planned.held.map(({ present }) => present),
    execute: () => execute(planned, results, sync),
  }
}

function headingOf(rows: readonly Row[], { members, options: { group } }: UserSync): string {
  const where =
    group === undefined ? 'whom the service account can see' : `in group ${group} and its subgroups`
  return `${counted(rows.length, 'row')}; ${counted(members.users.size, 'user')} ${where}:`
}

const groupsOf = ({ visibleGroupIds = [] }: User) => visibleGroupIds

/** Rows expire people, too. */
function removalsOf({ remove, ending, removable }: PlannedUsers, options: UserSyncOptions): Removals {
  const { leavers, source, maxLeavers } = options
  const endingUsers = ending.map(({ present }) => present)
  return {
    verb: ending.length === 0 ? leavers : VERBS_WITH_EXPIRY[leavers],
    noun: 'user',
    existing: [...removable, ...endingUsers.filter((user) => !isOwn(user, source))].map(groupsOf),
    removed: [...remove, ...endingUsers].map(groupsOf),
    limit: maxLeavers,
    option: 'max-leavers',
    advice: 'If a department has moved, run the sync of its new group first.',
  }
}

const VERBS_WITH_EXPIRY = { expire: 'expire', keep: 'expire', delete: 'delete or expire' } as const

/** Their groups lose them as if they left: an export without its filter takes all. */
const movesOf = ({ moving, outside }: PlannedUsers, { group, maxLeavers }: UserSyncOptions): Removals => ({
  verb: 'move',
  noun: 'user',
  existing: outside.map(groupsOf),
  removed: moving.map(({ present }) => groupsOf(present)),
  limit: maxLeavers,
  option: 'max-leavers',
  advice: `Is everybody in the file of group ${group}?`,
})

/** Why the file is not trusted, so that nothing is done; if so. */
function objectionTo(planned: PlannedUsers, rows: readonly Row[], options: ObjectionOptions) {
  const { change, moving, heldBack, existing, ofOtherSources } = planned
  const { users } = options
  const ofOthers = ofOtherSources.map(({ managedBy = '' }) => managedBy)
  return (
    wrongSource(options, { rows: rows.length, ofOthers, users }) ??
    withoutNumbers({ ...options, rows }) ??
    tooManyIdentityChanges({
      pairs: [...[...change, ...moving].map(personOf), ...heldBack],
      existing: existing + moving.length,
      limit: options.maxIdentityChanges,
    }) ??
    (moving.length > SMALL_NUMBER ? tooManyRemovals(movesOf(planned, options)) : undefined)
  )
}

function warningsOf(
  { held, areSomeRewritten }: PlannedUsers,
  { options, placeOf }: UserSync,
): readonly string[] {
  const isHolding = options.leavers !== 'keep' && held.length > 0
  return [...(isHolding ? [heldLeavers(held, placeOf)] : []), ...(areSomeRewritten ? [REWRITTEN] : [])]
}

/** Without lines, no row is about a user of the group. */
const heldLeavers = (held: readonly Held<User>[], placeOf: PlaceOf) =>
  held.some(({ lines }) => lines.length > 0)
    ? `${heldText(`${counted(held.length, 'leaver')} left as they are`, held, placeOf)} Correct the file.`
    : 'Leavers are left as they are, because no row is about a user of this group. Is it the right file?'
