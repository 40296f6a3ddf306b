import { roleNames, type RoleKey } from '../contract/generated/catalogue.ts'
import { RoleMissing } from '../errors.ts'

/** The groups that a caller reaches: the granted ones and all below them (specification §5, decision A3). */
export class Scope {
  readonly groupIds: ReadonlySet<number>

  constructor(groupIds: Iterable<number>) {
    this.groupIds = new Set(groupIds)
  }

  /** Whether a record in these groups lies within the reach. */
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
  /** For each role the groups where it holds, subgroups included. */
  readonly scope: PerRole<Scope>
}

export type PerRole<T> = Readonly<Record<RoleKey, T>>

/** One value for each role that the contract knows. */
export const perRole = <T>(valueOf: (role: RoleKey) => T): PerRole<T> =>
  Object.fromEntries((Object.keys(roleNames) as RoleKey[]).map((role) => [role, valueOf(role)])) as PerRole<T>

/**
 * The groups in which the account holds one of these roles. The course and the user may each be reached through another
 * grant of an accepted role (decision A3).
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
