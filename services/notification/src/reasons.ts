/** Records are grouped by reason in memory, so their number is limited. Operators need the frequent reasons, not all of them. */
export const MAX_GROUPED = 10_000
/** How many records of a group one request handles, so that it ends within its deadline. */
export const MAX_HANDLED = 500
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

/** A record as far as grouping needs it. */
export interface Reasoned {
  readonly id: number
  readonly reason: string
  readonly at: Date
}

export interface ReasonGroup {
  readonly reason: string
  readonly count: number
  readonly oldestAt: Date
  readonly newestAt: Date
  /** The newest record. */
  readonly exampleId: number
}

/** The most frequent reason first. */
export function groupByReason(records: readonly Reasoned[]): ReasonGroup[] {
  const groups = Map.groupBy(records, ({ reason }) => reason)
  return [...groups]
    .map(([reason, members]) => {
      const byAge = members.toSorted((a, b) => a.at.getTime() - b.at.getTime() || a.id - b.id)
      const [oldest, newest] = [byAge[0] as Reasoned, byAge.at(-1) as Reasoned]
      return { reason, count: members.length, oldestAt: oldest.at, newestAt: newest.at, exampleId: newest.id }
    })
    .toSorted((a, b) => b.count - a.count || a.reason.localeCompare(b.reason))
}
