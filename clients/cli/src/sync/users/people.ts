import type { User } from '@rollcall/client'
import { UsageError } from '../../errors.ts'
import { rejected, type ReadableRow, type Row } from '../../import/row.ts'
import { candidatesAmong, numberIn, originalsAmong } from '../../import/rewritten-ids.ts'
import { anyCase, canonical, isIdentifier, namesakeKey } from '../../import/texts.ts'
import { distinct } from '../compare.ts'
import type { Doubt } from '../doubts.ts'
import type { PlaceOf, SyncResult } from '../plan.ts'
import type { GroupMembers } from '../service.ts'

/** A row that names a person; a name that it does not give is empty. */
export interface PersonRow extends ReadableRow {
  readonly externalId: string
  readonly loginName: string
}

/** A row that is not done. */
export interface FailedRow {
  readonly row: PersonRow
  /** What its error says of its person: a user, or somebody else than the user whom it names. */
  readonly about?: 'user' | 'somebody else' | undefined
}

export interface People {
  readonly people: readonly PersonRow[]
  /** Rows that name no person, and rows with the externalId or the login name of an earlier row. */
  readonly failed: readonly SyncResult[]
  /** The lines of rows that name no person. */
  readonly unnamedLines: readonly number[]
  /** Rows with the externalId or the login name of an earlier row. */
  readonly repeated: readonly FailedRow[]
  /** The users of the group that rows are about. */
  readonly identified: ReadonlySet<User>
  /** Other users whose login names are in the file, and the lines of these rows. */
  readonly namedOnly: ReadonlyMap<User, readonly number[]>
}

/** Reads which people the rows of a file are about. */
export function peopleOf(rows: readonly Row[], members: Members, placeOf: PlaceOf): People {
  const named: PersonRow[] = []
  const unnamed: ReturnType<typeof rejected>[] = []
  for (const row of rows) {
    if (!('body' in row)) {
      unnamed.push(rejected(row.line, row.code, row.error))
      continue
    }
    const person = asPerson(row)
    if (person.externalId !== '' || person.loginName !== '') named.push(person)
    else unnamed.push(rejected(row.line, 'invalid-request', 'externalId or loginName is required.'))
  }
  const { first, repeated } = distinct(named, keysOf)
  const externalIds = new Set(first.map(({ externalId }) => externalId).filter(Boolean))
  const identified = new Set(named.map((row) => members.find(row)).filter((user) => user !== undefined))
  return {
    people: first,
    failed: [
      ...unnamed,
      ...repeated.map(({ item, earlierLine }) =>
        rejected(
          item.line,
          'repeated-row',
          `${placeOf(earlierLine).text.replace('line', 'Line')} has the same ` +
            `${externalIds.has(item.externalId) ? 'externalId' : 'loginName'}, and is used. Take one of ` +
            'them out, or correct it if they are two people.',
        ),
      ),
    ],
    unnamedLines: unnamed.map(({ line }) => line),
    repeated: repeated.map(({ item: row }) => ({
      row,
      about: externalIds.has(row.externalId) ? 'user' : undefined,
    })),
    identified,
    namedOnly: new Map(
      [...Map.groupBy(named, (row) => members.withLoginNameOf(row))].flatMap(([user, some]) =>
        user === undefined || identified.has(user) ? [] : [[user, some.map(({ line }) => line)]],
      ),
    ),
  }
}

/** A row, with the names by which it names a person. */
export const asPerson = <R extends ReadableRow>(row: R): R & PersonRow => ({
  ...row,
  externalId: canonical(textOf(row.body['externalId'])),
  loginName: anyCase(textOf(row.body['loginName'])),
})

const keysOf = ({ externalId, loginName }: PersonRow) => [
  ...(externalId === '' ? [] : [`externalId ${externalId}`]),
  ...(loginName === '' ? [] : [`loginName ${loginName}`]),
]

/** The users of a group. */
export class Members {
  readonly users: ReadonlyMap<string, User>
  readonly #byExternalId: ReadonlyMap<string, User>
  readonly #byLoginName: ReadonlyMap<string, User>

  readonly isElsewhere: GroupMembers['isElsewhere']
  readonly hasOthers: boolean

