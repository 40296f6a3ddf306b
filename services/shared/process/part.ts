/**
 * A component of a service. Parts start from first to last and stop from last to first, so each one stands
 * after the parts that it depends on.
 */
export interface Part {
  readonly name: string
  /**
   * Must not wait for another server: services start in any order and report through /readyz what is away.
   */
  start?(): Promise<void> | void
  /** The stop is near: asks clients to reconnect elsewhere; requests are still answered. */
  drain?(): void
  /** Finishes work in progress and accepts nothing new. */
  stop?(): Promise<void> | void
}

/** A service, composed and not yet started. */
export interface Service {
  readonly parts: readonly Part[]
  /**
   * From now on /readyz answers 503, so that routers send no more requests; those that come are still
   * answered.
   */
  announceStop(): void
}

export async function startParts(parts: readonly Part[]): Promise<void> {
  for (const part of parts) await part.start?.()
}

/** Stops every part, even when one fails; returns the failures in stop order. */
export async function stopParts(parts: readonly Part[]): Promise<{ part: string; error: unknown }[]> {
  const failures: { part: string; error: unknown }[] = []
  for (const part of [...parts].reverse()) {
    try {
      await part.stop?.()
    } catch (error) {
      failures.push({ part: part.name, error })
    }
  }
  return failures
}
