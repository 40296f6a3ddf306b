/**
 * One thing a service consists of. A service is a list of parts: started from first to last, stopped from last to
 * first, so what depends on a part stands below it.
 */
export interface Part {
  readonly name: string
  /** Must not wait for another server: a service starts in any order and says through /readyz what is away. */
  start?(): Promise<void> | void
  /** The stop is near: clients are asked to go elsewhere next time, and whatever they still ask is answered. */
  drain?(): void
  /** Finishes what was begun and takes nothing new. */
  stop?(): Promise<void> | void
}

/** A service, composed and not yet started. */
export interface Service {
  readonly parts: readonly Part[]
  /** From now on /readyz says 503, so that routers look elsewhere; requests are still taken. */
  announceStop(): void
}

export async function startParts(parts: readonly Part[]): Promise<void> {
  for (const part of parts) await part.start?.()
}

/** Stops every part, also when one of them fails; the failures are returned, in stop order. */
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
