import type { User } from '@rollcall/client'
import { rejected, type Row } from '../../import/row.ts'
import { MERGED } from '../../import/targets/batch.ts'
import { compare } from '../compare.ts'
import { linesAbout, type Doubt } from '../doubts.ts'
import type { SyncResult } from '../plan.ts'
import { MOVED_BACK } from '../service.ts'
import { isOfOtherSource, isOwn } from '../sources.ts'
import { LOGIN_NAME_TAKEN, MANAGED_ELSEWHERE, OUTSIDE_GROUP } from './check.ts'
import { decideRows, type DecidedRows } from './decided-rows.ts'
import { GARBLED_TEXT } from './garbled-text.ts'
import { Leavers } from './leavers.ts'
import { isOtherPerson, planLoginNames, type DesiredUser } from './login-names.ts'
import { OTHER_PERSON } from './objections.ts'
import { peopleOf, type FailedRow, type People, type PersonRow } from './people.ts'
import { aboutHolder, holderText, keptByLeaver } from './row-texts.ts'
import type { UserSync } from './user-sync.ts'

/** Rejections of rows about users who are known, and so are no leavers. */
const KNOWN_PERSON: ReadonlySet<string | undefined> = new Set([
  'user-out-of-reach',
  MANAGED_ELSEWHERE,
  OUTSIDE_GROUP,
  GARBLED_TEXT,
  MOVED_BACK,
  MERGED,
])

/** Compares the rows of a file with the users of the group. */
export async function compareUsers(rows: readonly Row[], sync: UserSync) {
  const { members, service, options, placeOf } = sync
  const { source } = options
  const users = [...members.users.values()]
  const file = peopleOf(rows, members, placeOf)
  const leavers = new Leavers(file, sync)
  const decided = await decideRows(file, leavers, sync)
  /** The users of the group whom rows are about. */
  const inFile = new Set([...file.identified, ...decided.checked.left])
  const mayTakeName = (row: DesiredUser, holder: User) =>
    !inFile.has(holder) &&
    isOwn(holder, source) &&
    leavers.errorOf(holder) === undefined &&
    (row.userId !== undefined || isOtherPerson(row, holder))

  const { loginNames, heldBy } = decideLeavers(file, decided, leavers, mayTakeName, sync)
  const comparison = compare({
    desired: [...decided.upToDate, ...loginNames.rows],
    present: members.users,
    keyOf: ({ userId, line }) => (userId === undefined ? `line ${line}` : String(userId)),
    isUpToDate: (desired) => desired.isUpToDate,
    named: new Set([...inFile].map(({ id }) => String(id))),
    isRemovable: (user) => leavers.mayRemove(user) && leavers.errorOf(user) === undefined,
    heldBy,
  })

  const adopted = new Set(decided.upToDate.flatMap((row) => (row.onlyAdopts ? row.userId : [])))
  const changeable = new Set(decided.accepted.map((row) => members.find(row)))
  return {
    comparison,
    loginNames,
    heldBack: decided.heldBack,
    /** The errors of rows that are not done. */
    failed: [
      ...file.failed,
      ...decided.failed,
      ...comparison.repeated.map(({ item, earlierLine }) => repeatedUser(item, earlierLine, sync)),
      ...loginNames.failed.map((row) => withoutItsName(row, mayTakeName, sync)),
    ],
    /** The errors of leavers who are left as they are, because another file may name them. */
    leftAlone: leavers.missing.flatMap((user) => {
      const error = leavers.mayRemove(user) && !inFile.has(user) ? leavers.errorOf(user) : undefined
      return error ? { ...error, id: user.id } : []
    }),
    /** Users who are not in the file, and whom another source or none keeps. */
    notOwn: leavers.missing.filter(
      (user) => !isOwn(user, source) && !file.namedOnly.has(user) && !inFile.has(user),
    ),
    /** People of the file whom other sources keep, and whom no row takes over. */
    ofOtherSources: file.people.flatMap((row) => {
      const user = members.find(row)
      return user && isOfOtherSource(user, source) && !service.takesOver(row) ? user : []
    }),
    /** How many users of the group its rows could change: of its source, and others whom they name. */
    existing: users.filter((user) => isOwn(user, source) || changeable.has(user)).length,
    /** Who could be removed. */
    removable: users.filter(
      (user) => (isOwn(user, source) || adopted.has(user.id)) && leavers.isRemovable(user),
    ),
    areSomeRewritten: decided.rewritten.size > 0,
  }
}

