import type { User } from '@rollcall/client'
import { endingAmong, hasFirstZero, hasLostBeginning } from '../../import/rewritten-ids.ts'
import { rejected, type Row } from '../../import/row.ts'
import { MERGED } from '../../import/targets/batch.ts'
import { anyCase } from '../../import/texts.ts'
import { shellWord } from '../../shell.ts'
import { compare } from '../compare.ts'
import { linesAbout } from '../doubts.ts'
import { rewrittenRow, shortenedRow, type SyncResult } from '../plan.ts'
import { broughtBack, inSeveralGroups, justMoved, MOVED_BACK } from '../service.ts'
import { describeUser, isExpired, nameOfUser, numberAndName } from '../user.ts'
import {
  check,
  hasValues,
  isUpToAddress,
  LOGIN_NAME_TAKEN,
  MANAGED_ELSEWHERE,
  OUTSIDE_GROUP,
  type Comparing,
  type Leavers,
  type ObjectionTo,
} from './check.ts'
import { GARBLED_TEXT, garbledText } from './garbled-text.ts'
import { isOtherPerson, planLoginNames, type DesiredUser } from './login-names.ts'
import { whoHasNumber } from './names.ts'
import { changedValues, type PersonPair } from './identity-changes.ts'
import { knownAmong, REWRITTEN_ID } from './new-people.ts'
import {
  fullNameKeyOf,
  hasOtherName,
  idOf,
  isNamedIn,
  isOfHolder,
  isSomebodyElse,
  nameAfter,
  peopleOf,
  sharedEmails,
  type FailedRow,
  type PersonRow,
} from './people.ts'
import { aboutHolder, keptByLeaver, otherPersonText } from './row-texts.ts'

