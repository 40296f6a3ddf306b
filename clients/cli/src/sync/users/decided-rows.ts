import type { User } from '@rollcall/client'
import { hasFirstZero, hasLostBeginning } from '../../import/rewritten-ids.ts'
import { rejected } from '../../import/row.ts'
import { rewrittenRow, shortenedRow, type SyncResult } from '../plan.ts'
import { inSeveralGroups } from '../service.ts'
import { isOwn } from '../sources.ts'
import { isExpired } from '../user.ts'
import { check, OUTSIDE_GROUP } from './check.ts'
import type { PersonPair } from './identity-changes.ts'
import type { Leavers } from './leavers.ts'
import { isOtherPerson, type DesiredUser } from './login-names.ts'
import { REWRITTEN_ID } from './new-people.ts'
import { Objections } from './objections.ts'
import { unanswered } from './names.ts'
import { hasOtherNames, hasValues, idOf, type People, type PersonRow } from './people.ts'
import type { UserSync } from './user-sync.ts'

/** Decides which rows are done. Only those that seem to change something are sent to the service. */
export async function decideRows(file: People, leavers: Leavers, sync: UserSync) {
  const objections = new Objections(file, leavers, sync)
  const { accepted, heldBack } = await withoutObjections(file.people, objections, sync)
  const { inFile, returning } = reactivation(accepted, sync)
  const upToDate = inFile.flatMap((row) => upToDateUser(row, sync))
  const linesUpToDate = new Set(upToDate.map(({ line }) => line))
  const seemChanged = inFile.filter(({ line }) => !linesUpToDate.has(line))
  const rewritten = rewrittenAmong(unanswered(seemChanged, sync.options), leavers, sync)
  const checked = await check(
    seemChanged.filter((row) => !rewritten.has(row)),
    sync,
    objections,
  )
  const { known } = objections
  const knownByNumber = [...known].filter(([row]) => checked.failed.get(row)?.code === REWRITTEN_ID)
  const shortened = shortenedAmong(
    unanswered(checked.desired, sync.options),
    [...rewritten, ...knownByNumber],
    accepted.filter((row) => sync.members.find(row)),
  )
  const isOfGroup = isFileOfGroup({ upToDate, desired: checked.desired, leavers })
  return {
    /** Rows without an objection to a change of their users, and the others. */
    accepted,
    heldBack,
    /** Rows about users who have all the values. */
    upToDate,
    /** Rows that create, change or move somebody. */
    desired: isOfGroup ? checked.desired.filter((row) => !shortened.has(row)) : [],
    /** What the service says of the rows that seem to change something. */
    checked,
    /** Rows whose id is probably that of leavers, and these. */
    rewritten,
    /** Rows about new people whom the source probably keeps already, and these. */
    known,
    /** Rows about new people whose ids have probably lost their beginning. */
    shortened,
    /** The errors of all rows that are not done. */
    failed: [
      ...heldBack.map(({ objection }) => objection),
      ...[...rewritten].map(rewrittenError),
      ...[...shortened].map(({ line, externalId }) => shortenedRow(line, externalId)),
      ...returning.map(({ row, user }) => ({ ...inSeveralGroups(user), line: row.line })),
      ...checked.failed.values(),
      ...(isOfGroup ? [] : checked.desired.map((row) => notMoved(row, sync))),
    ],
  }
}

export type DecidedRows = Awaited<ReturnType<typeof decideRows>>

/** Separates the rows that must not change their users. */
async function withoutObjections(rows: readonly PersonRow[], objections: Objections, { members }: UserSync) {
  const accepted: PersonRow[] = []
  const heldBack: (PersonPair & { readonly objection: SyncResult })[] = []
  for (const row of rows) {
    const user = members.find(row)
    const objection = user && (await objections.toChange(row, user))
    if (objection) heldBack.push({ row, user, objection })
    else accepted.push(row)
  }
  return { accepted, heldBack }
}

/**
 * With `--reactivate`, lets rows clear passed expiration dates. Who has expired may be a leaver of another
 * group, whose sync would end the person again each night, so these are separated.
 */