export type ComparedUsers = Awaited<ReturnType<typeof compareUsers>>

/** Whether the row of a person may have the login name of somebody who leaves. */
type MayTakeName = (row: DesiredUser, holder: User) => boolean

/** Decides which rows hold leavers, and which leavers give up their login names. */
function decideLeavers(
  file: People,
  decided: DecidedRows,
  leavers: Leavers,
  mayTakeName: MayTakeName,
  { members, options }: UserSync,
) {
  const { upToDate, desired } = decided
  const planned = planLoginNames(desired, members, mayTakeName)
  const rowsAbout = linesAbout([
    { lines: file.unnamedLines, about: leavers.own },
    ...members.doubts(failedRowsOf(file, decided, planned.failed), leavers.own),
    ...doubtsAbout(leavers, decided),
  ])
  const areAllHeld = options.leavers === 'keep' || (upToDate.length === 0 && desired.length === 0)
  const areSomeHeld = areAllHeld || leavers.own.some((user) => rowsAbout(user) !== undefined)
  const givesUpName = new Set(planned.leavers)
  /** The lines of rows with the login name of a user who keeps it. */
  const rowsWithName = (user: User) => {
    const lines = givesUpName.has(user) ? undefined : file.namedOnly.get(user)
    return lines && [lines]
  }
  return {
    // If a file may be wrong about some leavers, no leaver gives up a login name either.
    loginNames: areSomeHeld ? planLoginNames(desired, members, () => false) : planned,
    heldBy: (user: User) => (areAllHeld ? [] : (rowsAbout(user) ?? rowsWithName(user))),
  }
}

/** The rows that are not done, and what is known of their people. */
function failedRowsOf(
  { repeated }: People,
  { heldBack, checked, shortened, known }: DecidedRows,
  withoutName: readonly DesiredUser[],
): readonly FailedRow[] {
  // A row without a number would hold everybody who has one.
  const isKnown = (row: PersonRow) => row.externalId === '' && known.has(row)
  return [
    ...repeated,
    ...heldBack.map(({ row, objection }) => ({ row, about: aboutOf(objection) })),
    ...[...checked.failed].map(([row, error]) => ({
      row,
      about: aboutOf(error) ?? (isKnown(row) ? ('user' as const) : undefined),
    })),
    ...[...withoutName, ...shortened].map((row) => ({ row })),
  ]
}

/** What the error of a row says of its person. */
const aboutOf = ({ code }: SyncResult): FailedRow['about'] =>
  code === OTHER_PERSON ? 'somebody else' : KNOWN_PERSON.has(code) ? 'user' : undefined

/** The leavers whose ids are like those of rows. */
function doubtsAbout(leavers: Leavers, { desired, rewritten, known }: DecidedRows): readonly Doubt<User>[] {
  const movers = desired.filter(({ mover }) => mover !== undefined)
  return [
    ...movers.map((row) => ({ lines: [row.line], about: leavers.withIdLike(row) })),
    ...[...rewritten, ...known].map(([{ line }, about]) => ({ lines: [line], about })),
  ]
}

const repeatedUser = ({ line }: DesiredUser, earlierLine: number, { placeOf }: UserSync): SyncResult =>
  rejected(line, 'repeated-row', `${placeOf(earlierLine).text.replace('line', 'Line')} has the same person.`)

/** The error of a row with the login name of a user who keeps it. */
function withoutItsName(
  row: DesiredUser,
  mayTakeName: MayTakeName,
  { members, options, now }: UserSync,
): SyncResult {
  const holder = members.withLoginNameOf(row)
  if (holder && mayTakeName(row, holder))
    return rejected(row.line, LOGIN_NAME_TAKEN, keptByLeaver(row, holder, options.leavers))
  const who = holder ? holderText(holder) : 'Another user'
  const detail = `${who} has this loginName. ${aboutHolder(row, { holder, userId: row.userId, now })}`
  return rejected(row.line, LOGIN_NAME_TAKEN, detail.trim())
}
