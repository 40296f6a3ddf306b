import { hash } from 'node:crypto'
import { MAX_BATCH_BYTES, ONE_ATTEMPT, rowResult, sendBatch, STRICT, VALIDATE_ONLY } from './batch.ts'
import type { Target, TargetOptions } from './target.ts'

/** Registrations are created, each batch once, or only validated. */
export const registrationsTarget = ({ context, backOff, dryRun, parallel, run }: TargetOptions): Target => ({
  // A batch costs as many requests as it has rows, so it is far smaller than the limit of a minute.
  rows: 100,
  bytes: MAX_BATCH_BYTES,
  parallel: dryRun ? 1 : parallel,
  async send(rows) {
    const { registrations } = context.publicApi(ONE_ATTEMPT)
    const bodies = rows.map(({ body }) => body)
    // With the line: a batch that repeats the rows of an earlier one is another request.
    const key = hash('sha256', JSON.stringify([run, rows[0]?.line, bodies]))
    const headers = dryRun
      ? { Prefer: `${STRICT}, ${VALIDATE_ONLY.Prefer}` }
      : { Prefer: STRICT, Idempotency_Key: key }
    const results = await sendBatch(backOff, bodies, (init) =>
      registrations.createRegistrationBatchRaw({ RegistrationInput: [], ...headers }, init),
    )
    return rows.map((row, index) => rowResult('registrations', row, results[index]))
  },
})
