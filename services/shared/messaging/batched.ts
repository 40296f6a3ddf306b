/**
 * Batches concurrent calls: calls that arrive while a batch is running wait and run together as the next one, so many
 * small writes share one wait for the disk. A single call runs at once.
 *
 * @returns runs one item and settles when its batch is done. When a batch fails, each of its items is run again alone,
 * so that one bad item does not fail the others.
 */
export function batched<T>(run: (items: readonly T[]) => Promise<void>): (item: T) => Promise<void> {
  let waiting: T[] = []
  let next: Promise<void> | undefined
  let running: Promise<void> = Promise.resolve()
  const runNext = async (previous: Promise<void>): Promise<void> => {
    await previous.catch(() => undefined)
    const items = waiting
    waiting = []
    next = undefined
    await run(items)
  }
  return async (item) => {
    waiting.push(item)
    next ??= running = runNext(running)
    await next.catch(() => run([item]))
  }
}