const OTHER_PERSON = 'other-person'
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
export async function compareUsers(rows: readonly Row[], comparing: Comparing) {
  const { members, service, options, placeOf, now, removedBefore, movedBefore } = comparing
  const { leavers, reactivate, source } = options
  const { people, failed, unnamedLines, repeated, identified, namedOnly } = peopleOf(rows, members, placeOf)
  const shared = sharedEmails(people, [...members.users.values()])
  const isOwn = (user: User) => source === undefined || user.managedBy === source
  const isOfOtherSource = (user: User) => Boolean(user.managedBy) && !isOwn(user)
  const missing = [...members.users.values()].filter((user) => !identified.has(user))
  const leaving = missing.filter(isOwn)
  const active = leaving.filter((user) => !isExpired(user, now))
  const byEndOfId = endingAmong(
    active.filter(({ externalId }) => externalId !== ''),
    ({ externalId }) => externalId,
  )
  const leaversWithIdLike = (row: PersonRow) =>
    row.externalId === '' || isNamedIn(options.allowOtherPerson, row) ? [] : byEndOfId(row.externalId)
  const leaverOf = (row: PersonRow) => {
    const name = fullNameKeyOf(row.body)
    return leaversWithIdLike(row).find((user) => fullNameKeyOf(user) === name)
  }
  const renamed = people.flatMap((row) => {
    const user = members.find(row)
    return user && hasOtherName(row, user) ? user : []
  })
  /** Those who give up their names, by these names. */
  const formers = new Map([...renamed, ...active].map((user) => [fullNameKeyOf(user), user]))
  const otherPersonIn: ObjectionTo = (row, user, sharesEmail) => {
    const hasLeft = isExpired(user, now)
    const isShared = (email: string) =>
      shared.has(anyCase(email)) || (sharesEmail === true && anyCase(email) === anyCase(user.email))
    const isIdentity = (email: string) => !hasLeft && !isShared(email)
    const holder = members.withLoginNameOf(row)
    if (holder && holder !== user && isOfHolder(row, user, { holder, isIdentity }))
      return otherPerson(
        row,
        user,
        `that of ${describeUser(holder)}, whose login name and address or names it has.`,
      )
    const isTakenOver = isOfOtherSource(user) && service.takesOver(row)
    const moves = isTakenOver || !members.users.has(String(user.id))
    const former = hasOtherName(row, user) ? formers.get(nameAfter(row, user)) : undefined
    if (former)
      return otherPerson(
        row,
        user,
        identified.has(former) ? ofRenamed(former) : ofLeaver(former, 'this name'),
      )
    return isSomebodyElse(row, user, { hasLeft, moves, isShared })
      ? otherPerson(row, user, `that of somebody else: ${changedValues({ row, user })}.`)
      : undefined
  }
  const objectionTo: ObjectionTo = (row, user, sharesEmail) =>
    garbledText(row, user) ??
    (isNamedIn(options.allowOtherPerson, row) ? undefined : otherPersonIn(row, user, sharesEmail))
  const { accepted, heldBack } = await withoutObjections(people, comparing, objectionTo)
  // Who has expired may be a leaver of the other group, whose sync would end the person again each night.
  const returning = accepted.filter((row) => {
    const user = reactivate ? members.find(row) : undefined
    return user && isExpired(user, now) && members.isElsewhere(user)
  })
  const inFile = accepted
    .filter((row) => !returning.includes(row))
    .map((row) => (reactivate ? reactivated(row, members.find(row), now) : row))

  // Only rows that seem to change something are sent to the service, which decides what they do.
  const upToDate = inFile.flatMap((row) => upToDateUser(row, members.find(row), comparing))
  const unchangedLines = new Set(upToDate.map(({ line }) => line))
  const seemChanged = inFile.filter(({ line }) => !unchangedLines.has(line))
  const leavingUsers = new Set(leaving)
  const withoutBeginning = seemChanged.flatMap((row) => {
    const holder = members.find(row) ? undefined : members.withLoginNameOf(row)
    const isSame = holder && leavingUsers.has(holder) && !isOtherPerson(row, holder)
    return isSame && hasLostBeginning(row.externalId, holder.externalId) ? [[row, [holder]] as const] : []
  })
  const rewritten = new Map([...members.rewritten(seemChanged, leaving), ...withoutBeginning])
  const toCheck = seemChanged.filter((row) => !rewritten.has(row))
  let knownPerson: ReturnType<typeof knownAmong> | undefined
  /** Rows about new people whom the source probably keeps already, and these. */
  const known = new Map<PersonRow, readonly User[]>()
  const objectionToNew = async (row: PersonRow) => {
    const garbled = garbledText(row)
    if (garbled || isNamedIn(options.allowOtherPerson, row) || members.withLoginNameOf(row)) return garbled
    const others = await service.outside(members)
    knownPerson ??= knownAmong({
      missing: leaving,
      active,
      outside: others.filter(isOwn),
      sharedHere: shared,
      shared: sharedEmails(people, [...members.users.values(), ...others]),
      leaverOf,
    })
    const { users, objection } = knownPerson(row) ?? {}
    if (users) known.set(row, users)
    return objection
  }
  const objectionToMover: ObjectionTo = (row, user, sharesEmail) => {
    const objection = objectionTo(row, user, sharesEmail)
    const [leaver] = objection || !hasOtherName(row, user) ? [] : leaversWithIdLike(row)
    return leaver ? otherPerson(row, user, ofLeaver(leaver, 'an id like this one')) : objection
  }
  const checked = await check(toCheck, {
    ...comparing,
    objectionTo: objectionToMover,
    objectionToNew,
  })
  const isOtherGroup =
    leaving.length > 0 && upToDate.length === 0 && checked.desired.every(({ mover }) => mover !== undefined)
  const isRewritten = (row: PersonRow) => checked.failed.get(row)?.code === REWRITTEN_ID
  const shortened = shortenedAmong(checked.desired, [
    ...rewritten,
    ...[...known].filter(([row]) => isRewritten(row)),
  ])
  const desired = isOtherGroup ? [] : checked.desired.filter((row) => !shortened.has(row))

  /** The users of the group whom rows are about. */
  const present = new Set([...identified, ...checked.left])
  // A person who was deleted can't be brought back by the file of the other group.
  const errorOfLeaver = (user: User) => {
    if (leavers === 'delete' && members.isElsewhere(user)) return inSeveralGroups(user)
    if (leavers === 'keep' || isExpired(user, now)) return undefined
    const id = String(user.id)
    if (movedBefore.has(id)) return justMoved(user, options.group)
    if (!removedBefore.has(id)) return undefined
    return broughtBack(nameOfUser(user), 'expired the user', waysFor(user, now))
  }
  const isFromLeaver = (row: DesiredUser, user: User) =>
    isOwn(user) &&
    errorOfLeaver(user) === undefined &&
    !present.has(user) &&
    (row.userId !== undefined || isOtherPerson(row, user))
  const planned = planLoginNames(desired, members, isFromLeaver)
  // A row without a number would hold everybody who has one.
  const isKnown = (row: PersonRow | undefined) => row?.externalId === '' && known.has(row)
  const aboutOf = ({ code }: SyncResult, row?: PersonRow) =>
    code === OTHER_PERSON ? 'somebody else' : KNOWN_PERSON.has(code) || isKnown(row) ? 'user' : undefined
  const failedRows: readonly FailedRow[] = [
    ...repeated,
    ...heldBack.map(({ row, objection }) => ({ row, about: aboutOf(objection) }) as const),
    ...[...checked.failed].map(([row, error]) => ({ row, about: aboutOf(error, row) }) as const),
    ...[...planned.failed, ...shortened].map((row) => ({ row })),
  ]
  const heldBy = linesAbout([
    { lines: unnamedLines, about: leaving },
    ...members.doubts(failedRows, leaving),
    ...desired
      .filter(({ mover }) => mover !== undefined)
      .map((row) => ({ lines: [row.line], about: leaversWithIdLike(row) })),
    ...[...rewritten, ...known].map(([{ line }, users]) => ({ lines: [line], about: users })),
  ])
  const areAllHeld = leavers === 'keep' || (upToDate.length === 0 && desired.length === 0)
  // Then no leaver gives up a login name either.
  const areSomeHeld = areAllHeld || leaving.some((user) => heldBy(user) !== undefined)
  const loginNames = areSomeHeld ? planLoginNames(desired, members, () => false) : planned
  const givesUpName = new Set(planned.leavers)
  /** The lines of rows with the login name of a user who keeps it. */
  const namedBy = (user: User) => {
    const lines = givesUpName.has(user) ? undefined : namedOnly.get(user)
    return lines && [lines]
  }
  const isLeaver = (user: User) => isOwn(user) && isRemovable(user, leavers, now)

  const comparison = compare({
    desired: [...upToDate, ...loginNames.rows],
    present: members.users,
    keyOf: ({ userId, line }) => (userId === undefined ? `line ${line}` : String(userId)),
    isUpToDate: (desired) => desired.isUpToDate,
    named: new Set([...present].map(({ id }) => String(id))),
    isRemovable: (user) => isLeaver(user) && errorOfLeaver(user) === undefined,
    heldBy: (user) => (areAllHeld ? [] : (heldBy(user) ?? namedBy(user))),
  })
  const nameFailure = (row: DesiredUser): SyncResult => {
    const holder = members.withLoginNameOf(row)
    return holder !== undefined && isFromLeaver(row, holder)
      ? rejected(row.line, LOGIN_NAME_TAKEN, keptByLeaver(holder, leavers))
      : nameIsTaken(row, holder, now)
  }
  const repeatedUsers = comparison.repeated.map(({ item, earlierLine }) =>
    rejected(
      item.line,
      'repeated-row',
      `${placeOf(earlierLine).text.replace('line', 'Line')} has the same person.`,
    ),
  )
  const adopted = new Set(upToDate.filter(({ onlyAdopts }) => onlyAdopts).map(({ userId }) => userId))
  const changeable = new Set(accepted.map((row) => members.find(row)))
  return {
    comparison,
    loginNames,
    heldBack,
    /** Why leavers are left as they are: another file may name them. */
    leftAlone: missing.flatMap((user) => {
      const error = isLeaver(user) && !present.has(user) ? errorOfLeaver(user) : undefined
      return error ? { ...error, id: user.id } : []
    }),
    /** How many users of the group its rows could change: of its source, and others whom they name. */
    existing: [...members.users.values()].filter((user) => isOwn(user) || changeable.has(user)).length,
    /** Users who are not in the file, and whom another source or none keeps. */
    ofOthers: missing.filter((user) => !isOwn(user) && !namedOnly.has(user) && !present.has(user)),
    /** People of the file whom other sources keep, and whom no row takes over. */
    ofOtherSources: people.flatMap((row) => {
      const user = members.find(row)
      return user && isOfOtherSource(user) && !service.takesOver(row) ? user : []
    }),
    /** How many could be removed. */
    removable: [...members.users.values()].filter(
      (user) => (isOwn(user) || adopted.has(user.id)) && isRemovable(user, leavers, now),
    ).length,
    failed: [
      ...failed,
      ...heldBack.map(({ objection }) => objection),
      ...[...rewritten].map(([row, users]) => {
        const { field, id } = idOf(row)
        const originals = users.map((user) => ({ id: user[field] }))
        return rewrittenRow(row.line, { field, id, originals, mayRenumber: true })
      }),
      ...[...shortened].map(({ line, externalId }) => shortenedRow(line, externalId)),
      ...repeatedUsers,
      ...returning.map((row) => ({ ...inSeveralGroups(members.find(row) as User), line: row.line })),
      ...checked.failed.values(),
      ...loginNames.failed.map(nameFailure),
      ...(isOtherGroup ? checked.desired.map(notMoved) : []),
    ],
    areSomeRewritten: rewritten.size > 0,
  }
}

