import { setTimeout as delay } from 'node:timers/promises'

interface RetryOptions {
  /** The delay after so many failures, the first of which is 1; undefined to give up. */
  readonly delayMs: (failures: number, error: unknown) => number | undefined
  /** Ends the retries. */
  readonly signal: AbortSignal
  readonly onFailure?: (error: unknown, failures: number) => void
}

/**
 * Repeats work until it succeeds.
 *
 * @param attempt gets the number of failures before it
 * @throws the error of the last attempt
 */
export async function retry<T>(
  attempt: (failures: number) => Promise<T>,
  { delayMs, signal, onFailure }: RetryOptions,
): Promise<T> {
  for (let failures = 0; ;) {
    try {
      return await attempt(failures)
    } catch (error) {
      failures++
      onFailure?.(error, failures)
      const ms = delayMs(failures, error)
      if (ms === undefined || signal.aborted) throw error
      await delay(ms, undefined, { signal }).catch(() => {
        throw error
      })
    }
  }
}