  constructor({ users, isElsewhere, hasOthers }: GroupMembers) {
    this.isElsewhere = isElsewhere
    this.hasOthers = hasOthers
    this.users = new Map(users.map((user) => [String(user.id), user]))
    this.#byExternalId = new Map(
      users.filter(({ externalId }) => externalId !== '').map((user) => [canonical(user.externalId), user]),
    )
    this.#byLoginName = new Map(users.map((user) => [anyCase(user.loginName), user]))
  }

  /** The user that a row is about. A login name is enough for a user without an external id. */
  find({ externalId, loginName }: PersonRow): User | undefined {
    const byLoginName = this.#byLoginName.get(loginName)
    const isEnough = externalId === '' || byLoginName?.externalId === ''
    return this.#byExternalId.get(externalId) ?? (isEnough ? byLoginName : undefined)
  }

  withLoginNameOf({ loginName }: Pick<PersonRow, 'loginName'>): User | undefined {
    return this.#byLoginName.get(loginName)
  }

  /**
   * The leavers whom each of these rows, which have failed, may be about: those with its first and last name,
   * and unless its person is known, those with an id that may be that of the row; all if that can't be
   * compared. One whom a row names by the login name stays for that alone.
   */
  doubts(rows: Iterable<FailedRow>, leavers: readonly User[]): readonly Doubt<User>[] {
    const withExternalId = leavers.filter(({ externalId }) => externalId !== '')
    const byExternalId = candidatesAmong(withExternalId, ({ externalId }) => externalId)
    const byLoginName = candidatesAmong(leavers, ({ loginName }) => loginName)
    const byName = Map.groupBy(leavers, fullNameKeyOf)
    const named = new Set(leavers)
    const withIdLike = (row: PersonRow): readonly (readonly User[])[] =>
      row.externalId === '' ? [withExternalId, byLoginName(row.loginName)] : [byExternalId(row.externalId)]
    // Lists that rows share are not copied for each: most rows of a broken file may be about all leavers.
    const candidatesFor = ({ row, about }: FailedRow): readonly (readonly User[])[] => {
      const { externalId } = row.body
      if (externalId !== undefined && !isIdentifier(externalId)) return [leavers]
      const holder = this.withLoginNameOf(row)
      const isUser =
        about !== undefined || this.find(row) !== undefined || (holder !== undefined && named.has(holder))
      const hasOwnId = about === 'somebody else' && row.externalId !== ''
      const byId = isUser && !hasOwnId ? [] : withIdLike(row)
      return [...byId, byName.get(fullNameKeyOf(row.body)) ?? []]
    }
    return [...rows].flatMap((failed) =>
      candidatesFor(failed).map((about) => ({ lines: [failed.row.line], about })),
    )
  }

  /**
   * The rows about unknown people whose id is probably that of a leaver, as a spreadsheet has changed it.
   * @returns the leavers for each of them
   */
  rewritten(rows: readonly PersonRow[], leavers: readonly User[]): ReadonlyMap<PersonRow, readonly User[]> {
    const byExternalId = originalsAmong(leavers, ({ externalId }) => externalId)
    const byLoginName = originalsAmong(leavers, ({ loginName }) => loginName)
    const found = new Map<PersonRow, readonly User[]>()
    for (const row of rows) {
      if (this.find(row) !== undefined) continue
      const originals = row.externalId === '' ? byLoginName(row.loginName) : byExternalId(row.externalId)
      if (originals.length > 0) found.set(row, originals)
    }
    return found
  }
}

/**
 * Whether a row is about somebody else than the user whom it names: several systems can use the same numbers,
 * and a number or a login name can be given to another person. Then a name differs, and neither an own login
 * name nor an own address stays. A marriage changes these, too, but not the first name, and not while the
 * user is away. Where both names differ, more has to stay. What a row does not give has not stayed. Nothing
 * is enough beside another first name of somebody who returns, or beside a number that the row has lost.
 */
export function isSomebodyElse(
  row: PersonRow,
  user: User,
  {
    hasLeft,
    moves,
    isShared,
  }: {
    readonly hasLeft: boolean
    /** Whether the user comes from another group or source. */
    readonly moves: boolean
    /** Whether several people have an e-mail address, so that it does not tell who a person is. */
    readonly isShared: (email: string) => boolean
  },
): boolean {
  const differs = (field: (typeof PERSONAL)[number]) => hasOther(field, row, user)
  const hasLostNumber = row.externalId === '' && user.externalId !== ''
  if ((hasLostNumber && hasOtherName(row, user)) || (hasLeft && hasOtherFirstName(row, user))) return true
  const isOwn = !isShared(user.email) && !isCopyOf(row.externalId || user.externalId, user.email)
  const keepsAddress = keeps('email', row, user) && isOwn
  const keepsLoginName = keepsOwnLoginName(row, user)
  if (hasOtherNames(row, user)) {
    // The login name and the address of a desk stay when another person works there.
    const stays = [keepsLoginName, keepsAddress && !hasAddressOfItsLoginName(row, user)]
    // The address of an account that has expired may be that of an office, whose other people have left too.
    const isSame = hasLeft ? stays.every(Boolean) : stays.some(Boolean)
    return differs('email') || !isSame
  }
  return (
    !(keepsLoginName || keepsAddress) && (differs('firstName') || ((hasLeft || moves) && differs('lastName')))
  )
}

