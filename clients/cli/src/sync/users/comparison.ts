import type { User } from '@rollcall/client'
import { randomUUID } from 'node:crypto'
import { hasFirstZero } from '../../import/rewritten-ids.ts'
import type { Row } from '../../import/row.ts'
import { failedRow, MERGED } from '../../import/targets/batch.ts'
import { anyCase, canonical, isGarbled } from '../../import/texts.ts'
import { shellWord } from '../../shell.ts'
import { compare, inFileOrder } from '../compare.ts'
import { linesAbout } from '../doubts.ts'
import { rejected, rewrittenRow, shortenedRow, type PlaceOf, type SyncResult } from '../plan.ts'
import { broughtBack, inSeveralGroups } from '../service.ts'
import { describeUser, isExpired, nameOfUser } from '../user.ts'
import { isOtherPerson, planLoginNames, type DesiredUser } from './login-names.ts'
import { changedValues, type PersonPair } from './identity-changes.ts'
import {
  idOf,
  isNamedIn,
  nameAndAddressKeyOf,
  isOfHolder,
  isSomebodyElse,
  peopleOf,
  PERSONAL,
  sharedEmails,
  type Members,
  type PersonRow,
} from './people.ts'
import {
  aboutHolder,
  keptByLeaver,
  OUT_OF_REACH,
  outsideHolder,
  otherPersonText,
  outsideText,
  samePersonText,
} from './row-texts.ts'
import type { UserScope, UserService } from './service.ts'

/** What becomes of users that the file does not list. */
export const LEAVER_CHOICES = ['expire', 'delete', 'keep'] as const
export type Leavers = (typeof LEAVER_CHOICES)[number]

export interface CompareOptions extends UserScope {
  readonly leavers: Leavers
  /** Clear the passed expiration dates of people in the file, except of those whose row gives a date. */
  readonly reactivate: boolean
  /** The ids of rows that may make an account that of somebody else. */
  readonly allowOtherPerson: readonly string[]
}

interface Comparing {
  readonly members: Members
  readonly service: UserService
  readonly options: CompareOptions
  readonly placeOf: PlaceOf
  readonly now: Date
  /** The ids of users whom the last run has expired. */
  readonly removedBefore: ReadonlySet<string>
}

/**
 * Why the row must not change the user, if so.
 * @param sharesEmail whether somebody outside the group has the address of the user, too
 */
type ObjectionTo = (row: PersonRow, user: User, sharesEmail?: boolean) => SyncResult | undefined

interface Checking extends Comparing {
  readonly objectionTo: ObjectionTo
  /** Why the row must not create a user, if so. */
  readonly objectionToNew: (row: PersonRow) => SyncResult | undefined
}

const LOGIN_NAME_TAKEN = 'login-name-taken'
const MANAGED_ELSEWHERE = 'managed-elsewhere'
const OUTSIDE_GROUP = 'outside-group'
const OTHER_PERSON = 'other-person'
const GARBLED_TEXT = 'garbled-text'
/** Rejections of rows whose person is known, and so is not one of the leavers. */
const KNOWN_PERSON: ReadonlySet<string | undefined> = new Set([
  'user-out-of-reach',
  MANAGED_ELSEWHERE,
  OUTSIDE_GROUP,
  OTHER_PERSON,
  GARBLED_TEXT,
  MERGED,
])
/** Accepted and ignored by the service. */
const READ_ONLY = new Set(['id', 'createdDate', 'updatedDate', 'managedBy', 'visibleGroupIds', 'deleted'])

