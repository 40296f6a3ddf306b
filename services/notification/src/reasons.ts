/**
 * Records are grouped by reason in memory, so their number is limited. Operators need the frequent reasons,
 * not all of them.
 */
export const MAX_GROUPED = 10_000
/** How many records of a group one request handles, so that it ends within its deadline. */
const MAX_HANDLED = 500

/** The fields of a record that grouping by reason uses. */
export interface RecordWithReason {
  readonly id: number
  /** The class of the failure, which was stored with it. */
  readonly reason: string
  readonly at: Date
  /** Of a webhook delivery. */
  readonly endpointId?: number
  /** Of a dead letter. */
  readonly queue?: string
}

/** Which records a request names; all of them when `ids` is undefined. */
export interface ChosenIds {
  readonly ids?: readonly number[] | undefined
}

/** Records with the same reason, and the same endpoint or queue. */
interface ReasonGroup<R extends RecordWithReason> {
  /** The oldest first. */
  readonly records: readonly R[]
  readonly oldest: R
  readonly newest: R
}

/** The most frequent reason first. Records of another endpoint or queue are another group. */
export function groupByReason<R extends RecordWithReason>(records: readonly R[]): ReasonGroup<R>[] {
  return [...Map.groupBy(records, ({ endpointId, queue }) => endpointId ?? queue).values()]
    .flatMap((together) => [...Map.groupBy(together, ({ reason }) => reason).values()])
    .map((members) => {
      const byAge = members.toSorted((a, b) => a.at.getTime() - b.at.getTime() || a.id - b.id)
      return { records: byAge, oldest: byAge[0] as R, newest: byAge.at(-1) as R }
    })
    .toSorted((a, b) => b.records.length - a.records.length || a.newest.reason.localeCompare(b.newest.reason))
}

/**
 * The ids of the records that a request handles, and whether more are left.
 * @param records in the order in which they are handled
 * @param reason only those with this reason; all by default
 */
export function select(
  records: readonly RecordWithReason[],
  reason?: string,
): { chosen: number[]; remaining: boolean } {
  const found = reason === undefined ? records : records.filter((record) => record.reason === reason)
  const chosen = found.slice(0, MAX_HANDLED).map(({ id }) => id)
  return { chosen, remaining: found.length > chosen.length }
}
