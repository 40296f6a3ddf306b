import type { User } from '@rollcall/client'
import { rejected } from '../../import/row.ts'
import { anyCase } from '../../import/texts.ts'
import type { SyncResult } from '../plan.ts'
import { isOfOtherSource, isOwn } from '../sources.ts'
import { describeUser, isExpired, numberAndName } from '../user.ts'
import { garbledText } from './garbled-text.ts'
import { changedValues } from './identity-changes.ts'
import type { Leavers } from './leavers.ts'
import { whoHasNumber } from './names.ts'
import { knownAmong, SAME_PERSON } from './new-people.ts'
import {
  fullNameKeyOf,
  hasOtherName,
  isNamedIn,
  isOfHolder,
  isSomebodyElse,
  nameAfter,
  sharedEmails,
  type People,
  type PersonRow,
} from './people.ts'
import { otherPersonText, renumberedText } from './row-texts.ts'
import type { UserSync } from './user-sync.ts'

export const OTHER_PERSON = 'other-person'

/** The service is asked about so many addresses at most. The limit of changes stops a file with more. */
const MAX_ADDRESSES = 300

/** Why rows must not be done that the service would do: a row may be about somebody else than it says. */
export class Objections {
  /** Rows about new people whom the source probably keeps already, and these. */
  readonly known = new Map<PersonRow, readonly User[]>()
  readonly #file: People
  readonly #leavers: Leavers
  readonly #sync: UserSync
  /** The addresses that several people of the file or of the group have. */
  readonly #shared: ReadonlySet<string>
  /** Who gives up a name, or leaves with it, by this name. */
  readonly #formers: ReadonlyMap<string, User>
  /** Users whose numbers other people get, and the rows about new people that are about these users. */
  readonly #renumbered: ReadonlyMap<User, PersonRow>
  readonly #withNewNumber: ReadonlyMap<PersonRow, User>
  #knownPerson: ReturnType<typeof knownAmong> | undefined
  #addressesAsked = 0

  constructor(file: People, leavers: Leavers, sync: UserSync) {
    const { members } = sync
    this.#file = file
    this.#leavers = leavers
    this.#sync = sync
    this.#shared = sharedEmails(file.people, [...members.users.values()])
    const renamed = file.people.flatMap((row) => {
      const user = members.find(row)
      return user && hasOtherName(row, user) ? user : []
    })
    this.#formers = new Map([...renamed, ...leavers.active].map((user) => [fullNameKeyOf(user), user]))
    this.#renumbered = renumberedAmong(renamed, file, sync, this.#shared)
    this.#withNewNumber = new Map([...this.#renumbered].map(([user, row]) => [row, user]))
  }

  /** Why the row must not change this user of the group, if so. */
  async toChange(row: PersonRow, user: User): Promise<SyncResult | undefined> {
    const objectionIf = (isShared: boolean) => this.#toValues(row, user, isShared)
    return this.#addressesAsked < MAX_ADDRESSES ? this.#byAddress(user, objectionIf) : objectionIf(false)
  }

