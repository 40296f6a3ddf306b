import { roleNames, type RoleKey } from '../contract/generated/catalogue.ts'
import { RoleMissing } from '../errors.ts'

/** Groups in which an account has a role: the granted ones and all their subgroups. */
export class Scope {
  readonly groupIds: ReadonlySet<number>

  constructor(groupIds: Iterable<number>) {
    this.groupIds = new Set(groupIds)
  }

  /** Whether a record with these groups is visible: one of them is in scope. */
  includesAny(groupIds: Iterable<number>): boolean {
    for (const id of groupIds) if (this.groupIds.has(id)) return true
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
  const [first, ...others] = roles
    .map((role) => account.scope[role])
    .filter(({ groupIds }) => groupIds.size > 0)
  if (!first) throw new RoleMissing()
  if (others.length === 0) return first
  return new Scope([first, ...others].flatMap(({ groupIds }) => [...groupIds]))
}
