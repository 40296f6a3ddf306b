import { setTimeout as delay } from 'node:timers/promises'

const RETRY_DELAY_MS = 250

/**
 * Records what was sent, and retries while the database is unavailable. If it gave up, the next process to claim the
 * delivery would send it again.
 *
 * @param stopDeadline aborts when the process can no longer wait
 * @param onFailure called after the first failed attempt only: an outage must not fill the logs
 * @throws the last error once `stopDeadline` has aborted
 */
export async function untilRecorded(
  record: () => Promise<void>,
  stopDeadline: AbortSignal,
  onFailure: (error: unknown) => void,
): Promise<void> {
  for (let isFirst = true; ; isFirst = false) {
    try {
      return await record()
    } catch (error) {
      if (stopDeadline.aborted) throw error
      if (isFirst) onFailure(error)
      await delay(RETRY_DELAY_MS, undefined, { signal: stopDeadline }).catch(() => undefined)
    }
  }
}
