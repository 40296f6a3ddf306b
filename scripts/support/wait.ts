import { setTimeout as sleep } from 'node:timers/promises'

/** Tries `attempt` until it stops throwing, or until `timeoutMs` have passed, or `gone` says that waiting is in vain. */
export async function until<T>(
  attempt: () => Promise<T>,
  {
    timeoutMs,
    everyMs = 100,
    gone,
  }: { timeoutMs: number; everyMs?: number; gone?: () => string | undefined },
): Promise<T> {
  const deadline = Date.now() + timeoutMs
  for (;;) {
    try {
      return await attempt()
    } catch (fault) {
      const reason = gone?.()
      if (reason !== undefined) throw new Error(reason)
      if (Date.now() > deadline) throw fault
      await sleep(everyMs)
    }
  }
}