function reactivation(rows: readonly PersonRow[], { members, options, now }: UserSync) {
  const inFile: PersonRow[] = []
  const returning: PersonPair[] = []
  for (const row of rows) {
    const user = options.reactivate ? members.find(row) : undefined
    if (user === undefined || !isExpired(user, now)) inFile.push(row)
    else if (members.isElsewhere(user)) returning.push({ row, user })
    else inFile.push({ ...row, body: { expirationDate: '', ...row.body } })
  }
  return { inFile, returning }
}

/** The row, if its user has all the values. One of no source may still be adopted by that of the sync. */
function upToDateUser(row: PersonRow, { members, service, options }: UserSync): DesiredUser[] {
  const user = members.find(row)
  if (user === undefined || !hasValues(user, row.body)) return []
  const onlyAdopts = !isOwn(user, options.source) && (user.managedBy === '' || service.takesOver(row))
  return [{ ...row, userId: user.id, isUpToDate: !onlyAdopts, onlyAdopts }]
}

/** Finds the rows whose id is probably that of leavers, without its beginning or changed by a spreadsheet. */
function rewrittenAmong(
  rows: readonly PersonRow[],
  leavers: Leavers,
  { members }: UserSync,
): ReadonlyMap<PersonRow, readonly User[]> {
  const own = new Set(leavers.own)
  const withoutBeginning = rows.flatMap((row) => {
    const holder = members.find(row) ? undefined : members.withLoginNameOf(row)
    const isSame = holder && own.has(holder) && !isOtherPerson(row, holder) && !hasOtherNames(row, holder)
    return isSame && hasLostBeginning(row.externalId, holder.externalId) ? [[row, [holder]] as const] : []
  })
  return new Map([...members.rewritten(rows, leavers.own), ...withoutBeginning])
}

/**
 * New people whose numbers may have lost their beginning, as those of other rows have; none if more people of
 * the file have such numbers here.
 */
function shortenedAmong(
  desired: readonly DesiredUser[],
  rewritten: readonly (readonly [PersonRow, readonly User[]])[],
  known: readonly PersonRow[],
): ReadonlySet<DesiredUser> {
  const originals = rewritten.flatMap(([row, users]) =>
    users.map(({ externalId }) => ({ id: row.externalId, original: externalId })),
  )
  const isWithoutPrefix = originals.some(
    ({ id, original }) => /^\d/.test(id) && hasLostBeginning(id, original),
  )
  const lengths = originals.map(({ id, original }) =>
    hasFirstZero(original) && !hasFirstZero(id) ? original.length : 0,
  )
  const length = lengths.reduce((a, b) => Math.max(a, b), 0)
  const isShortened = ({ externalId: id }: PersonRow) =>
    (isWithoutPrefix && /^\d/.test(id)) || (/^\D*[1-9]\d*$/.test(id) && id.length < length)
  const isUsual = known.filter(isShortened).length > rewritten.length
  return new Set(isUsual ? [] : desired.filter((row) => row.userId === undefined && isShortened(row)))
}

/** A file of which no row is about a user of the group, but would move people, is that of another group. */
const isFileOfGroup = ({
  upToDate,
  desired,
  leavers,
}: Readonly<Record<'upToDate' | 'desired', readonly DesiredUser[]>> & {
  readonly leavers: Leavers
}): boolean =>
  leavers.own.length === 0 || upToDate.length > 0 || desired.some(({ mover }) => mover === undefined)

const notMoved = ({ line, mover }: DesiredUser, { options }: UserSync): SyncResult =>
  rejected(
    line,
    OUTSIDE_GROUP,
    'Not moved into the group, because no row is about a user of it: it may be the file of another group. ' +
      `If it is the right one, first move one of them: rollcall members add ${options.group} ${mover?.id}.`,
  )

function rewrittenError([row, users]: readonly [PersonRow, readonly User[]]): SyncResult {
  const { field, id } = idOf(row)
  const originals = users.map((user) => ({ id: user[field] }))
  return rewrittenRow(row.line, { field, id, originals, mayRenumber: true })
}
