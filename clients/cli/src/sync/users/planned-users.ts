import type { User } from '@rollcall/client'
import type { Held } from '../doubts.ts'
import type { Run } from '../last-run.ts'
import { hasValues } from './check.ts'
import type { ComparedUsers } from './comparison.ts'
import { expirationDates } from './expiration-dates.ts'
import type { DesiredUser } from './login-names.ts'
import type { UserPair } from './names.ts'
import { fullNameKeyOf, lastWith, Members, nameAndAddressKeyOf, type PersonRow } from './people.ts'
import type { UserSync } from './user-sync.ts'

/** What a sync of users is going to do, and what it leaves as it is: one list of people for each. */
export interface PlannedUsers extends Omit<ComparedUsers, 'comparison'> {
  readonly create: readonly DesiredUser[]
  readonly change: readonly UserPair[]
  /** Who comes from another group, perhaps with changes. */
  readonly moving: readonly UserPair[]
  /** Who only gets the source of the sync. */
  readonly adopt: readonly UserPair[]
  readonly unchanged: readonly UserPair[]
  /** All of the file who exist: the four lists before. */
  readonly inFile: readonly UserPair[]
  /** Of those who change or move: who gets other values than an expiration date. */
  readonly getOtherValues: readonly UserPair[]
  /** Of those who change or move: who has expired, and is active again. */
  readonly returning: readonly UserPair[]
  /** Of those who change: who expires by the row. */
  readonly ending: readonly UserPair[]
  /** Of those who change or move: who gets another date in the future. */
  readonly newlyDated: readonly UserPair[]
  readonly remove: readonly User[]
  readonly held: readonly Held<User>[]
  /** Who is removed, or would be without `--leavers keep`. */
  readonly leaving: readonly User[]
  /** Leavers who have expired already, and only give up their login names. */
  readonly onlyRenamed: readonly User[]
  /** The rows to send, in an order in which each login name is free. */
  readonly rows: readonly DesiredUser[]
  /** Finds who has a row of a new person, and was deleted in or since the last run. */
  readonly deletedOf: (row: PersonRow) => User | undefined
  /** Finds somebody who is not in the file, and may be the new person of a row. */
  readonly formerOf: (row: PersonRow) => User | undefined
  /** Finds somebody who leaves, and may be the person of a row who returns. */
  readonly leaverLike: (row: PersonRow) => User | undefined
}

/** Sorts what was compared into the lists of a plan. Only new people need more to be read. */
export async function planUsers(
  { comparison, ...compared }: ComparedUsers,
  sync: UserSync,
  lastRun: Run | undefined,
): Promise<PlannedUsers> {
  const { members, service, options, now } = sync
  const { keep: unchanged, remove, held } = comparison
  const { loginNames } = compared
  const create = comparison.create.filter(({ mover }) => mover === undefined)
  const moving = comparison.create.flatMap((row) => (row.mover ? [{ desired: row, present: row.mover }] : []))
  const adopt = comparison.change.filter(({ desired }) => desired.onlyAdopts)
  const change = comparison.change.filter(({ desired }) => !desired.onlyAdopts)
  const inFile = [...unchanged, ...comparison.change, ...moving]
  const dates = expirationDates(now)
  const asked = new Set([...comparison.create, ...change.map(({ desired }) => desired)])
  const removed = new Set(remove)
  const leaving = options.leavers === 'keep' ? held.map(({ present }) => present) : remove

  const deleted = create.length > 0 && lastRun ? await service.deletedSince(lastRun.at) : []
  const outside = create.length > 0 ? await service.outside(members) : []
  return {
    ...compared,
    create,
    change,
    moving,
    adopt,
    unchanged,
    inFile,
    getOtherValues: [
      ...change.filter((pair) => !dates.isReturning(pair) || getsOtherValues(pair)),
      ...moving.filter(getsOtherValues),
    ],
    returning: [...change, ...moving].filter(dates.isReturning),
    ending: change.filter(dates.isEnding),
    newlyDated: [...change, ...moving].filter(dates.getsAnother),
    remove,
    held,
    leaving,
    onlyRenamed: loginNames.leavers.filter((user) => !removed.has(user)),
    rows: [...loginNames.rows.filter((row) => asked.has(row)), ...adopt.map(({ desired }) => desired)],
    deletedOf: finderAmong(deleted),
    formerOf: formersAmong(leaving, missingIn(inFile, [...members.users.values(), ...outside])),
    leaverLike: lastWith(leaving, nameAndAddressKeyOf),
  }
}

function getsOtherValues({ desired, present }: UserPair): boolean {
  const { expirationDate: _, ...others } = desired.body
  return !hasValues(present, others)
}

function finderAmong(users: readonly User[]) {
  const members = new Members({ users, isElsewhere: () => false, hasOthers: false })
  return (row: PersonRow) => members.find(row)
}

function missingIn(inFile: readonly UserPair[], users: readonly User[]): readonly User[] {
  const ids = new Set(inFile.map(({ present }) => present.id))
  return users.filter(({ id }) => !ids.has(id))
}

/** Finds who may be the new person of a row: a leaver of the same name, or anybody with the address, too. */
function formersAmong(leaving: readonly User[], missing: readonly User[]) {
  const leaverNamed = lastWith(leaving, fullNameKeyOf)
  // The first one counts, so those of the group before those outside.
  const missingLike = lastWith(missing.toReversed(), nameAndAddressKeyOf)
  return (row: PersonRow) => leaverNamed(row) ?? missingLike(row)
}
