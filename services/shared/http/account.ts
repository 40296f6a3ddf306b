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
  readonly reach: {
    readonly courseAttendanceManager: Reach
    readonly batchRegistrationManager: Reach
    readonly userAdministrator: Reach
  }
}
