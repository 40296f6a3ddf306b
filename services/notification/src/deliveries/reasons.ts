import { renderDateTime } from '../../../platform/domain/time.ts'

/** Records are grouped by reason in memory, so their number is limited. Operators need the frequent reasons, not all of them. */
export const MAX_GROUPED = 10_000
/** One more than are grouped shows that there are more. */
export const MAX_LISTED = MAX_GROUPED + 1
/** How many records of a group one request handles, so that it ends within its deadline. */
const MAX_HANDLED = 500
const MAX_REASON_LENGTH = 300

/**
 * The cause in an error text, the same for every record that has failed because of it: addresses, ids and numbers are left out,
 * codes of SMTP (`550 5.1.1`) stay.
 */
export function reasonOf(error: string): string {
  return error
    .replaceAll(/<[^>]*>/g, '…')
    .replaceAll(/[^\s"'(),;:]+@[^\s"'(),;:]+/g, '…')
    .replaceAll(/\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/gi, '…')
    .replaceAll(/\b\d{4}-\d{2}-\d{2}T[\d:.]+Z?/g, '…')
    .replaceAll(/\b(?=\w*\d)(?=\w*[A-Za-z])\w{8,}\b/g, '…')
    .replaceAll(/\b\d{4,}\b/g, '…')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .slice(0, MAX_REASON_LENGTH)
}

/** The fields of a record that grouping by reason uses. */
export interface RecordWithReason {
  readonly id: number
  readonly reason: string
  readonly at: Date
}

interface ReasonGroup {
  readonly reason: string
  readonly count: number
  readonly oldestAt: Date
  readonly newestAt: Date
  /** The newest record. */
  readonly exampleId: number
}

/**
 * The most frequent reason first.
 *
 * @param keyOf records with another key are another group, such as those of another queue; by default all have the same
 */
export function groupByReason<T extends RecordWithReason, K = undefined>(
  records: readonly T[],
  keyOf: (record: T) => K = () => undefined as K,
): (ReasonGroup & { readonly key: K })[] {
  return [...Map.groupBy(records, keyOf)]
    .flatMap(([key, withKey]) =>
      [...Map.groupBy(withKey, ({ reason }) => reason)].map(([reason, members]) => {
        const byAge = members.toSorted((a, b) => a.at.getTime() - b.at.getTime() || a.id - b.id)
        const [oldest, newest] = [byAge[0] as T, byAge.at(-1) as T]
        return {
          key,
          reason,
          count: members.length,
          oldestAt: oldest.at,
          newestAt: newest.at,
          exampleId: newest.id,
        }
      }),
    )
    .toSorted((a, b) => b.count - a.count || a.reason.localeCompare(b.reason))
}

/**
 * The response with the groups of these records, at most {@link MAX_LISTED}.
 * @param keyOf as for {@link groupByReason}
 * @param presentKey the fields of a group beside its reason
 */
export function presentReasons<T extends RecordWithReason, K, F extends object>(
  records: readonly T[],
  keyOf: (record: T) => K,
  presentKey: (key: K, group: ReasonGroup) => F,
) {
  const groups = groupByReason(records.slice(0, MAX_GROUPED), keyOf).map((group) => ({
    reason: group.reason,
    count: group.count,
    oldestAt: renderDateTime(group.oldestAt),
    newestAt: renderDateTime(group.newestAt),
    ...presentKey(group.key, group),
  }))
  return { groups, complete: records.length <= MAX_GROUPED }
}

/**
 * The ids of the records that a request handles, and whether more are left.
 * @param records in the order in which they are handled
 * @param selection all records if it is empty; otherwise those that meet each condition
 */
export function select(
  records: readonly RecordWithReason[],
  { reason, ids }: { readonly reason?: string | undefined; readonly ids?: readonly string[] | undefined },
): { chosen: number[]; remaining: boolean } {
  const wanted = ids && new Set(ids)
  const found = records.filter(
    (record) =>
      (reason === undefined || record.reason === reason) && (wanted?.has(String(record.id)) ?? true),
  )
  const chosen = found.slice(0, MAX_HANDLED).map(({ id }) => id)
  return { chosen, remaining: found.length > chosen.length }
}
