import type { Registration, User } from '@rollcall/client'
import { anyCase } from '../../import/texts.ts'
import { fullNameKeyOf, type Members, type PersonRow } from './people.ts'

/** What a row asks for. */
export interface DesiredUser extends PersonRow {
  /** Undefined for a new user. */
  readonly userId: number | undefined
  readonly isUpToDate: boolean
  /** The row changes nothing but the source of the user. */
  readonly onlyAdopts?: boolean
  /** The user, who is outside the group and moves into it. */
  readonly mover?: User
  /** The open registrations of the mover, who keeps them. */
  readonly open?: readonly Registration[]
}

/** How the people of a file get their login names. */
export interface LoginNames {
  /** In an order in which each login name is free when its row is written. */
  readonly rows: readonly DesiredUser[]
  /** Rows with the login name of a user who keeps it. */
  readonly failed: readonly DesiredUser[]
  /** Leavers who give up their login names, before any row is written. */
  readonly leavers: readonly User[]
  /** People who exchange login names with others, and get a temporary one before any row is written. */
  readonly exchanging: readonly DesiredUser[]
}

/**
 * Plans how login names pass from person to person: from one whose row has another one, or from a leaver.
 * @param mayTakeFrom whether a row may have the login name of a user whom no row identifies
 */
export function planLoginNames(
  rows: readonly DesiredUser[],
  members: Members,
  mayTakeFrom: (row: DesiredUser, holder: User) => boolean,
): LoginNames {
  const holderOf = (row: DesiredUser) => {
    const holder = members.withLoginNameOf(row)
    return holder?.id === row.userId ? undefined : holder
  }
  const givers = new Map(rows.filter(isGiver).map((row) => [row.userId, row]))
  const giverOf = (row: DesiredUser) => givers.get(holderOf(row)?.id)

  const waiting = Map.groupBy(rows, giverOf)
  const failed = new Set(waiting.get(undefined)?.filter(isBlocked))
  // A row that waits for one that fails does, too. What is added here is visited as well.
  for (const giver of failed) for (const row of waiting.get(giver) ?? []) failed.add(row)
  const others = rows.filter((row) => !failed.has(row))
  const leavers = others.filter((row) => giverOf(row) === undefined).flatMap((row) => holderOf(row) ?? [])
  return { ...inOrder(others, giverOf), failed: [...failed], leavers }

  /** Whether the row of this user has another login name. */
  function isGiver({ userId, loginName }: DesiredUser): boolean {
    const user = members.users.get(String(userId))
    return user !== undefined && loginName !== '' && members.withLoginNameOf({ loginName }) !== user
  }

  /** Whether its login name stays with the user who has it, and whose row gives no other one. */
  function isBlocked(row: DesiredUser): boolean {
    const holder = holderOf(row)
    return holder !== undefined && !mayTakeFrom(row, holder)
  }
}

/**
 * Each row after the row that gives up its login name. Rows that wait for each other in a circle begin with
 * one of them. No two rows have the same login name, so that at most one row waits for another.
 */
function inOrder(rows: readonly DesiredUser[], giverOf: (row: DesiredUser) => DesiredUser | undefined) {
  const ordered = new Set<DesiredUser>()
  const exchanging: DesiredUser[] = []
  for (const row of rows) {
    const chain = new Set<DesiredUser>()
    let next: DesiredUser | undefined = row
    while (next !== undefined && !ordered.has(next) && !chain.has(next)) {
      chain.add(next)
      next = giverOf(next)
    }
    if (next !== undefined && chain.has(next)) exchanging.push(next)
    for (const one of [...chain].reverse()) ordered.add(one)
  }
  return { rows: [...ordered], exchanging }
}

/**
 * Whether a row with an unknown external id is about another person than the user with its login name, and
 * not about the same one with a new id.
 */
export function isOtherPerson({ body }: PersonRow, user: User): boolean {
  const hasAddress = typeof body['email'] === 'string' && anyCase(body['email']) === anyCase(user.email)
  return !hasAddress && fullNameKeyOf(body) !== fullNameKeyOf(user)
}

/** For the moment in which people exchange their login names. */
export const temporaryLoginName = (userId: number) => `rollcall-sync-${userId}`

/** Part of a login name, so that with the rest it stays within its 255 characters. */
const MAX_PART = 200

/** The login name of a leaver whose own goes to another person. */
export const loginNameOfLeaver = ({ id, loginName }: User) =>
  `${Array.from(loginName).slice(0, MAX_PART).join('')}-left-${id}`
