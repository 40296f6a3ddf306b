import { batchPerTick } from '../batch-per-tick.ts'

/**
 * Batches concurrent writes: those that come while a batch is being written wait and are written together as the next
 * one, so many small writes share one wait for the disk.
 *
 * @returns writes one item and settles when its batch is done. When a batch fails, each of its items is written again
 * alone, so that one bad item does not fail the others.
 */
export function batched<T>(write: (items: readonly T[]) => Promise<void>): (item: T) => Promise<void> {
  const together = batchPerTick(
    async (items: readonly T[]) => {
      await write(items)
      return items.map(() => undefined)
    },
    { most: Infinity, serial: true },
  )
  return (item) => together(item).catch(() => write([item]))
}
