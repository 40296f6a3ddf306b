import { batchesOf } from '../batches.ts'
import type { ReadableRow } from '../row.ts'
import { namesNoGroup } from '../survey.ts'
import { canonical } from '../texts.ts'
import {
  MAX_BATCH_BYTES,
  ONE_ATTEMPT,
  rowResult,
  sendBatch,
  VALIDATE_ONLY,
  type ItemResult,
} from './batch.ts'
import type { Target, TargetOptions } from './target.ts'

const MAX_ROWS = 1000
/** What a default group adds to a row. */
const GROUP_BYTES = 40

const CREATED = 201

/** Users are merged, or only validated. */
export function usersTarget(options: TargetOptions): Target {
  const { context, backOff, dryRun, group, source, takeOver, parallel } = options
  return {
    rows: MAX_ROWS,
    bytes: MAX_BATCH_BYTES - (group === undefined ? 0 : MAX_ROWS * GROUP_BYTES),
    parallel: dryRun ? 1 : parallel,
    async send(rows) {
      const complete = group === undefined ? rows : await withGroup(rows, group)
      const results = await merge(complete, dryRun)
      return rows.map((row, index) => rowResult('users', row, results[index]))
    },
  }

  /** Only users who would be created get the group: it would replace the groups that others have. */
  async function withGroup(rows: readonly ReadableRow[], group: number): Promise<readonly ReadableRow[]> {
    const without = rows.filter(({ body }) => namesNoGroup(body))
    if (without.length === 0) return rows
    const results = await merge(without, true)
    const created = new Set(without.filter((_, index) => results[index]?.status === CREATED))
    return rows.map((row) => (created.has(row) ? { ...row, body: { ...row.body, groupIds: [group] } } : row))
  }

  async function merge(rows: readonly ReadableRow[], validateOnly: boolean): Promise<ItemResult[]> {
    const { user } = context.operatorApi(ONE_ATTEMPT)
    const results: ItemResult[] = []
    for await (const batch of batchesOf(rows, { rows: MAX_ROWS }, takesOver)) {
      const request = {
        UserMerge: [],
        ...(source !== undefined && { source, takeOver: batch.some(takesOver) }),
        ...(validateOnly ? VALIDATE_ONLY : {}),
      }
      const bodies = batch.map(({ body }) => body)
      results.push(...(await sendBatch(backOff, bodies, (init) => user.mergeUserBatchRaw(request, init))))
    }
    return results
  }

  function takesOver({ body }: ReadableRow): boolean {
    const id = body['externalId'] || body['loginName']
    return typeof id === 'string' && takeOver.includes(canonical(id))
  }
}
