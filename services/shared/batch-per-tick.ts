import DataLoader from 'dataloader'
import { currentCauses, runForAll, type Causes } from './tracing.ts'

interface Options {
  readonly maxBatchSize?: number
  /** Runs one batch at a time: calls that arrive while a batch runs wait for it and form the next one. */
  readonly serial?: boolean
  /** Collects calls for this long, instead of one turn of the event loop. */
  readonly collectMs?: number
}

interface Call<Item> {
  readonly item: Item
  readonly causes: Causes
}

/**
 * Batches the calls of one turn of the event loop: a function of one item, made from a function of many. The batch is work
 * for the spans of all its callers.
 *
 * @param run returns the results in the order of the items; when it throws, every call of the batch rejects
 */
export function batchPerTick<Item, Result>(
  run: (items: readonly Item[]) => Promise<readonly Result[]>,
  { maxBatchSize = 100, serial = false, collectMs }: Options = {},
): (item: Item) => Promise<Result> {
  let running: Promise<unknown> = Promise.resolve()
  const schedule = (start: () => void): void => {
    if (collectMs === undefined) setImmediate(start)
    else setTimeout(start, collectMs)
  }
  const loader = new DataLoader<Call<Item>, Result>(
    (calls) => {
      const results = runForAll(
        calls.map(({ causes }) => causes),
        () => run(calls.map(({ item }) => item)),
      )
      running = results.catch(() => undefined)
      return results
    },
    {
      cache: false,
      maxBatchSize,
      batchScheduleFn: (start) => {
        if (serial) void running.then(() => schedule(start))
        else schedule(start)
      },
    },
  )
  return (item) => loader.load({ item, causes: currentCauses() })
}
