import type { User, UserUpdate } from '@rollcall/client'
import type { Context } from '../../context.ts'
import { UsageError } from '../../errors.ts'
import type { ExitCode } from '../../exit-codes.ts'
import { fieldsOf } from '../../import/fields.ts'
import type { Row } from '../../import/row.ts'
import { failedRow } from '../../import/targets/batch.ts'
import { counted } from '../../output.ts'
import { heldDetail, heldName, heldText, type Held } from '../doubts.ts'
import { resultOf, REWRITTEN, type PlaceOf, type Plan, type SyncOutcome, type SyncResult } from '../plan.ts'
import type { Limit } from '../limit.ts'
import { runSync, type SyncOptions } from '../run-sync.ts'
import type { Run } from '../last-run.ts'
import { inSeveralGroups, type SentItem } from '../service.ts'
import { keptBy, namesWithSources, nameWithSource, NOT_OWN, wrongSource } from '../sources.ts'
import { isExpired, nameOfUser, numberAndName } from '../user.ts'
import { hasValues } from './check.ts'
import type { CompareOptions, LeaverChoice } from './user-sync.ts'
import { compareUsers } from './comparison.ts'
import { endAt } from './leavers.ts'
import { expirationDates } from './expiration-dates.ts'
import {
  changeOf,
  doubtfulAmong,
  nameOfRow,
  namesOf,
  namesWith,
  personOf,
  type UserPair,
  whoHasNumber,
} from './names.ts'
import { formersAmong } from './formers.ts'
import { identityChange, tooManyIdentityChanges, withoutNumbers } from './identity-changes.ts'
import { loginNameOfLeaver, temporaryLoginName, type DesiredUser } from './login-names.ts'
import { Members, othersAmong, requireRows, type PersonRow } from './people.ts'
import { UserService, type ChangeOutcome } from './service.ts'

interface UserSyncOptions extends Omit<SyncOptions, 'source'>, CompareOptions {
  readonly allGroups: boolean
  readonly maxLeavers: Limit | undefined
  readonly maxIdentityChanges: Limit | undefined
}

const LEAVER_OUTCOMES = { expire: 'expired', delete: 'deleted', keep: 'kept' } as const
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
    scope: `users of ${url}, group ${group ?? 'all'}`,
    name: `users-${group ?? 'all'}`,
    ifEmpty: IF_ALL_LEFT,
    plan: (rows, placeOf, lastRun) => planUsers(context, options, rows, { placeOf, lastRun }),
  })
}