/** A marriage changes no first name. Of a person with one name, that one counts. */
export const hasOtherFirstName = (row: PersonRow, user: User): boolean =>
  hasOther('firstName', row, user) ||
  (textOf(row.body['firstName'] ?? user.firstName) === '' && hasOther('lastName', row, user))

/** Whether a row changes more than the last name, or not even an own login name and the address stay. */
export const mayBeSomebodyElse = (row: PersonRow, user: User): boolean =>
  hasOtherFirstName(row, user) ||
  hasOtherNames(row, user) ||
  (hasOther('lastName', row, user) && (hasOther('email', row, user) || !keepsOwnLoginName(row, user)))

/** One by which the user was found says nothing. */
const keepsOwnLoginName = (row: PersonRow, user: User) =>
  keeps('loginName', row, user) &&
  row.externalId !== '' &&
  user.externalId !== '' &&
  !isCopyOf(row.externalId, row.loginName)

const keeps = (field: 'loginName' | 'email', row: PersonRow, user: User) =>
  given(field, row) === anyCase(user[field])

const given = (field: (typeof PERSONAL)[number], { body }: PersonRow) => anyCase(textOf(body[field]))

/** An empty cell changes a name, because the person then has one, and no other field. */
function hasOther(field: (typeof PERSONAL)[number], row: PersonRow, user: User): boolean {
  const isName = NAMES.some((name) => name === field)
  if (isName && nameAfter(row, user) === fullNameKeyOf(user)) return false
  const isCleared = row.body[field] === '' && isName
  const keyOf = isName ? namesakeKey : anyCase
  return (given(field, row) !== '' || isCleared) && keyOf(given(field, row)) !== keyOf(user[field])
}

/** Whether a row changes both names; of a person with one name, that one. */
export const hasOtherNames = (row: PersonRow, user: User): boolean =>
  NAMES.some((name) => hasOther(name, row, user)) &&
  NAMES.every((name) => given(name, row) === '' || hasOther(name, row, user))

/** Whether a row changes the first or the last name. */
export const hasOtherName = (row: PersonRow, user: User): boolean =>
  NAMES.some((name) => hasOther(name, row, user))

/** Whether a login name or an address says no more than the number of its person: `EMP018911` of 18911. */
const isCopyOf = (number: string, text: string): boolean =>
  numberIn(text.replace(/@.*/, '')) === numberIn(number)

/** Whether the row has found its user by the login name, and the address says no more than that. */
const hasAddressOfItsLoginName = (row: PersonRow, user: User): boolean =>
  (row.externalId === '' || user.externalId === '') &&
  [row.loginName, row.loginName.replace(/@.*/, '')].includes(anyCase(user.email).replace(/@.*/, ''))

/**
 * Whether a row that names a user by the external id has the login name of another user, and the address or
 * the names of that one too. If its names are those of the user alone, two people have exchanged the rest.
 */
export function isOfHolder(
  { body }: PersonRow,
  user: User,
  { holder, isIdentity }: { readonly holder: User; readonly isIdentity: (email: string) => boolean },
): boolean {
  const email = anyCase(textOf(body['email']))
  const hasAddress = email === anyCase(holder.email) && email !== anyCase(user.email) && isIdentity(email)
  const [name, ofUser, ofHolder] = [body, user, holder].map(fullNameKeyOf)
  return name === ofHolder ? hasAddress || name !== ofUser : hasAddress && name !== ofUser
}

const NAMES = ['firstName', 'lastName'] as const

/** The fields that tell who a person is. */
export const PERSONAL = ['loginName', 'email', ...NAMES] as const

