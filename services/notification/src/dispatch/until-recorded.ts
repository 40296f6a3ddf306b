import { retry } from '../../../platform/work/retry.ts'

const RETRY_DELAY_MS = 250

/**
 * Records the result of an attempt, and retries while the database is unavailable. If it gave up, the next
 * process to claim the delivery would send it again.
 *
 * @param stopDeadline aborts when the process can no longer wait
 * @param onFailure called after the first failed attempt only: an outage must not fill the logs
 * @throws the last error once `stopDeadline` has aborted
 */
export function untilRecorded<T>(
  record: () => Promise<T>,
  stopDeadline: AbortSignal,
  onFailure: (error: unknown) => void,
): Promise<T> {
  return retry(record, {
    delayMs: () => RETRY_DELAY_MS,
    signal: stopDeadline,
    onFailure: (error, failures) => {
      if (failures === 1) onFailure(error)
    },
  })
}