/** What to do with a leaver who is active again. Out of the group, the account would stay active for good. */
function waysFor({ id, externalId, loginName }: User, now: Date) {
  const [option, name] = externalId ? ['--external-id', externalId] : ['--login-name', loginName]
  return {
    ifStays: `no source may keep the person: rollcall sources release ${id}`,
    ifGone: `rollcall users merge ${option} ${shellWord(name)} --expiration-date ${endAt(now)}`,
  }
}

/** Leaves out the rows that must not change their users. */
async function withoutObjections(
  rows: readonly PersonRow[],
  { members, service }: Comparing,
  objectionTo: ObjectionTo,
) {
  const accepted: PersonRow[] = []
  const heldBack: (PersonPair & { readonly objection: SyncResult })[] = []
  let asked = 0
  for (const row of rows) {
    const user = members.find(row)
    const isAsked = user !== undefined && asked < MAX_ADDRESSES && isUpToAddress(row, user, objectionTo)
    if (isAsked) asked++
    const sharesEmail = isAsked && (await service.isShared(user.email))
    const objection = user && objectionTo(row, user, sharesEmail)
    if (objection) heldBack.push({ row, user, objection })
    else accepted.push(row)
  }
  return { accepted, heldBack }
}

/** About so many addresses the service is asked in a run. The limit of changes stops a file with more. */
const MAX_ADDRESSES = 300

