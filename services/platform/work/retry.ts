import { setTimeout as delay } from 'node:timers/promises'

interface RetryOptions {
  /** The delay after so many failures, the first of which is 1; undefined to give up. */
  readonly delayMs: (failures: number, error: unknown) => number | undefined
  /** Ends the retries. */
  readonly signal: AbortSignal
  readonly onFailure?: (error: unknown, failures: number) => void | Promise<void>
}

/**
 * Repeats work until it succeeds.
 * @throws the error of the last attempt
 */
export async function retry<T>(
  attempt: () => Promise<T>,
  { delayMs, signal, onFailure }: RetryOptions,
): Promise<T> {
  for (let failures = 1; ; failures++) {
    try {
      return await attempt()
    } catch (error) {
      await onFailure?.(error, failures)
      const ms = delayMs(failures, error)
      if (ms === undefined || signal.aborted) throw error
      await delay(ms, undefined, { signal }).catch(() => {
        throw error
      })
    }
  }
}
