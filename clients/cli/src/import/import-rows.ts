import { pMapIterable } from 'p-map'
import { batchesOf } from './batches.ts'
import type { ProgressBar } from './progress-bar.ts'
import type { Results } from './results.ts'
import { UNREADABLE, type Row, type RowResult } from './row.ts'
import { NOTHING_DONE, type Progress } from './state.ts'
import type { Target } from './targets.ts'

interface Parts {
  readonly rows: AsyncIterable<Row>
  readonly target: Target
  readonly results: Results
  readonly bar: ProgressBar
  /** Called after each batch, in the order of the file. */
  readonly keep: (progress: Progress) => Promise<void>
  /** What an earlier run has finished. */
  readonly before?: Progress | undefined
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
  let progress = parts.before ?? NOTHING_DONE
  const rows = notBefore(parts.rows, progress.rows, interrupted)
  const finished = pMapIterable(
    batchesOf(rows, target),
    async (batch) => ({ batch, outcome: await sendBatch(target, batch) }),
    { concurrency: target.parallel, backpressure: target.parallel + 1 },
  )
  for await (const { batch, outcome } of finished) {
    const resultsBytes = await results.write(outcome)
    progress = { ...sum(progress, outcome), resultsBytes }
    await keep(progress)
    bar.show(batch.at(-1)?.end ?? 0, progress)
  }
  return progress
}

async function* notBefore(
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

/** Rows that could not be read already have their result. */
async function sendBatch(target: Target, batch: readonly Row[]): Promise<RowResult[]> {
  const readable = batch.filter((row) => 'body' in row)
  const answered = readable.length > 0 ? await target.send(readable) : []
  const answers = answered[Symbol.iterator]()
  return batch.map((row) =>
    'body' in row
      ? (answers.next().value as RowResult)
      : { line: row.line, ok: false, code: UNREADABLE, detail: row.fault },
  )
}

const CREATED = 201

function sum(progress: Progress, outcome: readonly RowResult[]): Progress {
  const ok = outcome.filter((result) => result.ok)
  const created = ok.filter(({ status }) => status === CREATED).length
  return {
    ...progress,
    rows: progress.rows + outcome.length,
    created: progress.created + created,
    merged: progress.merged + ok.length - created,
    failed: progress.failed + outcome.length - ok.length,
  }
}
