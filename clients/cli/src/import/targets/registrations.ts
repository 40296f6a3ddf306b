import { createHash } from 'node:crypto'
import type { ReadableRow, RowResult } from '../row.ts'
import {
  MAX_BATCH_BYTES,
  ONE_ATTEMPT,
  rowResult,
  sendAsIs,
  STRICT,
  VALIDATE_ONLY,
  type ItemResult,
} from './batch.ts'
import type { Target, TargetOptions } from './target.ts'

/** Registrations are created, each batch once, or only validated. */
export class RegistrationsTarget implements Target {
  /** A batch costs as many requests as it has rows, so it is far smaller than what an account may send in a minute. */
  readonly rows = 100
  readonly bytes = MAX_BATCH_BYTES
  readonly parallel: number
  readonly #options: TargetOptions

  constructor(options: TargetOptions) {
    this.#options = options
    this.parallel = options.dryRun ? 1 : options.parallel
  }

  async send(rows: readonly ReadableRow[]): Promise<RowResult[]> {
    const { context, backOff, dryRun, run } = this.#options
    const bodies = rows.map(({ body }) => body)
    // With the line: a batch with the rows of an earlier one is another request, and its rows are registered already.
    const key = createHash('sha256')
      .update(JSON.stringify([run, rows[0]?.line, bodies]))
      .digest('hex')
    const request = {
      RegistrationCreate: rows.map(() => ({})),
      ...(dryRun
        ? { Prefer: `${STRICT}, ${VALIDATE_ONLY.Prefer}` }
        : { Prefer: STRICT, Idempotency_Key: key }),
    }
    const results = await backOff.send(async () => {
      const { registrations } = context.publicApi(ONE_ATTEMPT)
      const { raw } = await registrations.createRegistrationBatchRaw(request, sendAsIs(bodies))
      return (await raw.json()) as ItemResult[]
    })
    return rows.map((row, index) => rowResult('registrations', row, results[index], () => 'created'))
  }
}
