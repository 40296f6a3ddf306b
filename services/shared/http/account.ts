import { roleNames, type RoleKey } from '../contract/generated/catalogue.ts'

/** The groups that a caller reaches: those granted and everything below them (specification §5, decision A3). */
export class Reach {
  readonly groupIds: ReadonlySet<number>

  constructor(groupIds: Iterable<number>) {
    this.groupIds = new Set(groupIds)
  }

  /** Does a record in these groups lie within the reach? */
  meets(groupIds: Iterable<number>): boolean {
    for (const id of groupIds) if (this.groupIds.has(id)) return true
    return false
  }

  get empty(): boolean {
    return this.groupIds.size === 0
  }
}

/** A service account whose credential has been verified. */
export interface Account {
  readonly id: number
  readonly name: string
  readonly homeGroupId: number | null
  readonly requestsPerMinute: number | null
  /** For each role the groups where it holds, subgroups included. */
  readonly reach: PerRole<Reach>
}

export type PerRole<T> = Readonly<Record<RoleKey, T>>

/** One value for each role that the contract knows. */
export const perRole = <T>(valueOf: (role: RoleKey) => T): PerRole<T> =>
  Object.fromEntries((Object.keys(roleNames) as RoleKey[]).map((role) => [role, valueOf(role)])) as PerRole<T>
