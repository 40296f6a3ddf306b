import DataLoader from 'dataloader'
import { withDeadline } from '../process/deadline.ts'
import { currentCauses, runForAll, type Causes } from '../observability/tracing.ts'

interface Options {
  readonly maxBatchSize?: number
  /**
   * Runs one batch at a time: calls that arrive while a batch runs wait for it and form the next one. The
   * times below begin when it has ended.
   */
  readonly serial?: boolean
  /** Collects calls for this long, instead of one turn of the event loop. */
  readonly collectMs?: number
  /** When a batch fails, each of its items runs again alone: one bad item does not fail the others. */
  readonly retryAlone?: boolean
}

interface BatchedItem<Item> {
  readonly item: Item
  readonly causes: Causes
}

/** Starts a batch. To be called in a later turn of the event loop than the one in which it was scheduled. */
type Start = () => void

/** A batch that takes longer is assumed to hang, and the next one of a serial batcher starts. */
const MAX_BATCH_MS = 15_000

/**
 * A function of one item, made from a function of many: calls are collected into batches, by default those of
 * one turn of the event loop. The batch is work for the spans of all its callers.
 *
 * @param run returns the results in the order of the items; when it throws, every call of the batch rejects
 */
export function batched<Item, Result>(
  run: (items: readonly Item[]) => Promise<readonly Result[]>,
  { maxBatchSize = 100, serial = false, collectMs, retryAlone = false }: Options = {},
): (item: Item) => Promise<Result> {
  let running: Promise<unknown> = Promise.resolve()
  /** The end of the last batch of a serial batcher, which runs or waits. */
  let last: Promise<unknown> = running

  function schedule(start: Start): void {
    if (collectMs === undefined) setImmediate(start)
    else setTimeout(start, collectMs)
  }
  function scheduleAfterLast(start: Start): void {
    const turn = withDeadline(MAX_BATCH_MS, 'the batch before', () => last).catch(() => undefined)
    const started = turn.then(() => new Promise<void>((resolve) => schedule(() => resolve(start()))))
    last = started.then(() => running)
  }

  const loader = new DataLoader<BatchedItem<Item>, Result>(
    (calls) => {
      const results = runForAll(
        calls.map(({ causes }) => causes),
        () => run(calls.map(({ item }) => item)),
      )
      running = results.catch(() => undefined)
      return results
    },
    { cache: false, maxBatchSize, batchScheduleFn: serial ? scheduleAfterLast : schedule },
  )
  const inBatch = (item: Item): Promise<Result> => loader.load({ item, causes: currentCauses() })
  if (!retryAlone) return inBatch
  return (item) => inBatch(item).catch(async () => (await run([item]))[0] as Result)
}

/**
 * A function of many items: its calls with one item are collected into batches, and a call with several runs
 * alone, because it is a batch already.
 */
export function batchingSingles<Item, Result>(
  run: (items: readonly Item[]) => Promise<readonly Result[]>,
): (items: readonly Item[]) => Promise<readonly Result[]> {
  const inBatch = batched(run)
  return async (items) => {
    const [first] = items
    if (first === undefined) return []
    return items.length === 1 ? [await inBatch(first)] : await run(items)
  }
}
