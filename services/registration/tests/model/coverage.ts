/** What sequences reach often enough to be asked for: each operation with its outcomes. */
const REACHABLE: Readonly<Record<string, string>> = {
  approveRegistration: '200 forbidden not-registered precondition-failed reopen-conflict',
  approveRegistrationByExternalId: '200 forbidden not-registered',
  completeRegistration: '200 forbidden invalid-request not-registered precondition-failed',
  completeRegistrationByExternalId: '200 forbidden invalid-request not-registered',
  createRegistration:
    '200 201 already-registered course-ambiguous course-inactive course-not-found course-not-published event-based-course forbidden idempotency-key-reused identifiers-disagree invalid-request registration-external-id-taken registration-not-required user-ambiguous user-inactive user-not-found',
  createRegistrationBatch: '200 forbidden idempotency-key-reused',
  createUser: '200 201 forbidden invalid-request login-name-taken user-external-id-taken',
  deleteCourse: '204 not-found',
  deleteGroupMember: '204 not-found',
  deleteUser: '204 forbidden not-found',
  deleteUserByExternalId: '204 forbidden not-found',
  getRegistration: '200 304 forbidden not-registered',
  getRegistrationByExternalId: '200 forbidden not-registered',
  getRegistrationHistory: '200 forbidden not-registered',
  getUser: '200 forbidden not-found',
  getUserByExternalId: '200 forbidden not-found',
  listRegistrations: '200 forbidden invalid-request',
  listUsers: '200 forbidden',
  putCourse: '200 201',
  putGroupMember: '204 not-found',
  updateUser: '200 forbidden invalid-request login-name-taken not-found user-external-id-taken',
  updateUserByExternalId: '200 forbidden invalid-request not-found user-external-id-taken',
  withdrawRegistration: '200 forbidden not-registered precondition-failed',
  withdrawRegistrationByExternalId: '200 forbidden not-registered',
}

/** How often each operation ended how: with an error code, or with the status of a success. */
export class Coverage {
  readonly #counts = new Map<string, number>()

  reached(operation: string, outcome: string): void {
    const pair = `${operation} ${outcome}`
    this.#counts.set(pair, this.count(pair) + 1)
  }

  count(pair: string): number {
    return this.#counts.get(pair) ?? 0
  }

  get pairs(): number {
    return this.#counts.size
  }

  /** The reachable pairs that were reached less often than that. */
  rarerThan(times: number): string[] {
    return Object.entries(REACHABLE)
      .flatMap(([operation, outcomes]) => outcomes.split(' ').map((outcome) => `${operation} ${outcome}`))
      .filter((pair) => this.count(pair) < times)
  }

  /** Lines of `operation  outcome ×count …`. */
  table(): string {
    const rows = [...this.#counts].sort(([a], [b]) => (a < b ? -1 : 1))
    const byOperation = Map.groupBy(rows, ([pair]) => pair.split(' ')[0])
    return [...byOperation]
      .map(([operation, pairs]) => {
        const outcomes = pairs.map(([pair, count]) => `${pair.split(' ')[1]} ×${count}`)
        return `  ${operation}: ${outcomes.join(', ')}`
      })
      .join('\n')
  }
}
