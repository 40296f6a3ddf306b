/**
 * Records are grouped by error class in memory, so their number is limited. Operators need the frequent ones,
 * not all of them.
 */
export const MAX_GROUPED = 10_000
/** How many records of a group one request handles, so that it ends within its deadline. */
const MAX_HANDLED = 500

/** The fields of a record that grouping by error class uses. */
export interface RecordWithErrorClass {
  readonly id: number
  /** The class of its failure, which was stored with it. The API calls it the reason. */
  readonly errorClass: string
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

/** Records with the same error class, and the same endpoint or queue. */
interface ErrorClassGroup<R extends RecordWithErrorClass> {
  /** The oldest first. */
  readonly records: readonly R[]
  readonly oldest: R
  readonly newest: R
}

/** The most frequent error class first. Records of another endpoint or queue are another group. */
export function groupByErrorClass<R extends RecordWithErrorClass>(
  records: readonly R[],
): ErrorClassGroup<R>[] {
  return [...Map.groupBy(records, ({ endpointId, queue }) => endpointId ?? queue).values()]
    .flatMap((together) => [...Map.groupBy(together, ({ errorClass }) => errorClass).values()])
    .map((members) => {
      const byAge = members.toSorted((a, b) => a.at.getTime() - b.at.getTime() || a.id - b.id)
      return { records: byAge, oldest: byAge[0] as R, newest: byAge.at(-1) as R }
    })
    .toSorted(
      (a, b) => b.records.length - a.records.length || a.newest.errorClass.localeCompare(b.newest.errorClass),
    )
}

/**
 * The ids of the records that a request handles, and whether more are left.
 * @param records in the order in which they are handled
 * @param errorClass only those with this class; all by default
 */
export function select(
  records: readonly RecordWithErrorClass[],
  errorClass?: string,
): { chosen: number[]; remaining: boolean } {
  const found =
    errorClass === undefined ? records : records.filter((record) => record.errorClass === errorClass)
  const chosen = found.slice(0, MAX_HANDLED).map(({ id }) => id)
  return { chosen, remaining: found.length > chosen.length }
}
