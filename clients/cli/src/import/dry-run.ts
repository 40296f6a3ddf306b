import { RollcallError } from '@rollcall/client/operator'
import type { Context } from '../context.ts'
import { UsageFault } from '../faults.ts'
import type { BackOff } from './back-off.ts'
import { checkOf } from './check.ts'
import type { Kind } from './fields.ts'
import type { ReadableRow, RowResult } from './row.ts'
import { merging, registering, USERS, type Target } from './targets.ts'

type Ask = (row: ReadableRow) => Promise<RowResult>

/**
 * What an import would do, without doing it: rows are held against the contract, and those that are in order against what
 * is there.
 */
export function dryRunOf(kind: Kind, { context, backOff }: { context: Context; backOff: BackOff }): Target {
  const check = checkOf(kind)
  const ask = askOf(kind, context, backOff)
  return {
    ...(kind === 'users' ? USERS : { rows: 100, bytes: Infinity }),
    parallel: 1,
    async send(rows) {
      const faults = new Map(rows.map((row) => [row, check(row)]))
      const asked = rows.filter((row) => faults.get(row) === undefined)
      const answers = new Map((await ask(asked)).map((answer, index) => [asked[index], answer]))
      return rows.map((row) => faults.get(row) ?? answers.get(row) ?? { line: row.line, ok: true })
    },
  }
}

function askOf(kind: Kind, context: Context, backOff: BackOff): Target['send'] {
  switch (kind) {
    case 'users':
      return tryingUsers(context, backOff)
    case 'registrations':
      return async (rows) => (rows.length === 0 ? [] : await registering({ context, backOff }, {})(rows))
    case 'courses':
      return each(({ line, body: { id } }) =>
        found(line, () =>
          backOff.send(() => context.operator().registration.getCourse({ id: id as number })),
        ),
      )
    case 'groups': {
      const { user } = context.operator()
      const get = (id: unknown) => backOff.send(() => user.getGroup({ id: id as number }))
      /** Those that a row before would create. */
      const created = new Set<unknown>()
      return each(async ({ line, body: { id, parentId } }) => {
        const missing = async () => !created.has(parentId) && !(await found(line, () => get(parentId))).id
        if (typeof parentId === 'number' && (await missing()))
          return {
            line,
            ok: false,
            status: 422,
            code: 'parent-not-found',
            detail: `There is no group ${parentId}.`,
          }
        created.add(id)
        return found(line, () => get(id))
      })
    }
  }
}

const VALIDATE_ONLY = { Prefer: 'validate-only' }

function tryingUsers(context: Context, backOff: BackOff): Target['send'] {
  const ask = merging({ context, backOff }, VALIDATE_ONLY)
  let isKnown = false
  /** Keys of those that a batch before would create: later rows would find them. */
  const created = new Set<string>()
  return async (rows) => {
    if (rows.length === 0) return []
    if (!isKnown) await requireDryRun(context, backOff)
    isKnown = true
    return (await ask(rows)).map((answer, index) => {
      if (answer.status !== 201) return answer
      const { externalId, loginName } = (rows[index] as ReadableRow).body
      const keys = [
        `name:${textOf(loginName).toLowerCase()}`,
        ...(externalId ? [`id:${textOf(externalId)}`] : []),
      ]
      const isThere = keys.some((key) => created.has(key))
      for (const key of keys) created.add(key)
      return isThere ? { ...answer, status: 200 } : answer
    })
  }
}

/** Both are text in a row that the service has taken. */
const textOf = (field: unknown) => (typeof field === 'string' ? field : '')

/** An older service would write what it is asked to try, so it is asked for what nobody can write. */
async function requireDryRun(context: Context, backOff: BackOff): Promise<void> {
  const { user } = context.operator()
  const { raw } = await backOff.send(() => user.mergeUserBatchRaw({ UserMerge: [{}], ...VALIDATE_ONLY }))
  if (raw.headers.get('preference-applied') !== VALIDATE_ONLY.Prefer)
    throw new UsageFault('This service is too old to try users out. Nothing was sent.')
}

const each =
  (ask: Ask): Target['send'] =>
  async (rows) => {
    const results: RowResult[] = []
    for (const row of rows) results.push(await ask(row))
    return results
  }

/** As the PUT would answer: 200 for what is there, 201 for what is not. */
async function found(line: number, get: () => Promise<{ id: number }>): Promise<RowResult> {
  try {
    return { line, ok: true, status: 200, id: (await get()).id }
  } catch (fault) {
    if (fault instanceof RollcallError && fault.status === 404) return { line, ok: true, status: 201 }
    throw fault
  }
}