  /** Why the row must not move this user into the group, if so. */
  toMove(row: PersonRow, user: User): Promise<SyncResult | undefined> {
    return this.#byAddress(
      user,
      (isShared) => this.#toValues(row, user, isShared) ?? this.#toNumberOfLeaver(row, user),
    )
  }

  /** Why the row must not create a user, if so. */
  async toCreate(row: PersonRow): Promise<SyncResult | undefined> {
    const garbled = garbledText(row)
    if (garbled || this.#isAllowed(row) || this.#sync.members.withLoginNameOf(row)) return garbled
    const user = this.#withNewNumber.get(row)
    if (user) return rejected(row.line, SAME_PERSON, renumberedText(row, user))
    this.#knownPerson ??= await this.#knownPeople()
    const { users, objection } = this.#knownPerson(row) ?? {}
    if (users) this.known.set(row, users)
    return objection
  }

  #isAllowed(row: PersonRow): boolean {
    return isNamedIn(this.#sync.options.allowOtherPerson, row)
  }

  /** Asks the service whether people outside the group have the user's address, if it depends on that. */
  async #byAddress({ email }: User, objectionIf: (isShared: boolean) => SyncResult | undefined) {
    const objection = objectionIf(false)
    if (objection || objectionIf(true) === undefined) return objection
    this.#addressesAsked++
    return objectionIf(await this.#sync.service.isShared(email))
  }

  /**
   * Why the user must not get the values of the row, if so.
   * @param isShared whether people outside the group have the address of the user, too
   */
  #toValues(row: PersonRow, user: User, isShared: boolean): SyncResult | undefined {
    const garbled = garbledText(row, user)
    if (garbled || this.#isAllowed(row)) return garbled
    const isOfSeveral = (email: string) =>
      this.#shared.has(anyCase(email)) || (isShared && anyCase(email) === anyCase(user.email))
    const whose =
      this.#thatOfHolder(row, user, isOfSeveral) ??
      this.#thatOfFormer(row, user) ??
      this.#thatOfRenumbered(user) ??
      this.#thatOfSomebodyElse(row, user, isOfSeveral)
    return whose === undefined ? undefined : otherPerson(row, user, whose)
  }

  /** Whether the row has the login name of another user, and more of that one. */
  #thatOfHolder(row: PersonRow, user: User, isOfSeveral: (email: string) => boolean) {
    const { members, now } = this.#sync
    const holder = members.withLoginNameOf(row)
    const isIdentity = (email: string) => !isExpired(user, now) && !isOfSeveral(email)
    return holder && holder !== user && isOfHolder(row, user, { holder, isIdentity })
      ? `that of ${describeUser(holder)}, whose login name and address or names it has. ${IF_EXCHANGED}`
      : undefined
  }

  /** Whether the row gives the user the name of somebody who gives it up, or leaves with it. */
  #thatOfFormer(row: PersonRow, user: User) {
    const former = hasOtherName(row, user) ? this.#formers.get(nameAfter(row, user)) : undefined
    if (former === undefined) return undefined
    return this.#file.identified.has(former) ? ofRenamed(former) : ofLeaver(former, 'this name')
  }

  /** Whether the user has another number in the file, and this one was given to somebody else. */
  #thatOfRenumbered(user: User) {
    const own = this.#renumbered.get(user)
    if (own === undefined) return undefined
    const { text } = this.#sync.placeOf(own.line)
    return `that of somebody else. ${numberAndName(user)} seems to be ${own.externalId} now (${text}).`
  }

  /** Whether too little of the user stays. */
  #thatOfSomebodyElse(row: PersonRow, user: User, isOfSeveral: (email: string) => boolean) {
    const { members, service, options, now } = this.#sync
    const isTakenOver = isOfOtherSource(user, options.source) && service.takesOver(row)
    return isSomebodyElse(row, user, {
      hasLeft: isExpired(user, now),
      moves: isTakenOver || !members.users.has(String(user.id)),
      isShared: isOfSeveral,
    })
      ? `that of somebody else: ${changedValues({ row, user })}.`
      : undefined
  }

  /** A row that has lost a part of its number can name somebody of another group. */
  #toNumberOfLeaver(row: PersonRow, user: User): SyncResult | undefined {
    const [leaver] = hasOtherName(row, user) ? this.#leavers.withIdLike(row) : []
    return leaver && otherPerson(row, user, ofLeaver(leaver, 'an id like this one'))
  }

  /** Whom the source keeps, in the group and outside it. */
  async #knownPeople() {
    const { members, service, options } = this.#sync
    const outside = await service.outside(members)
    return knownAmong({
      leavers: this.#leavers,
      outside: outside.filter((user) => isOwn(user, options.source)),
      sharedHere: this.#shared,
      shared: sharedEmails(this.#file.people, [...members.users.values(), ...outside]),
    })
  }
}

/** Finds the users whom rows with new numbers are about, while others get their numbers, and other names. */
function renumberedAmong(
  renamed: readonly User[],
  { people }: People,
  { members }: UserSync,
  shared: ReadonlySet<string>,
): ReadonlyMap<User, PersonRow> {
  const withName = Map.groupBy(renamed, fullNameKeyOf)
  return new Map(
    people
      .filter((row) => row.externalId !== '' && members.find(row) === undefined)
      .flatMap((row) => {
        const email = anyCase(String(row.body['email']))
        const isSame = (user: User) =>
          row.loginName === anyCase(user.loginName) || (email === anyCase(user.email) && !shared.has(email))
        const user = withName.get(fullNameKeyOf(row.body))?.find(isSame)
        return user ? [[user, row] as const] : []
      }),
  )
}

/** The rest of the sentence that a row makes an account that of somebody else. */
const ofLeaver = (leaver: User, what: string) =>
  `that of somebody else. It may be about ${numberAndName(leaver)}, who is not in the file and has ${what}.`

const ofRenamed = (user: User) =>
  `that of somebody else. It may be about ${numberAndName(user)}, who gets another name in the file. ` +
  IF_EXCHANGED

const IF_EXCHANGED =
  'Have the two exchanged their numbers? Then rollcall users renumber, one of them first to a free number.'

const otherPerson = (row: PersonRow, user: User, whose: string): SyncResult => ({
  ...rejected(row.line, OTHER_PERSON, otherPersonText(row, user, whose)),
  ...whoHasNumber({ row, user }),
})
