import { withDeadline } from './deadline.ts'

/** A part that takes longer does not keep the others from their stop. Work in progress may take 20 s. */
const STOP_DEADLINE_MS = 22_000

/**
 * A component of a service that lives as long as the service. Parts start in order and stop in reverse, so a
 * part comes after those that it depends on.
 */
export interface Part {
  readonly name: string
  /**
   * Must not wait for another server. Services start in any order, and readiness reports what is unavailable.
   */
  start?(): Promise<void> | void
  /** Called before the stop: asks clients to reconnect elsewhere. Requests are still served. */
  drain?(): void
  /** Finishes the work in progress and accepts nothing new. */
  stop?(): Promise<void> | void
}

/** A service that is composed and not started. */
export interface Service {
  readonly parts: readonly Part[]
  /** Makes readiness fail, so that routers send no more requests. Those that still arrive are served. */
  announceStop(): void
}

export async function startParts(parts: readonly Part[]): Promise<void> {
  for (const part of parts) await part.start?.()
}

/** Stops every part, even when one fails or hangs. Returns the failures. */
export async function stopParts(
  parts: readonly Part[],
  deadlineMs = STOP_DEADLINE_MS,
): Promise<{ part: string; error: unknown }[]> {
  const failures: { part: string; error: unknown }[] = []
  for (const part of [...parts].reverse()) {
    try {
      await withDeadline(deadlineMs, `the stop of ${part.name}`, async () => part.stop?.())
    } catch (error) {
      failures.push({ part: part.name, error })
    }
  }
  return failures
}
