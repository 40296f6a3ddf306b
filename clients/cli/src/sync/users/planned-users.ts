import type { User } from '@rollcall/client'
import { anyCase } from '../../import/texts.ts'
import type { Run } from '../last-run.ts'
import { SMALL_NUMBER } from '../limit.ts'
import type { ComparedUsers } from './comparison.ts'
import { expirationDates } from './expiration-dates.ts'
import { rowsOf, type UserPair } from './names.ts'
import {
  firstNameAndAddressKeyOf,
  firstOfNamesKeyOf,
  fullNameKeyOf,
  hasValues,
  lastWith,
  Members,
  nameAndAddressKeyOf,
  sharedEmails,
  type PersonRow,
} from './people.ts'
import type { UserSync } from './user-sync.ts'

/**
 * What a sync of users is going to do, and what it leaves as it is: one list of people for each. Only new
 * people need more to be read.
 */
export async function planUsers(
  { comparison, ...compared }: ComparedUsers,
  sync: UserSync,
  lastRun: Run | undefined,
) {
  const { members, service, options, now } = sync
  const { keep: unchanged, remove, held } = comparison
  const { loginNames } = compared
  const create = comparison.create.filter(({ mover }) => mover === undefined)
  const moving = comparison.create.flatMap((row) => (row.mover ? [{ desired: row, present: row.mover }] : []))
  const adopt = comparison.change.filter(({ desired }) => desired.onlyAdopts)
  const change = comparison.change.filter(({ desired }) => !desired.onlyAdopts)
  const inFile = [...unchanged, ...comparison.change, ...moving]
  const dates = expirationDates(now)
  const asked = new Set([...comparison.create, ...rowsOf(change)])
  const removed = new Set(remove)
  const leaving = options.leavers === 'keep' ? held.map(({ present }) => present) : remove

  const deleted = create.length > 0 && lastRun ? await service.deletedSince(lastRun.at) : []
  const areMany = moving.length > SMALL_NUMBER
  const outside = create.length > 0 || areMany ? await service.outside(members) : []
  return {
    ...compared,
    create,
    change,
    /** Who comes from another group, perhaps with changes. */
    moving,
    /** Whom a large number of those is compared with. */
    outside,
    /** Who only gets the source of the sync. */
    adopt,
    unchanged,
    /** Who exists: those of change, moving, adopt and unchanged. */
    inFile,
    /** Of those who change or move: who gets more than another expiration date. */
    withOtherValues: [
      ...change.filter((pair) => !dates.isReturning(pair) || getsOtherValues(pair)),
      ...moving.filter(getsOtherValues),
    ],
    /** Of those who change or move: who has expired, and is active again. */
    returning: [...change, ...moving].filter(dates.isReturning),
    /** Of those who change: who expires by the row. */
    ending: change.filter(dates.isEnding),
    /** Of those who change or move: who gets another date in the future. */
    newlyDated: [...change, ...moving].filter(dates.getsAnother),
    remove,
    held,
    /** Who is removed, or would be without `--leavers keep`. */
    leaving,
    /** Leavers who have expired already, and only give up their login names. */
    onlyRenamed: loginNames.leavers.filter((user) => !removed.has(user)),
    /** The rows to send, in an order in which each login name is free. */
    rows: [...loginNames.rows.filter((row) => asked.has(row)), ...rowsOf(adopt)],
    /** Finds the person of a row of somebody new, if deleted in or since the last run. */
    deletedOf: finderAmong(deleted),
    /** Finds somebody who is not in the file, and may be the new person of a row. */
    formerOf: formersAmong(
      leaving,
      missingIn(inFile, [...members.users.values()]),
      missingIn(inFile, outside),
    ),
    /** Finds somebody who leaves, and may be the person of a row who returns. */
    leaverLike: lastWith(leaving, nameAndAddressKeyOf),
  }
}

export type PlannedUsers = Awaited<ReturnType<typeof planUsers>>

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

/** Finds who may be the new person of a row by the name, or by the first name and the address. */
function formersAmong(leaving: readonly User[], missing: readonly User[], outside: readonly User[]) {
  // The first one counts, so those of the group before those outside.
  const all = [...missing, ...outside].toReversed()
  const shared = sharedEmails([], all)
  const finders = [
    lastWith(leaving, fullNameKeyOf),
    lastWith(all, nameAndAddressKeyOf),
    lastWith(
      all.filter(({ email }) => !shared.has(anyCase(email))),
      firstNameAndAddressKeyOf,
    ),
    lastWith(all, fullNameKeyOf),
    lastWith(
      leaving.filter(({ firstName, lastName }) => firstName === '' || lastName === ''),
      firstOfNamesKeyOf,
    ),
  ]
  return (row: PersonRow) => finders.map((find) => find(row)).find(Boolean)
}
