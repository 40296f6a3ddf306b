import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Context } from '../context.ts'
import { EXIT, type ExitCode } from '../exit-codes.ts'
import { UsageError } from '../errors.ts'
import { capitalized, counted } from '../output.ts'
import { BackOff } from './back-off.ts'
import { courseOf } from './course.ts'
import { fieldsOf, isPut, type Kind } from './fields.ts'
import { importRows } from './import-rows.ts'
import { openInput, type InputOptions } from './input.ts'
import { noBar, progressBar } from './progress-bar.ts'
import { openResults, resultsPathOf, summaryOf } from './results.ts'
import { rowsOf } from './rows.ts'
import { digestOf, NOTHING_DONE, StateFile, type Progress } from './state.ts'
import { survey, withoutRepeated, type Survey } from './survey.ts'
import { targetOf } from './targets/target-of.ts'
import type { RowOptions } from './targets/target.ts'

export interface ImportOptions extends InputOptions, RowOptions {
  readonly kind: Kind
  /** Skip the confirmation. */
  readonly yes: boolean
  readonly restart: boolean
}

/**
 * Runs one import, from its file to its summary; continues where an earlier run of the same import was
 * interrupted.
 */
export async function importFile(context: Context, options: ImportOptions): Promise<ExitCode> {
  const { output, terminal } = context
  if (options.parallel < 1) throw new UsageError('parallel must be at least 1.')
  if (options.source === undefined && options.takeOver?.length)
    throw new UsageError('--take-over needs --source NAME.')
  const { lastRowMayBeShort, ...input } = await openInput(context, options, fieldsOf(options.kind))
  // History is proof of training, so nothing is imported from a row that may have been cut.
  const source = { ...input, lastRowMayBeShort: lastRowMayBeShort && options.kind !== 'history' }
  const { path } = source
  if (options.course !== undefined) await courseOf(context, options.course)
  const surveyed = await survey(options.kind, source.fields, rowsOf(source))
  if (surveyed.rows === 0) output.warn(`${options.file} has no rows.`)
  if (surveyed.readOnly.length > 0)
    output.warn(`Not imported, because the service sets it itself: ${surveyed.readOnly.join(', ')}.`)
  if (surveyed.oddScores.rows > 0)
    output.warn(
      `Scores below 0 or over 100: ${counted(surveyed.oddScores.rows, 'row')} (the first is line ` +
        `${surveyed.oddScores.firstLine}). Scores have no scale, so they are stored as they are.`,
    )
  if (!(await mayBegin(context, options, surveyed))) {
    output.info('Nothing was written.')
    return EXIT.failed
  }

  const { state, before } = await stateOf(context, options, path)
  const resultsPath = resultsPathOf(options)
  const results = await openResults(context, resultsPath, before.resultsBytes)
  const bar = output.progressScreen
    ? progressBar(output.progressScreen, surveyed.rows, before.rows)
    : noBar(output)
  const started = Date.now()
  try {
    const done = await importRows({
      rows: withoutRepeated(options.kind, rowsOf(source)),
      target: targetOf(options.kind, {
        ...options,
        context,
        backOff: new BackOff((text) => bar.note(text)),
        run: before.run,
      }),
      results,
      bar,
      before,
      keep: async (progress) => state?.write(progress),
      interrupted: terminal.interrupted,
    })
    bar.stop()
    results.report()
    const { rows, created, changed, unchanged, replaced, failed } = done
    const outcomes = { created, changed, unchanged, replaced }
    output.info(summaryOf({ ...options, rows, outcomes, failed, ms: Date.now() - started }))
    if (resultsPath !== '-') {
      output.info(`The result of each row: ${resultsPath}`)
      if (output.json) await output.line(JSON.stringify({ rows, ...outcomes, failed }))
    }
    if (terminal.interrupted.aborted) {
      output.warn('Interrupted. The same command continues from here.')
      return EXIT.interrupted
    }
    await state?.remove()
    return done.failed > 0 ? EXIT.someRowsFailed : EXIT.done
  } finally {
    bar.stop()
    await results.close()
  }
}

/** Warns of records that would be in no group. On a terminal it asks; scripts continue. */
async function mayBegin(
  { output, terminal }: Context,
  { kind, group, yes, dryRun }: ImportOptions,
  { rows, withoutGroup }: Survey,
): Promise<boolean> {
  if (withoutGroup.rows === 0 || group !== undefined) return true
  output.warn(
    `Rows that name no group: ${withoutGroup.rows} of ${rows} ` +
      `(the first is line ${withoutGroup.firstLine}). ` +
      `${capitalized(kind)} that they ${isPut(kind) ? 'create or replace' : 'create'} are in no group, ` +
      'and no service account can see them. ' +
      'Add a column groupIds, or give --group ID for them.',
  )
  return yes || dryRun || !terminal.isInteractive || (await terminal.confirm('Import them all the same?'))
}

/** With others, rows have other results, so the import begins again. */
const STATE_OPTIONS: readonly (keyof ImportOptions)[] = [
  ...(['format', 'encoding', 'map', 'onlyMapped', 'skipLines', 'skipLinesAfterHeader'] as const),
  ...(['dateFormat', 'group', 'course', 'openRegistration', 'allowEarlier', 'source', 'takeOver'] as const),
  'allowOtherPerson',
]

/** The progress of an earlier run. A dry run has none and leaves none. */
async function stateOf(
  { settings, output, terminal }: Context,
  options: ImportOptions,
  path: string,
): Promise<{ state?: StateFile; before: Progress & { run: string } }> {
  const { kind, restart, dryRun } = options
  if (dryRun) return { before: { ...NOTHING_DONE, run: '' } }
  const to = settings.need(kind === 'registrations' ? 'url' : 'admin-url')
  const state = new StateFile(`${path}.rollcall-import`, {
    kind,
    to,
    input: await digestOf(path),
    options: JSON.stringify(STATE_OPTIONS.map((name) => options[name])),
  })
  const known = restart ? undefined : await state.read()
  if (known && known.rows > 0)
    output.info(`Continuing after ${counted(known.rows, 'row')} that an earlier run has finished.`)
  const results = resolve(terminal.folder, resultsPathOf(options))
  const before = { ...(known ?? NOTHING_DONE), run: known?.run ?? randomUUID(), results }
  // The earlier results are in another file, or were removed.
  if (known?.results !== results || !existsSync(results)) before.resultsBytes = 0
  // Stored at once, so that after a kill even the first batch is sent again as the same request.
  if (kind === 'registrations') await state.write(before)
  return { state, before }
}
