import { setTimeout as delay } from 'node:timers/promises'

const RETRY_DELAY_MS = 250

/**
 * Records what was sent, and retries while the database is unavailable. If it gave up, the next process to claim the
 * delivery would send it again.
 *
 * @param stopDeadline aborts when the process can no longer wait
 * @param onFailure called after each failed attempt to record it
 * @throws the last error once `stopDeadline` has aborted
 */
export async function untilRecorded(
  record: () => Promise<void>,
  stopDeadline: AbortSignal,
  onFailure: (error: unknown) => void,
): Promise<void> {
  for (;;) {
    try {
      return await record()
    } catch (error) {
      if (stopDeadline.aborted) throw error
      onFailure(error)
      await delay(RETRY_DELAY_MS, undefined, { signal: stopDeadline }).catch(() => undefined)
    }
  }
}
