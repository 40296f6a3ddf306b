import { pMapIterable } from 'p-map'
import { batchesOf } from './batches.ts'
import type { ProgressBar } from './progress-bar.ts'
import type { Results } from './results.ts'
import { rejected, type Row, type RowResult } from './row.ts'
import type { Progress } from './state.ts'
import type { Target } from './targets/target.ts'

interface Parts {
  readonly rows: AsyncIterable<Row>
  readonly target: Target
  readonly results: Results
  readonly bar: ProgressBar
  /** Called after each batch, in the order of the file. */
  readonly keep: (progress: Progress) => Promise<void>
  /** What an earlier run has finished. */
  readonly before: Progress
  readonly interrupted: AbortSignal
}

/**
 * Sends the rows in batches, several at once, and takes the results in the order of the file. Holds only the
 * batches in progress, however large the file is.
 *
 * @returns what is finished in the end; after an interruption, batches in progress are finished too
 */
export async function importRows(parts: Parts): Promise<Progress> {
  const { target, results, bar, keep, interrupted } = parts
  let progress = parts.before
  const rows = remaining(parts.rows, progress.rows, interrupted)
  const finished = pMapIterable(batchesOf(rows, target), (batch) => sendBatch(target, batch), {
    concurrency: target.parallel,
    backpressure: target.parallel + 1,
  })
  for await (const outcome of finished) {
    const resultsBytes = await results.write(outcome)
    progress = { ...added(progress, outcome), resultsBytes }
    await keep(progress)
    bar.show(progress)
  }
  return progress
}

async function* remaining(
  rows: AsyncIterable<Row>,
  skipped: number,
  interrupted: AbortSignal,
): AsyncGenerator<Row> {
  let count = 0
  for await (const row of rows) {
    if (interrupted.aborted) return
    if (++count > skipped) yield row
  }
}

/** Rows that are not sent have their result already. */
async function sendBatch(target: Target, batch: readonly Row[]): Promise<RowResult[]> {
  const readable = batch.filter((row) => 'body' in row)
  const sent = readable.length > 0 ? await target.send(readable) : []
  const results = sent[Symbol.iterator]()
  return batch.map((row) =>
    'body' in row ? (results.next().value as RowResult) : rejected(row.line, row.code, row.error),
  )
}

function added(progress: Progress, results: readonly RowResult[]): Progress {
  const counts = { ...progress, rows: progress.rows + results.length }
  for (const { ok, outcome } of results) counts[ok && outcome !== undefined ? outcome : 'failed']++
  return counts
}