async function planUsers(
  context: Context,
  options: UserSyncOptions,
  rows: readonly Row[],
  { placeOf, lastRun }: { readonly placeOf: PlaceOf; readonly lastRun: Run | undefined },
): Promise<Plan> {
  const { group, leavers, source } = options
  requireRows(rows, options)
  const now = new Date()
  const service = new UserService(context, options)
  const members = new Members(await service.membersOf(group))
  const compared = await compareUsers(rows, {
    members,
    service,
    options,
    placeOf,
    now,
    removedBefore: new Set(lastRun?.removed),
    movedBefore: new Set(lastRun?.moved),
  })
  const { comparison, loginNames, ofOthers, leftAlone, failed, areSomeRewritten } = compared
  const { keep: unchanged, remove, held } = comparison
  const create = comparison.create.filter(({ mover }) => mover === undefined)
  const deleted = new Members({
    users: create.length > 0 && lastRun ? await service.deletedSince(lastRun.at) : [],
    isElsewhere: () => false,
    hasOthers: false,
  })
  const moving = comparison.create.flatMap((row) => (row.mover ? [{ desired: row, present: row.mover }] : []))
  const isOfOther = ({ managedBy }: User) =>
    source !== undefined && Boolean(managedBy) && managedBy !== source
  const isTakenOver = ({ present }: UserPair) => isOfOther(present)
  const adopt = comparison.change.filter(({ desired }) => desired.onlyAdopts)
  const change = comparison.change.filter(({ desired }) => !desired.onlyAdopts)
  const dates = expirationDates(now)
  const isChanging = ({ desired: { body }, present }: UserPair) => {
    const { expirationDate: _, ...others } = body
    return !hasValues(present, others)
  }
  const ending = change.filter(dates.isEnding)
  const newlyDated = [...change, ...moving].filter(dates.getsAnother)
  const isRemovableOwn = ({ present }: UserPair) => source === undefined || present.managedBy === source
  const leaving = leavers === 'keep' ? held.map(({ present }) => present) : remove
  const returning = [...change, ...moving].filter(dates.isReturning)
  const inFile = [...unchanged, ...comparison.change, ...moving]
  const idsInFile = new Set(inFile.map(({ present }) => present.id))
  const isMissing = (user: User) => !idsInFile.has(user.id)
  const sameIn = othersAmong(rows)
  const outside = create.length === 0 ? [] : await service.outside(members)
  const formers = formersAmong({
    leaving,
    missing: [...members.users.values(), ...outside].filter(isMissing),
    isOfOther,
  })
  const resultFor = (outcome: SyncOutcome, user: User, detail?: string) =>
    resultOf(outcome, { id: user.id, who: nameOfUser(user), detail })
  const removedFirst = new Set(loginNames.leavers)
  const newNameOf = (user: User) =>
    removedFirst.has(user) && leavers !== 'delete'
      ? `Renamed to ${loginNameOfLeaver(user)}, because another person gets this loginName.`
      : undefined
  const removed = (user: User) => {
    const ofOtherFile = members.isElsewhere(user) ? inSeveralGroups(user).detail : undefined
    return resultFor(LEAVER_OUTCOMES[leavers], user, newNameOf(user) ?? ofOtherFile)
  }
  // Some are inactive already, and only give up their login names.
  const removedUsers = new Set(remove)
  const onlyRenamed = loginNames.leavers.filter((user) => !removedUsers.has(user))
  const renamed = (user: User) => resultFor('changed', user, newNameOf(user))
  const noRowOrKeep =
    leavers === 'keep' ? 'Not in the file, with --leavers keep.' : 'No row is about a user of this group.'
  /** What the outcome of a row does not say. */
  const detailOf = (pair: UserPair) => {
    const { managedBy } = pair.present
    const isOther = source !== undefined && managedBy !== source && !pair.desired.mover
    if (isOther && pair.desired.isUpToDate) return keptBy(managedBy)
    const isOfOther = source === undefined && managedBy && !pair.desired.isUpToDate
    const before = managedBy ? `Taken over from ${managedBy}` : 'Adopted'
    const texts = [
      openText(pair.desired),
      isOther ? `${before}, and kept by ${source} from now on.` : undefined,
      isOfOther ? keptBy(managedBy) : undefined,
      identityChange(personOf(pair)),
    ]
    return texts.filter(Boolean).join(' ') || undefined
  }
  const details = new Map(
    inFile.map((pair) => [pair.desired.line, { detail: detailOf(pair), ...whoHasNumber(personOf(pair)) }]),
  )
  const expectedOf = (outcome: SyncOutcome, pairs: readonly UserPair[]) =>
    pairs.map(({ desired: { line }, present: { id } }) =>
      resultOf(outcome, { line, id, ...details.get(line) }),
    )
  const where =
    group === undefined ? 'whom the service account can see' : `in group ${group} and its subgroups`
  return {
    heading: `${counted(rows.length, 'row')}; ${counted(members.users.size, 'user')} ${where}:`,
    kinds: [
      { title: 'to create', names: create.map(nameOfRow) },
      {
        title: 'of them deleted in or since the last run, and created again',
        names: namesWith(
          create,
          (row) => deleted.find(row),
          ({ updatedDate }) => `deleted ${updatedDate.toISOString()}`,
        ),
      },
      ...formers.kindsOfNew(create),
      {
        title: 'of them with the name and the address of another row: one person with two numbers?',
        names: namesWith(create, (row) => (formers.formerOf(row) ? undefined : sameIn(row)), nameOfRow),
      },
      {
        title: 'to change',
        names: namesOf(
          [
            ...change.filter((pair) => !dates.isReturning(pair) || isChanging(pair)),
            ...moving.filter(isChanging),
          ],
          changeOf,
        ),
      },
      doubtfulAmong([...change, ...moving]),
      { title: 'to expire by their row (expirationDate)', names: namesOf(ending) },
      {
        title: `to get another expiration date by their row, the first on ${dates.firstOf(newlyDated)}`,
        names: namesOf(newlyDated),
      },
      {
        title: 'kept by another source, and changed all the same (--source NAME protects them)',
        names: namesOf(
          source === undefined ? change.filter(({ present }) => present.managedBy) : [],
          ({ desired, present }) => nameWithSource(nameOfRow(desired), present.managedBy),
        ),
      },
      { title: `to move into group ${group}`, names: namesOf(moving) },
      {
        title: 'of them with open registrations, which they keep (rollcall registrations withdraw ID)',
        names: moving.flatMap(({ desired }) => {
          const open = openOf(desired)
          return open === '' ? [] : `${nameOfRow(desired)} (${open})`
        }),
      },
      { title: 'to reactivate', names: namesOf(returning) },
      formers.kindOfReturning(returning.map(({ desired }) => desired)),
      {
        title: `to take over from another source, and kept by ${source} from now on`,
        names: [...adopt, ...change, ...moving]
          .filter(isTakenOver)
          .map(({ desired, present }) => `${nameOfRow(desired)} (${present.managedBy})`),
      },
      {
        title: 'in the file, and kept by another source, which alone changes and removes them',
        names: compared.ofOtherSources.map((user) => nameWithSource(nameOfUser(user), user.managedBy)),
      },
      {
        title: `unchanged, and kept by ${source} from now on`,
        names: namesOf(adopt.filter((pair) => !isTakenOver(pair))),
      },
      {
        title: TITLES[leavers],
        names: leaving.map(numberAndName),
      },
      {
        title: 'of them in another group, too, whose file may name them',
        names: remove
          .filter(members.isElsewhere)
          .map((user) => `${nameOfUser(user)} (${user.visibleGroupIds?.join(' ')})`),
      },
      {
        title: 'not in the file, and not removed in this run',
        names: leavers === 'keep' ? [] : held.map((one) => heldName(nameOfUser(one.present), one, placeOf)),
      },
      {
        title: NOT_OWN,
        names: namesWithSources(ofOthers, nameOfUser, ({ managedBy }) => managedBy),
      },
      {
        title: 'not in the file, to rename because other people get their login names',
        names: leavers === 'delete' ? [] : loginNames.leavers.map(nameOfUser),
      },
      {
        title: 'to get a temporary login name first, because they exchange theirs with others',
        names: loginNames.exchanging.map(nameOfRow),
      },
      { title: 'unchanged', names: namesOf(unchanged) },
      {
        title: 'in the file, and expired (--reactivate clears the date)',
        names: namesOf(inFile.filter(dates.staysExpired)),
      },
      {
        title: 'in the file, with an expiration date that the row does not give, and that stays',
        names: namesOf(inFile.filter(dates.keepsDate)),
      },
    ],
    unsent: [
      ...failed,
      ...expectedOf('unchanged', unchanged),
      ...leftAlone,
      ...held.map((one) => resultFor('kept', one.present, heldDetail(one, placeOf, noRowOrKeep))),
      ...ofOthers.map((user) => resultFor('kept', user, keptBy(user.managedBy))),
    ],
    expected: [
      ...create.map(({ line }) => resultOf('created', { line })),
      ...expectedOf('changed', change),
      ...expectedOf('moved', moving),
      ...expectedOf('unchanged', adopt),
      ...remove.map(removed),
      ...onlyRenamed.map(renamed),
    ],
    removals: {
      verb: ending.length === 0 || leavers === 'expire' ? leavers : ENDING_VERBS[leavers],
      noun: 'user',
      count: remove.length + ending.length,
      existing: compared.removable + ending.filter((pair) => !isRemovableOwn(pair)).length,
      limit: options.maxLeavers,
      option: 'max-leavers',
      advice: 'If a department has moved, run the sync of its new group first.',
    },
    objection:
      wrongSource(options, {
        rows: rows.length,
        ofOthers: compared.ofOtherSources.map(({ managedBy = '' }) => managedBy),
        users: members.users.values(),
      }) ??
      withoutNumbers({ ...options, rows, lastRun, users: members.users.values() }) ??
      tooManyIdentityChanges({
        pairs: [...[...change, ...moving].map(personOf), ...compared.heldBack],
        existing: compared.existing + moving.length,
        limit: options.maxIdentityChanges,
      }),
    warnings: [
      ...(leavers !== 'keep' && held.length > 0 ? [heldLeavers(held, placeOf)] : []),
      ...(areSomeRewritten ? [REWRITTEN] : []),
    ],
    async *execute() {
      yield* service.forEach(loginNames.leavers, async (user) => {
        const outcome = await leave(user, { loginName: loginNameOfLeaver(user) })
        return afterwards(user, outcome, removedUsers.has(user) ? removed(user) : renamed(user))
      })
      const exchanging = loginNames.exchanging.flatMap(
        ({ userId }) => members.users.get(String(userId)) ?? [],
      )
      for await (const { user, outcome } of service.forEach(exchanging, async (user) => ({
        user,
        outcome: await service.update(user, { loginName: temporaryLoginName(user.id) }),
      })))
        if (outcome === 'changed-meanwhile') yield afterwards(user, outcome, renamed(user))
      const asked = new Set([...comparison.create, ...comparison.change.map(({ desired }) => desired)])
      const rows = loginNames.rows.filter((row) => asked.has(row))
      const adopting = adopt.map(({ desired }) => desired)
      let isUnclear = false
      for await (const sent of service.write([...rows, ...adopting])) {
        const result = mergedResult(sent, details.get(sent.item.line))
        isUnclear ||= !result.ok && sent.item.userId === undefined
        yield result
      }
      // The service would have created this person a moment ago.
      if (isUnclear && remove.length > 0) throw new Error(CHANGED_MEANWHILE)
      const others = remove.filter((user) => !removedFirst.has(user))
      yield* service.forEach(others, async (user) => afterwards(user, await leave(user), removed(user)))
    },
  }

  /** The date of a leaver who has left before stays. */
  function leave(user: User, fields: UserUpdate = {}): Promise<ChangeOutcome> {
    if (leavers === 'delete') return service.delete(user)
    const expiry = isExpired(user, now) ? {} : { expirationDate: endAt(now) }
    return service.update(user, { ...expiry, ...fields })
  }
}

