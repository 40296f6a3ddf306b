import { roleNames, type RoleKey } from '../contract/generated/catalogue.ts'
import { RoleMissing } from '../errors.ts'

/** Groups in which an account has a role: the granted ones and all their subgroups. */
export class Scope {
  /** One set for each role, because a union of large sets would take milliseconds of every request. */
  readonly #sets: readonly ReadonlySet<number>[]

  constructor(...groupIds: readonly Iterable<number>[]) {
    this.#sets = groupIds.map((ids) => (ids instanceof Set ? (ids as ReadonlySet<number>) : new Set(ids)))
  }

  static union(scopes: readonly Scope[]): Scope {
    return new Scope(...scopes.flatMap((scope) => scope.#sets))
  }

  get isEmpty(): boolean {
    return this.#sets.every(({ size }) => size === 0)
  }

  /** The number of groups, for limits of memory; a group counts once for each role. */
  get size(): number {
    return this.#sets.reduce((sum, { size }) => sum + size, 0)
  }

  has(groupId: number): boolean {
    return this.#sets.some((set) => set.has(groupId))
  }

  /** In ascending order, each once. */
  ids(): number[] {
    return [...new Set(this.#sets.flatMap((set) => [...set]))].sort((a, b) => a - b)
  }

  /** Whether a record with these groups is visible: one of them is in scope. */
  includesAny(groupIds: Iterable<number>): boolean {
    for (const id of groupIds) if (this.has(id)) return true
    return false
  }
}

/** A service account whose credential has been verified. */
export interface Account {
  readonly id: number
  readonly name: string
  readonly homeGroupId: number | null
  /** Its own rate limit; null for the configured one. */
  readonly requestsPerMinute: number | null
  /** For each role the groups in which the account has it. */
  readonly scope: PerRole<Scope>
  /** When the key of its credential expires; absent for never. */
  readonly keyExpiresAt?: Date
}

export type PerRole<T> = Readonly<Record<RoleKey, T>>

/** One value for each role that the contract knows. */
export const perRole = <T>(valueOf: (role: RoleKey) => T): PerRole<T> =>
  Object.fromEntries((Object.keys(roleNames) as RoleKey[]).map((role) => [role, valueOf(role)])) as PerRole<T>

/**
 * The groups in which the account has one of these roles. One role may make a course visible and another its user.
 * @throws RoleMissing when there is no such group
 */
export function requireScope(account: Account, roles: readonly RoleKey[]): Scope {
  const scope = Scope.union(roles.map((role) => account.scope[role]))
  if (scope.isEmpty) throw new RoleMissing()
  return scope
}
