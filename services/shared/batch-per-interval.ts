interface Options {
  readonly intervalMs: number
  /** A batch of this size starts before the interval has passed. */
  readonly maxBatchSize: number
}

/**
 * Starts calls that come one after another in batches, so that `batchPerTick` can combine their work. A call after a quiet interval
 * starts at once. The calls that follow start together, `intervalMs` after the start of the last batch.
 *
 * @returns waits for the start of the batch that the call is in
 */
export function batchPerInterval({ intervalMs, maxBatchSize }: Options): () => Promise<void> {
  const waiting: (() => void)[] = []
  let interval: NodeJS.Timeout | undefined

  function startBatch(): void {
    clearTimeout(interval)
    interval = setTimeout(endInterval, intervalMs)
    for (const start of waiting.splice(0)) start()
  }

  function endInterval(): void {
    interval = undefined
    if (waiting.length > 0) startBatch()
  }

  return () =>
    new Promise((start) => {
      waiting.push(start)
      if (interval === undefined || waiting.length >= maxBatchSize) startBatch()
    })
}
