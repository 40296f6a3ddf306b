import { roleNames, type RoleKey } from '../contract/generated/catalogue.ts'
import { RoleMissing } from '../errors.ts'

/**
 * Groups in which an account has a role: the granted ones and all their subgroups. A record is visible if one
 * of its groups is in scope.
 */
export class Scope {
  /** One for each role, because a union of large ones would take milliseconds of every request. */
  readonly #sorted: readonly Float64Array[]

  constructor(...groupIds: readonly Iterable<number>[]) {
    this.#sorted = groupIds.map((ids) =>
      // Eight bytes for each group; a set would take forty.
      ids instanceof Float64Array ? ids : Float64Array.from(ids).sort(),
    )
  }

  static union(scopes: readonly Scope[]): Scope {
    return new Scope(...scopes.flatMap((scope) => scope.#sorted))
  }

  get isEmpty(): boolean {
    return this.size === 0
  }

  /** The number of groups. A group counts once for each role. */
  get size(): number {
    return this.#sorted.reduce((sum, { length }) => sum + length, 0)
  }

  /** The memory that it takes. */
  get bytes(): number {
    return this.#sorted.reduce((sum, { byteLength }) => sum + byteLength, 0)
  }

  has(groupId: number): boolean {
    return this.#sorted.some((ids) => ids[firstNotBelow(ids, groupId)] === groupId)
  }

  /** In ascending order, each once. */
  ids(): number[] {
    return [...this.idsAbove(0)]
  }

  /** The ids above this one, in ascending order, each once. Reads only as many as the caller takes. */
  *idsAbove(id: number): Generator<number> {
    const positions = this.#sorted.map((ids) => firstNotBelow(ids, id + 1))
    for (;;) {
      const next = Math.min(...this.#sorted.map((ids, i) => ids[positions[i] as number] ?? Infinity))
      if (next === Infinity) return
      yield next
      for (const [i, ids] of this.#sorted.entries())
        while ((ids[positions[i] as number] ?? Infinity) <= next) (positions[i] as number)++
    }
  }

  /** Whether each group of the other scope is in this one. */
  includesAll(other: Scope): boolean {
    return other.#sorted.every((ids) => ids.every((id) => this.has(id)))
  }

  /** Whether a record with these groups is visible: one of them is in scope. */
  includesAny(groupIds: Iterable<number>): boolean {
    for (const id of groupIds) if (this.has(id)) return true
    return false
  }
}

/** The position of the first id that is not below this one, by binary search. */
function firstNotBelow(ids: Float64Array, id: number): number {
  let [low, high] = [0, ids.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((ids[middle] as number) < id) low = middle + 1
    else high = middle
  }
  return low
}

/** Which account it is: an operator can use the id of a deleted account again. */
export interface AccountIdentity {
  readonly id: number
  readonly createdAt: Date
}

/** A text that is the same for the same account only. */
export const accountKey = ({ id, createdAt }: AccountIdentity): string => `${id}@${createdAt.getTime()}`

export const isSameAccount = (one: AccountIdentity, other: AccountIdentity): boolean =>
  accountKey(one) === accountKey(other)

/** A service account whose credential has been verified. */
export interface Account extends AccountIdentity {
  readonly name: string
  readonly homeGroupId: number | null
  /** Its own rate limit; null for the configured one. */
  readonly requestsPerMinute: number | null
  /** Whether SCIM rejects what is not in its standard; known in the user service only. */
  readonly scimStrict?: boolean
  /** The source of the users that a directory keeps, and whether it takes over those of others; the same. */
  readonly scimSource?: string
  readonly scimTakeOver?: boolean
  /** For each role the groups in which the account has it. */
  readonly scopes: PerRole<Scope>
  /** When the key of its credential expires; absent for never. */
  readonly keyExpiresAt?: Date
}

/** The memory that the scopes of an account take. */
export const bytesOfScopes = (scopes: PerRole<Scope>): number =>
  Object.values(scopes).reduce((sum, { bytes }) => sum + bytes, 0)

export type PerRole<T> = Readonly<Record<RoleKey, T>>

/** One value for each role that the contract knows. */
export const perRole = <T>(valueOf: (role: RoleKey) => T): PerRole<T> =>
  Object.fromEntries((Object.keys(roleNames) as RoleKey[]).map((role) => [role, valueOf(role)])) as PerRole<T>

/**
 * The groups in which the account has one of these roles. One role may make a course visible and another its
 * user.
 * @throws RoleMissing when there is no such group
 */
export function requireScope(account: Account, roles: readonly RoleKey[]): Scope {
  const scope = Scope.union(roles.map((role) => account.scopes[role]))
  if (scope.isEmpty) throw new RoleMissing()
  return scope
}