/** Compares the rows of a file with the users of the group. */
export async function compareUsers(rows: readonly Row[], comparing: Comparing) {
  const { members, service, options, placeOf, now, removedBefore } = comparing
  const { leavers, reactivate, source } = options
  const { people, failed, unnamedLines, sameLoginName, identified, named } = peopleOf(rows, members, placeOf)
  const shared = sharedEmails(people, members)
  const isOwn = (user: User) => source === undefined || user.managedBy === source
  const isOfOtherSource = (user: User) => Boolean(user.managedBy) && !isOwn(user)
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
    return isSomebodyElse(row, user, { hasLeft, moves, isShared })
      ? otherPerson(row, user, `that of somebody else: ${changedValues({ row, user })}.`)
      : undefined
  }
  const objectionTo: ObjectionTo = (row, user, sharesEmail) =>
    garbledText(row, user) ??
    (isNamedIn(options.allowOtherPerson, row) ? undefined : otherPersonIn(row, user, sharesEmail))
  const { accepted, heldBack } = withoutObjections(people, members, objectionTo)
  // Who has expired may be a leaver of the other group, whose sync would end the person again each night.
  const returning = accepted.filter((row) => {
    const user = reactivate ? members.find(row) : undefined
    return user && isExpired(user, now) && members.isElsewhere(user)
  })
  const inFile = accepted
    .filter((row) => !returning.includes(row))
    .map((row) => (reactivate ? reactivated(row, members.find(row), now) : row))
  const missing = [...members.users.values()].filter((user) => !identified.has(user))
  const leaving = missing.filter(isOwn)

  // Only rows that seem to change something are sent to the service, which decides what they do.
  const upToDate = inFile.flatMap((row) => upToDateUser(row, members.find(row), comparing))
  const unchangedLines = new Set(upToDate.map(({ line }) => line))
  const seemChanged = inFile.filter(({ line }) => !unchangedLines.has(line))
  const rewritten = members.rewritten(seemChanged, leaving)
  const toCheck = seemChanged.filter((row) => !rewritten.has(row))
  const active = leaving.filter((user) => !isExpired(user, now))
  const leavingByNameAndAddress = new Map(active.map((user) => [nameAndAddressKeyOf(user), user]))
  const objectionToNew = (row: PersonRow) => {
    const isAllowed =
      isNamedIn(options.allowOtherPerson, row) || shared.has(anyCase(String(row.body['email'])))
    if (row.externalId === '' || isAllowed || members.withLoginNameOf(row)) return undefined
    const user = leavingByNameAndAddress.get(nameAndAddressKeyOf(row.body))
    return user && rejected(row.line, 'same-person', samePersonText(row, user))
  }
  const checked = await checkWithLoginNames(toCheck, { ...comparing, objectionTo, objectionToNew })
  const isOtherGroup =
    leaving.length > 0 && upToDate.length === 0 && checked.desired.every(({ mover }) => mover !== undefined)
  const shortened = shortenedAmong(checked.desired, rewritten)
  const desired = isOtherGroup ? [] : checked.desired.filter((row) => !shortened.has(row))

  /** The users of the group whom rows are about. */
  const present = new Set([...identified, ...checked.left])
  // A person who was deleted can't be brought back by the file of the other group.
  const errorOfLeaver = (user: User) => {
    if (leavers === 'delete' && members.isElsewhere(user)) return inSeveralGroups(user)
    const isBack = leavers !== 'keep' && removedBefore.has(String(user.id)) && !isExpired(user, now)
    return isBack ? broughtBack(nameOfUser(user), 'expired the user', waysFor(user, now)) : undefined
  }
  const isFromLeaver = (row: DesiredUser, user: User) =>
    isOwn(user) &&
    errorOfLeaver(user) === undefined &&
    !present.has(user) &&
    (row.userId !== undefined || isOtherPerson(row, user))
  const planned = planLoginNames(desired, members, isFromLeaver)
  const unknown = [...checked.failed].filter(([, { code }]) => !KNOWN_PERSON.has(code)).map(([row]) => row)
  const heldBy = linesAbout([
    { lines: unnamedLines, about: leaving },
    ...members.doubts([...sameLoginName, ...unknown, ...planned.failed], leaving),
    ...[...rewritten].map(([{ line }, user]) => ({ lines: [line], about: [user] })),
  ])
  const areAllHeld = leavers === 'keep' || (upToDate.length === 0 && desired.length === 0)
  // Then no leaver gives up a login name either.
  const areSomeHeld = areAllHeld || leaving.some((user) => heldBy(user) !== undefined)
  const loginNames = areSomeHeld ? planLoginNames(desired, members, () => false) : planned
  const leaversByName = new Set(planned.leavers)
  const stillNamed = new Set([...named, ...present].filter((user) => !leaversByName.has(user)))
  const isLeaver = (user: User) => isOwn(user) && isRemovable(user, leavers, now)

  const comparison = compare({
    desired: [...upToDate, ...loginNames.rows],
    present: members.users,
    keyOf: ({ userId, line }) => (userId === undefined ? `line ${line}` : String(userId)),
    isUpToDate: (desired) => desired.isUpToDate,
    named: new Set([...stillNamed].map(({ id }) => String(id))),
    isRemovable: (user) => isLeaver(user) && errorOfLeaver(user) === undefined,
    heldBy: (user) => (areAllHeld ? [] : heldBy(user)),
  })
  const nameFailure = (row: DesiredUser): SyncResult => {
    const holder = members.withLoginNameOf(row)
    return holder !== undefined && isFromLeaver(row, holder)
      ? rejected(row.line, LOGIN_NAME_TAKEN, keptByLeaver(holder, leavers))
      : (checked.taken.get(row.line) ?? nameIsTaken(row, holder, now))
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
      const error = isLeaver(user) && !stillNamed.has(user) ? errorOfLeaver(user) : undefined
      return error ? { ...error, id: user.id } : []
    }),
    /** How many users of the group its rows could change: of its source, and others whom they name. */
    existing: [...members.users.values()].filter((user) => isOwn(user) || changeable.has(user)).length,
    /** Users who are not in the file, and whom another source or none keeps. */
    ofOthers: missing.filter((user) => !isOwn(user) && !named.has(user) && !present.has(user)),
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
      ...[...rewritten].map(([row, user]) => {
        const { field, id } = idOf(row)
        return rewrittenRow(row.line, { field, id, original: user[field] })
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
function withoutObjections(
  rows: readonly PersonRow[],
  members: Members,
  objectionTo: Checking['objectionTo'],
) {
  const heldBack: (PersonPair & { readonly objection: SyncResult })[] = []
  const accepted = rows.filter((row) => {
    const user = members.find(row)
    const objection = user && objectionTo(row, user)
    if (objection) heldBack.push({ row, user, objection })
    return objection === undefined
  })
  return { accepted, heldBack }
}

function garbledText({ line, body }: PersonRow, user: User): SyncResult | undefined {
  const field = PERSONAL.find((name) => isGarbled(String(body[name]), user[name]))
  return (
    field &&
    rejected(
      line,
      GARBLED_TEXT,
      `The row would change ${field} ${user[field]} to ${String(body[field])}, which is the same in ` +
        'another encoding. Export the file as UTF-8, or correct the row.',
    )
  )
}

/** New people with shorter numbers than others have, from which a spreadsheet has taken the zeros. */
function shortenedAmong(
  desired: readonly DesiredUser[],
  rewritten: ReadonlyMap<PersonRow, User>,
): ReadonlySet<DesiredUser> {
  const lengths = [...rewritten].map(([row, { externalId }]) =>
    hasFirstZero(externalId) && !hasFirstZero(row.externalId) ? externalId.length : 0,
  )
  const length = lengths.reduce((a, b) => Math.max(a, b), 0)
  return new Set(
    desired.filter(
      ({ userId, externalId }) =>
        userId === undefined && /^\D*[1-9]\d*$/.test(externalId) && externalId.length < length,
    ),
  )
}

const otherPerson = (row: PersonRow, user: User, whose: string): SyncResult =>
  rejected(row.line, OTHER_PERSON, otherPersonText(row, user, whose))

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

/** Whether the user has all values of a row. Only texts are compared here. */
export function hasValues(user: User, body: PersonRow['body']): boolean {
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
async function checkWithLoginNames(rows: readonly PersonRow[], checking: Checking) {
  const { members } = checking
  const first = await check(rows, checking)
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
  const second = await check(withFreeName, checking)
  const asInFile = <R extends PersonRow>(row: R): R => {
    const { loginName } = claims.get(row.line)?.body ?? row.body
    return { ...row, body: { ...row.body, loginName } }
  }
  return {
    desired: inFileOrder([...first.desired, ...second.desired.map(asInFile)]),
    failed: new Map([
      ...first.failed,
      ...[...second.failed].map(([row, result]) => [asInFile(row), result] as const),
    ]),
    /** The results of rows whose login name another user of the group has, by line. */
    taken,
    /** The users of the group into whom those were merged whom rows name. */
    left: [...first.left, ...second.left],
  }
}

/** Asks the service what it would do with rows. */
async function check(
  rows: readonly PersonRow[],
  { members, service, options, now, objectionTo, objectionToNew }: Checking,
) {
  const { group, source, reactivate } = options
  const desired: DesiredUser[] = []
  const failed = new Map<PersonRow, SyncResult>()
  const left: User[] = []
  for (const { item: row, result } of await service.validate(rows)) {
    const { outcome, user, code, existingId } = result ?? {}
    if (user === undefined) {
      const isHidden = code === LOGIN_NAME_TAKEN && members.withLoginNameOf(row) === undefined
      const outside = isHidden ? await service.holderOf(row.loginName) : undefined
      const holder = members.withLoginNameOf(row) ?? outside
      const present =
        code === MANAGED_ELSEWHERE ? (members.find(row) ?? (await service.named(row))) : undefined
      failed.set(row, explained(row, failedRow('users', row, result), { holder, isHidden, present, now }))
      if (code === MERGED) left.push(...[members.users.get(String(existingId)) ?? []].flat())
    } else if (outcome === 'created') {
      const objection = objectionToNew(row)
      if (objection) failed.set(row, objection)
      else desired.push({ ...row, userId: undefined, isUpToDate: false })
    } else if (members.users.has(String(user.id)))
      desired.push({ ...row, userId: user.id, isUpToDate: outcome === 'unchanged' })
    else if (source === undefined)
      failed.set(row, rejected(row.line, OUTSIDE_GROUP, outsideText(user.id, group)))
    else {
      const mover = await service.find(user.id)
      const ifShared = objectionTo(row, mover, true)
      const ifOwn = objectionTo(row, mover)
      const isSame = (ifShared === undefined) === (ifOwn === undefined)
      const objection = !isSame && (await service.isShared(mover.email)) ? ifShared : ifOwn
      if (objection) failed.set(row, objection)
      else {
        // Also the present date, because the sync of the other group may expire the person meanwhile.
        const expirationDate = isExpired(mover, now) ? '' : mover.expirationDate
        const body = reactivate ? { expirationDate, ...row.body } : row.body
        const open = await service.openRegistrations(user.id)
        desired.push({ ...row, body, userId: user.id, isUpToDate: false, mover, open })
      }
    }
  }
  return { desired, failed, left }
}

/** The error of a row with what the command line offers. */
function explained(
  row: PersonRow,
  failed: SyncResult,
  /** Who has the login name, if visible, and whether somebody outside the group has it. */
  {
    holder,
    isHidden,
    present,
    now,
  }: {
    readonly holder: User | undefined
    readonly isHidden: boolean
    readonly present: User | undefined
    readonly now: Date
  },
): SyncResult {
  const { code, detail = '' } = failed
  if (code === MANAGED_ELSEWHERE)
    return {
      ...failed,
      detail:
        `${detail}${present ? ` ${whoIs({ row, user: present })}` : ''} If it is this person, add ` +
        `--take-over ${shellWord(idOf(row).id)}. If another system has the same number, add a prefix.`,
    }
  if (code === LOGIN_NAME_TAKEN)
    return {
      ...failed,
      detail:
        `${isHidden ? outsideHolder(row, holder, now) : detail} ${aboutHolder(row, holder, now)}`.trim(),
    }
  return code === 'user-out-of-reach' ? { ...failed, detail: OUT_OF_REACH } : failed
}

function whoIs(pair: PersonPair): string {
  const change = changedValues(pair)
  return `It is ${describeUser(pair.user)}${change && `, and the row would change: ${change}`}.`
}

const notMoved = ({ line }: DesiredUser): SyncResult =>
  rejected(line, OUTSIDE_GROUP, 'Not moved into the group, because no row is about a user of it.')

/** The service has not said so, because an earlier row was to give up the name. */
const nameIsTaken = (row: PersonRow, holder: User | undefined, now: Date): SyncResult => {
  const who = holder ? `User ${holder.id} (${nameOfUser(holder)})` : 'Another user'
  const detail = `${who} has this loginName. ${aboutHolder(row, holder, now)}`
  return rejected(row.line, LOGIN_NAME_TAKEN, detail.trim())
}

/** The expiration date of somebody who leaves at this moment. */
export const endAt = (now: Date): string => now.toISOString().replace(/\.\d+Z$/, 'Z')

/** A leaver who has expired can only be deleted. */
const isRemovable = (user: User, leavers: Leavers, now: Date): boolean =>
  leavers !== 'expire' || !isExpired(user, now)