/** New people whose numbers may have lost their beginning, as those of other rows have. */
function shortenedAmong(
  desired: readonly DesiredUser[],
  rewritten: readonly (readonly [PersonRow, readonly User[]])[],
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
  const isShortened = (id: string) =>
    (isWithoutPrefix && /^\d/.test(id)) || (/^\D*[1-9]\d*$/.test(id) && id.length < length)
  return new Set(desired.filter(({ userId, externalId }) => userId === undefined && isShortened(externalId)))
}

/** A row that has lost a part of its id can name a person of another group. */
const ofLeaver = (leaver: User, what: string) =>
  `that of somebody else. It may be about ${numberAndName(leaver)}, who is not in the file and has ${what}.`

/** Two rows may have exchanged their numbers. */
const ofRenamed = (user: User) =>
  `that of somebody else. It may be about ${numberAndName(user)}, who gets another name in the file.`

const otherPerson = (row: PersonRow, user: User, whose: string): SyncResult => ({
  ...rejected(row.line, OTHER_PERSON, otherPersonText(row, user, whose)),
  ...whoHasNumber({ row, user }),
})

/** The row, which clears a passed expiration date if it does not give one. */
const reactivated = (row: PersonRow, user: User | undefined, now: Date): PersonRow =>
  user && isExpired(user, now) ? { ...row, body: { expirationDate: '', ...row.body } } : row

function upToDateUser(
  row: PersonRow,
  user: User | undefined,
  { service, options }: Comparing,
): DesiredUser[] {
  if (user === undefined || !hasValues(user, row.body)) return []
  const { source } = options
  const onlyAdopts =
    source !== undefined && user.managedBy !== source && (user.managedBy === '' || service.takesOver(row))
  return [{ ...row, userId: user.id, isUpToDate: !onlyAdopts, onlyAdopts }]
}

const notMoved = ({ line }: DesiredUser): SyncResult =>
  rejected(line, OUTSIDE_GROUP, 'Not moved into the group, because no row is about a user of it.')

const nameIsTaken = (row: DesiredUser, holder: User | undefined, now: Date): SyncResult => {
  const who = holder ? `User ${holder.id} (${nameOfUser(holder)})` : 'Another user'
  const detail = `${who} has this loginName. ${aboutHolder(row, { holder, userId: row.userId, now })}`
  return rejected(row.line, LOGIN_NAME_TAKEN, detail.trim())
}

/** The expiration date of somebody who leaves at this moment. */
export const endAt = (now: Date): string => now.toISOString().replace(/\.\d+Z$/, 'Z')

/** A leaver who has expired can only be deleted. */
const isRemovable = (user: User, leavers: Leavers, now: Date): boolean =>
  leavers !== 'expire' || !isExpired(user, now)
