import { setTimeout as delay } from 'node:timers/promises'

interface RetryOptions {
  /** The delay after so many failures, the first of which is 1; undefined to give up. */
  readonly delayMs: (failures: number, error: unknown) => number | undefined
  /** Ends the retries. */
  readonly signal: AbortSignal
  readonly onFailure?: (error: unknown, failures: number) => void | Promise<void>
  /** The error of an attempt that was made before, so that this one is a repetition. */
  readonly failed?: unknown
}

/**
 * Repeats work until it succeeds.
 * @throws the error of the last attempt
 */
export async function retry<T>(
  attempt: () => Promise<T>,
  { delayMs, signal, onFailure, failed }: RetryOptions,
): Promise<T> {
  let failures = 0
  const afterFailure = async (error: unknown) => {
    failures++
    await onFailure?.(error, failures)
    const ms = delayMs(failures, error)
    if (ms === undefined || signal.aborted) throw error
    await delay(ms, undefined, { signal }).catch(() => {
      throw error
    })
  }
  if (failed !== undefined) await afterFailure(failed)
  for (;;) {
    try {
      return await attempt()
    } catch (error) {
      await afterFailure(error)
    }
  }
}

const FIRST_LOGIN_DELAY_MS = 60_000
const MAX_LOGIN_DELAY_MS = 900_000

/** The attempts to log in to a server that has rejected the user name or the password. */
export class RejectedLogins {
  #count = 0

  reset(): void {
    this.#count = 0
  }

  /**
   * The delay after one more rejection: 1, 2, 4, at most 15 minutes. Servers lock accounts and ban addresses
   * that try a wrong password again and again.
   * @param tell is called with the reason, which says when the next attempt follows
   */
  delayMs(error: Error, tell: (reason: string) => void): number {
    const ms = Math.min(FIRST_LOGIN_DELAY_MS * 2 ** this.#count++, MAX_LOGIN_DELAY_MS)
    tell(`${error.message} (the next attempt follows after ${ms / 60_000} min, or after a restart)`)
    return ms
  }
}
