import { setTimeout as sleep } from 'node:timers/promises'

interface Options {
  readonly timeoutMs: number
  readonly everyMs?: number
  /** Resolves or rejects with the reason when waiting is pointless. */
  readonly failed?: () => string | undefined
}

/**
 * Repeats `attempt` until it does not throw. @throws what the last attempt threw, after `timeoutMs`; Error
 * when it has failed
 */
export async function until<T>(
  attempt: () => Promise<T>,
  { timeoutMs, everyMs = 100, failed }: Options,
): Promise<T> {
  const deadline = Date.now() + timeoutMs
  for (;;) {
    try {
      return await attempt()
    } catch (error) {
      const reason = failed?.()
      if (reason !== undefined) throw new Error(reason)
      if (Date.now() > deadline) throw error
      await sleep(everyMs)
    }
  }
}
