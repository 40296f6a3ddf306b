import { batchPerTick } from '../batch-per-tick.ts'

/**
 * Batches concurrent writes: those that arrive while a batch is being written are written together as the next one.
 *
 * @returns writes one item. When a batch fails, each of its items is written again alone, so one bad item does not fail
 * the others.
 */
export function batched<T>(write: (items: readonly T[]) => Promise<void>): (item: T) => Promise<void> {
  const writeInBatch = batchPerTick(
    async (items: readonly T[]) => {
      await write(items)
      return items.map(() => undefined)
    },
    { maxBatchSize: Infinity, serial: true },
  )
  return (item) => writeInBatch(item).catch(() => write([item]))
}
