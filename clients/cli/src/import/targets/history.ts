import { everyRecord } from '../../paging.ts'
import { rewrittenText } from '../../sync/plan.ts'
import type { ReadableRow, RowResult } from '../row.ts'
import { originalsAmong } from '../texts.ts'
import { MAX_BATCH_BYTES, ONE_ATTEMPT, rowResult, sendBatch, STRICT, VALIDATE_ONLY } from './batch.ts'
import type { Target, TargetOptions } from './target.ts'

/** The contract's limit. */
const MAX_ROWS = 500

/** Registrations from another platform are imported, or only validated. A repeated row changes nothing. */
export function historyTarget({ context, backOff, dryRun, parallel }: TargetOptions): Target {
  const { user, registration } = context.operatorApi(ONE_ATTEMPT)
  const Prefer = dryRun ? `${STRICT}, ${VALIDATE_ONLY.Prefer}` : STRICT
  /** Finds the id that a spreadsheet has changed; loaded when the first person is not found. */
  let originals: Promise<ReturnType<typeof originalsAmong>> | undefined

  return {
    rows: MAX_ROWS,
    bytes: MAX_BATCH_BYTES,
    parallel: dryRun ? 1 : parallel,
    async send(rows) {
      const bodies = rows.map(({ body }) => body)
      const results = await sendBatch(backOff, bodies, (init) =>
        registration.importRegistrationsRaw({ RegistrationToImport: [], Prefer }, init),
      )
      return Promise.all(rows.map((row, index) => explained(row, rowResult('history', row, results[index]))))
    },
  }

  /** Says so if a person is probably not found because a spreadsheet has changed the id. */
  async function explained({ body }: ReadableRow, result: RowResult): Promise<RowResult> {
    const { userExternalId: id } = body
    if (result.code !== 'user-not-found' || typeof id !== 'string') return result
    const original = (await (originals ??= loadOriginals()))(id)
    if (original === undefined) return result
    const detail = rewrittenText({ field: 'userExternalId', id, original })
    return { ...result, code: 'rewritten-id', detail }
  }

  async function loadOriginals() {
    const ids: string[] = []
    const users = everyRecord((page) => backOff.send(() => user.listAllUsersRaw(page)))
    for await (const { externalId } of users) ids.push(externalId)
    return originalsAmong(ids)
  }
}