/** The addresses that several rows of the file or several users have, such as that of an office. */
export function sharedEmails(rows: readonly PersonRow[], users: readonly User[]): ReadonlySet<string> {
  const seenTwice = (emails: readonly string[]) => {
    const seen = new Set<string>()
    return emails.filter((email) => seen.has(email) || !seen.add(email))
  }
  return new Set([
    ...seenTwice(rows.map(({ body }) => anyCase(textOf(body['email'])))),
    ...seenTwice(users.map(({ email }) => anyCase(email))),
  ])
}

/** The field by which a row names its person, and its value. */
export const idOf = ({ externalId, loginName }: PersonRow) =>
  externalId === ''
    ? ({ field: 'loginName', id: loginName } as const)
    : ({ field: 'externalId', id: externalId } as const)

/** Whether a list of identifiers, such as that of an option, has the one by which a row names its person. */
export function isNamedIn(ids: readonly string[], row: PersonRow): boolean {
  const { field, id } = idOf(row)
  return ids.some((given) => (field === 'loginName' ? anyCase(given) : given) === id)
}

/** @throws UsageError if a row that an option names is not in the file: the id may be mistyped */
export function requireRows(
  rows: readonly Row[],
  options: { readonly takeOver: readonly string[]; readonly allowOtherPerson: readonly string[] },
): void {
  const people = rows.flatMap((row) => ('body' in row ? [asPerson(row)] : []))
  for (const [option, ids] of [
    ['take-over', options.takeOver],
    ['allow-other-person', options.allowOtherPerson],
  ] as const) {
    const missing = ids.filter((id) => !people.some((row) => isNamedIn([id], row)))
    if (missing.length > 0)
      throw new UsageError(`${option}: no row has ${missing.join(', ')}. Give the externalId of the row.`)
  }
}

/** However it is spelt, and in which order. An only name is the same in both fields. */
export const fullNameKeyOf = ({
  firstName,
  lastName,
}: {
  readonly firstName?: unknown
  readonly lastName?: unknown
}) => namesakeKey(`${textOf(firstName)} ${textOf(lastName)}`)

/** The only name, or the first one of two. */
export const firstOfNamesKeyOf: typeof fullNameKeyOf = ({ firstName, lastName }) =>
  fullNameKeyOf({ firstName: textOf(firstName) || lastName })

/** The full name that a row gives to a user. */
export const nameAfter = ({ body }: PersonRow, { firstName, lastName }: User) =>
  fullNameKeyOf({ firstName, lastName, ...body })

/** The same with the e-mail address. */
export const nameAndAddressKeyOf = ({
  email,
  ...names
}: Parameters<typeof fullNameKeyOf>[0] & { readonly email?: unknown }) =>
  `${fullNameKeyOf(names)}\n${anyCase(textOf(email))}`

/** A marriage changes neither. */
export const firstNameAndAddressKeyOf: typeof nameAndAddressKeyOf = ({ firstName, email }) =>
  nameAndAddressKeyOf({ firstName, email })

/** Finds the last of these users for whom the values of a row give the same key. */
export function lastWith(
  users: readonly User[],
  keyOf: typeof fullNameKeyOf | typeof nameAndAddressKeyOf,
): (row: PersonRow) => User | undefined {
  const byKey = new Map(users.map((user) => [keyOf(user), user]))
  return ({ body }) => byKey.get(keyOf(body))
}

/** Finds the row of another number with the name and the address of a row. */
export function othersAmong(rows: readonly Row[]): (row: PersonRow) => PersonRow | undefined {
  const people = rows.flatMap((row) => ('body' in row && row.body['email'] ? [asPerson(row)] : []))
  const same = Map.groupBy(people, ({ body }) => nameAndAddressKeyOf(body))
  return (row) => same.get(nameAndAddressKeyOf(row.body))?.find((other) => idOf(other).id !== idOf(row).id)
}

const textOf = (value: unknown) => (typeof value === 'string' ? value.trim() : '')

/** Accepted and ignored by the service. */
const READ_ONLY = new Set(['id', 'createdDate', 'updatedDate', 'managedBy', 'visibleGroupIds', 'deleted'])

/** Whether the user has all values of a row. Only texts are compared here. */
export function hasValues(user: User, body: PersonRow['body']): boolean {
  const stored = user as unknown as Readonly<Record<string, unknown>>
  return Object.entries(body).every(
    ([field, value]) =>
      READ_ONLY.has(field) ||
      (typeof value === 'string' && canonical(value) === canonical(String(stored[field]))),
  )
}
