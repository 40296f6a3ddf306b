import { setTimeout as sleep } from 'node:timers/promises'

interface Options {
  readonly timeoutMs: number
  /** The shortest pause between two attempts. */
  readonly everyMs?: number
  /** Resolves or rejects with the reason when waiting is pointless. */
  readonly failed?: () => string | undefined
}

/** Longer pauses would delay what comes next. */
const MAX_PAUSE_MS = 250

/**
 * Repeats `attempt` until it does not throw. Pauses twice as long as an attempt took or a fifth of the time
 * so far, whichever is longer, but at most a quarter of a second: waiting leaves time to what it waits for.
 * @throws what the last attempt threw, after `timeoutMs`; Error when it has failed
 */
export async function until<T>(
  attempt: () => Promise<T>,
  { timeoutMs, everyMs = 100, failed }: Options,
): Promise<T> {
  const start = Date.now()
  for (;;) {
    const began = Date.now()
    try {
      return await attempt()
    } catch (error) {
      const reason = failed?.()
      if (reason !== undefined) throw new Error(reason)
      const now = Date.now()
      if (now > start + timeoutMs) throw error
      const pause = Math.min(Math.max(2 * (now - began), (now - start) / 5), MAX_PAUSE_MS)
      await sleep(Math.max(everyMs, pause))
    }
  }
}
