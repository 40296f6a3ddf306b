import { resolve } from 'node:path'
import type { Context } from '../context.ts'
import { UsageError } from '../errors.ts'
import { EXIT, type ExitCode } from '../exit-codes.ts'
import type { Field } from '../import/fields.ts'
import { openInput, type InputOptions } from '../import/input.ts'
import { reportFailures, toFile, toStandardOutput } from '../import/results.ts'
import type { Row } from '../import/row.ts'
import { rowsOf } from '../import/rows.ts'
import { LastRun } from './last-run.ts'
import { sayingTo, showPlan, type Plan, type Removals, type Sync, type SyncResult } from './plan.ts'
import { allowedRemovals } from './removal-limit.ts'

export interface SyncOptions extends InputOptions {
  readonly dryRun: boolean
  /** Do not ask. */
  readonly yes: boolean
  readonly results: string | undefined
  /** The file with the size of the last run. */
  readonly state: string | undefined
  readonly allowShrink: boolean
}

/** The sync would do too much; nothing was changed. The message says what to do. */
class Refused extends Error {}

/**
 * Makes the records of a scope equal to a file: reads both, shows the plan, asks, and carries it out. Every run compares
 * again, so the same command completes what an earlier run has left undone.
 */
export async function runSync(
  context: Context,
  options: SyncOptions,
  fields: readonly Field[],
  sync: Sync,
): Promise<ExitCode> {
  const { output, terminal } = context
  const { dryRun, yes } = options
  const asks = !dryRun && !yes
  if (asks && !terminal.isInteractive)
    throw new UsageError('Without a terminal, a sync needs --yes or --dry-run.')

  const started = Date.now()
  const rows = await readRows(context, options, fields)
  const statePath = resolve(terminal.folder, options.state ?? `${options.file}.rollcall-sync`)
  const lastRun = new LastRun(statePath, sync.scope)
  requireWholeFile(rows.length, await lastRun.rows(), options)

  const plan = await sync.plan(rows)
  showPlan(plan, sayingTo(output, asks))
  const results: SyncResult[] = [...plan.settled]
  try {
    if (dryRun) results.push(...plan.expected)
    requireFewRemovals(plan.removals)
    if (!dryRun && plan.expected.length > 0) {
      if (asks && !(await terminal.confirm('Apply these changes?'))) {
        output.info('Nothing was changed.')
        return EXIT.failed
      }
      await plan.execute(results)
    }
  } finally {
    await report(context, options, results)
  }
  await summarize(context, options, { rows: rows.length, results, ms: Date.now() - started })
  if (terminal.interrupted.aborted) {
    output.warn('Interrupted. The same command does the rest.')
    return EXIT.interrupted
  }
  if (!dryRun) await lastRun.write(rows.length)
  return exitCodeOf(plan, results)
}

async function readRows(context: Context, options: SyncOptions, fields: readonly Field[]): Promise<Row[]> {
  const rows: Row[] = []
  for await (const row of rowsOf(await openInput(context, options, fields))) rows.push(row)
  return rows
}

/** @throws Refused for a file that is empty or has lost more than half of its rows */
function requireWholeFile(rows: number, before: number | undefined, options: SyncOptions): void {
  const { file, allowShrink } = options
  if (rows === 0) throw new Refused(`${file} has no rows. Nothing was changed.`)
  if (before !== undefined && rows * 2 < before && !allowShrink)
    throw new Refused(
      `${file} has ${rows} rows, and had ${before} in the last run: it may be incomplete. Nothing was changed. ` +
        'If it is right, add --allow-shrink once.',
    )
}

/** @throws Refused */
function requireFewRemovals({ what, count, existing, limit, option }: Removals): void {
  const allowed = allowedRemovals(existing, limit)
  if (count > allowed)
    throw new Refused(
      `${count} ${what} are more than the ${allowed} allowed of ${existing}. Nothing was changed. ` +
        `Check the file. If it is right, add --${option} ${count}.`,
    )
}

/** In the order of the file; what no row names comes last. */
async function report(
  { output, terminal }: Context,
  { file, results: given }: SyncOptions,
  results: readonly SyncResult[],
): Promise<void> {
  const path = given ?? `${file}.results.ndjson`
  const target =
    path === '-'
      ? toStandardOutput<SyncResult>(output)
      : await toFile<SyncResult>(resolve(terminal.folder, path), 0)
  const inOrder = [...results].sort((a, b) => (a.line ?? Infinity) - (b.line ?? Infinity) || 0)
  try {
    await target.write(inOrder)
  } finally {
    await target.close()
  }
  reportFailures(
    output,
    inOrder.filter(({ ok }) => !ok),
  )
  if (path !== '-') output.info(`The result of each row: ${path}`)
}

const OUTCOMES = [
  ['created', 'created'],
  ['changed', 'changed'],
  ['unchanged', 'unchanged'],
  ['completed', 'completed before'],
  ['outsideGroup', 'outside the group'],
  ['otherCourse', 'of other courses'],
  ['withdrawn', 'withdrawn'],
  ['expired', 'expired'],
  ['deleted', 'deleted'],
  ['kept', 'kept'],
] as const

async function summarize(
  { output }: Context,
  { dryRun, results: target }: SyncOptions,
  { rows, results, ms }: { rows: number; results: readonly SyncResult[]; ms: number },
): Promise<void> {
  const count = (outcome: string) => results.filter((result) => result.outcome === outcome).length
  const failed = results.filter(({ ok }) => !ok).length
  const found = OUTCOMES.map(([outcome, words]) => ({ outcome, words, count: count(outcome) }))
  const shown = found.filter((one) => one.count > 0).map((one) => `${one.count} ${one.words}`)
  const what = [...shown, `${failed} failed`].join(', ')
  const seconds = (ms / 1000).toFixed(1)
  output.info(
    dryRun
      ? `${rows} rows checked in ${seconds} s. A sync would give: ${what}. Nothing was changed.`
      : `${rows} rows in ${seconds} s: ${what}.`,
  )
  if (!output.json || target === '-') return
  const counts = Object.fromEntries(found.map((one) => [one.outcome, one.count]))
  await output.line(JSON.stringify({ rows, ...counts, failed }))
}

function exitCodeOf({ heldBack }: Plan, results: readonly SyncResult[]): ExitCode {
  return heldBack !== undefined || results.some(({ ok }) => !ok) ? EXIT.someRowsFailed : EXIT.done
}
