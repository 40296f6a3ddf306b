import type { RegistrationBatchResult } from '@rollcall/client'
import { RollcallError, type UserMergeResult } from '@rollcall/client/operator'
import { createHash } from 'node:crypto'
import { pMapIterable } from 'p-map'
import type { Context } from '../context.ts'
import type { BackOff } from './back-off.ts'
import type { Kind } from './fields.ts'
import type { ReadableRow, RowResult } from './row.ts'

/** The destination of rows. */
export interface Target {
  /** The largest batch, in rows and bytes. */
  readonly rows: number
  readonly bytes: number
  /** How many batches may be in progress at once. */
  readonly parallel: number
  /** A result for each row, in order. @throws when the batch as a whole was refused */
  send(rows: readonly ReadableRow[]): Promise<RowResult[]>
}

/** The contract's limit for a batch of users, minus what surrounds the rows. */
const MAX_BATCH_BYTES = 1_040_000
export const USERS = { rows: 1000, bytes: MAX_BATCH_BYTES }

/** How many single rows count as one batch in the state file. */
const SINGLES = { rows: 100, bytes: Infinity, parallel: 1 }
const COURSES_AT_ONCE = 4

/** A batch costs as many requests as it has rows, so it must be far smaller than what an account may ask in a minute. */
const REGISTRATIONS = { rows: 100, bytes: MAX_BATCH_BYTES }

interface Ways {
  readonly context: Context
  readonly backOff: BackOff
  readonly parallel: number
  /** Names this run of the import, also after an interruption: a batch that is sent again is the same request. */
  readonly run: string
}

export function targetOf(kind: Kind, { context, backOff, parallel, run }: Ways): Target {
  switch (kind) {
    case 'registrations':
      return { ...REGISTRATIONS, parallel, send: registering({ context, backOff }, { run }) }
    case 'users':
      return { ...USERS, parallel, send: merging({ context, backOff }, {}) }
    case 'groups':
      // One after the other, because a group may lie below one that the file has created before.
      return { ...SINGLES, send: (rows) => putEach(rows, 1, (id, GroupInput) => putGroup(id, GroupInput)) }
    case 'courses':
      return { ...SINGLES, send: (rows) => putEach(rows, COURSES_AT_ONCE, putCourse) }
  }

  function operator() {
    return context.operator(ONCE)
  }

  function putGroup(id: number, body: Body): Promise<number> {
    const GroupInput = { name: '' }
    return backOff.send(
      async () => (await operator().user.putGroupRaw({ id, GroupInput }, sending(body))).raw.status,
    )
  }

  function putCourse(id: number, body: Body): Promise<number> {
    const CourseInput = { name: '' }
    return backOff.send(
      async () => (await operator().registration.putCourseRaw({ id, CourseInput }, sending(body))).raw.status,
    )
  }
}

type Body = Readonly<Record<string, unknown>>

/** The import waits by itself: it says why, and for how long. */
const ONCE = { attempts: 1 }

/** Sends rows as they are, for the service to validate: the generated client would drop unknown fields. */
export const sending = (body: Body | readonly Body[]) => () =>
  Promise.resolve({ body } as unknown as RequestInit)

/** Users are merged, or only tried (`Prefer`). */
export function merging({ context, backOff }: Pick<Ways, 'context' | 'backOff'>, how: { Prefer?: string }) {
  return async (rows: readonly ReadableRow[]): Promise<RowResult[]> => {
    const request = { UserMerge: rows.map(() => ({})), ...how }
    const asRead = sending(rows.map(({ body }) => body))
    // Parsed as plain JSON: converting each user's dates would cost more than everything else here.
    const results = await backOff.send(async () => {
      const { raw } = await context.operator(ONCE).user.mergeUserBatchRaw(request, asRead)
      return (await raw.json()) as UserMergeResult[]
    })
    return rows.map((row, index) => batchResult(row, results[index]))
  }
}

/** With `run` the rows are registered, each batch once; without it they are only tried. */
export function registering(
  { context, backOff }: Pick<Ways, 'context' | 'backOff'>,
  { run }: { run?: string },
) {
  return async (rows: readonly ReadableRow[]): Promise<RowResult[]> => {
    const bodies = rows.map(({ body }) => body)
    const how =
      run === undefined
        ? { Prefer: 'validate-only' }
        : {
            Idempotency_Key: createHash('sha256')
              .update(JSON.stringify([run, bodies]))
              .digest('hex'),
          }
    const results = await backOff.send(async () => {
      const request = { RegistrationCreate: rows.map(() => ({})), ...how }
      const { registrations } = context.portal(ONCE)
      const { raw } = await registrations.createRegistrationBatchRaw(request, sending(bodies))
      return (await raw.json()) as RegistrationBatchResult[]
    })
    return rows.map((row, index) => batchResult(row, results[index]))
  }
}

function batchResult(
  { line }: ReadableRow,
  result: UserMergeResult | RegistrationBatchResult | undefined,
): RowResult {
  if (result === undefined) return { line, ok: false, detail: 'The service gave no result for this row.' }
  const { status, code, detail } = result
  const record = 'user' in result ? result.user : 'registration' in result ? result.registration : undefined
  if (record) return { line, ok: true, status, ...(record.id > 0 ? { id: record.id } : {}) }
  return { line, ok: false, status, ...(code ? { code } : {}), ...(detail ? { detail } : {}) }
}

/** Errors of the row itself; any other concerns the import as a whole. */
const OF_THE_ROW = new Set([400, 404, 409, 413, 422])

type Put = (id: number, body: Body) => Promise<number>

async function putEach(rows: readonly ReadableRow[], concurrency: number, put: Put): Promise<RowResult[]> {
  const results: RowResult[] = []
  for await (const result of pMapIterable(rows, (row) => putOne(row, put), { concurrency }))
    results.push(result)
  return results
}

async function putOne({ line, body }: ReadableRow, put: Put): Promise<RowResult> {
  const { id, ...fields } = body
  if (!Number.isSafeInteger(id))
    return { line, ok: false, code: 'invalid-request', detail: 'id must be a whole number.' }
  try {
    return { line, ok: true, status: await put(id as number, fields), id: id as number }
  } catch (fault) {
    if (!(fault instanceof RollcallError) || !OF_THE_ROW.has(fault.status)) throw fault
    return { line, ok: false, status: fault.status, code: fault.code, detail: fault.detail }
  }
}