/** The result of a change of a user without a row. One who is gone needs no change. */
const afterwards = (user: User, outcome: ChangeOutcome, done: SyncResult): SyncResult =>
  outcome === 'changed-meanwhile'
    ? {
        ok: false,
        id: user.id,
        who: nameOfUser(user),
        code: outcome,
        detail: `${nameOfUser(user)} ${LEFT_ALONE}`,
      }
    : done

const LEFT_ALONE =
  'has changed or moved since the plan was made, and was left alone. Run the same command again.'

function mergedResult(
  { item: row, result }: SentItem<PersonRow & Partial<DesiredUser>>,
  details: Pick<SyncResult, 'who'> & { readonly detail?: string | undefined } = {},
): SyncResult {
  const { status, outcome, user } = result ?? {}
  if (user === undefined || outcome === undefined || outcome === 'replaced')
    return failedRow('users', row, result)
  const { line } = row
  return resultOf(row.mover ? 'moved' : outcome, { line, id: user.id, status, ...details })
}

const openOf = ({ open = [] }: Pick<DesiredUser, 'open'>) =>
  open.map(({ id, courseName }) => `${id} ${courseName}`).join(', ')

function openText(mover: DesiredUser): string | undefined {
  const open = openOf(mover)
  return open === '' ? undefined : `Keeps the open registrations ${open}.`
}

/** Without lines, no row is about a user of the group. */
const heldLeavers = (held: readonly Held<User>[], placeOf: PlaceOf) =>
  held.some(({ lines }) => lines.length > 0)
    ? `${heldText(`${counted(held.length, 'leaver')} left as they are`, held, placeOf)} Correct the file.`
    : 'Leavers are left as they are, because no row is about a user of this group. Is it the right file?'
const CHANGED_MEANWHILE =
  'A user could not be created who could be a moment ago, so no user is removed. Run the same command again.'

/** Where rows expire people, too. */
const ENDING_VERBS = { keep: 'expire', delete: 'delete or expire' } as const

const TITLES: Record<LeaverChoice, string> = {
  expire: 'not in the file, to expire',
  delete: 'not in the file, to delete for ever (first sync the new groups of people who have moved)',
  keep: 'not in the file, left as they are (--leavers expire or delete)',
}
