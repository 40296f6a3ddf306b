import { randomUUID } from 'node:crypto'
import { stat } from 'node:fs/promises'
import { extname, resolve } from 'node:path'
import type { Context } from '../context.ts'
import { EXIT, type ExitCode } from '../exit-codes.ts'
import { UsageFault } from '../faults.ts'
import { BackOff } from './back-off.ts'
import { dryRunOf } from './dry-run.ts'
import { rowsOfCsv } from './csv.ts'
import { fieldsOf, type Kind } from './fields.ts'
import { importRows } from './import-rows.ts'
import { rowsOfNdjson } from './ndjson.ts'
import { noBar, progressBar, type ProgressBar } from './progress-bar.ts'
import { remembering, toFile, toStandardOutput } from './results.ts'
import type { Row } from './row.ts'
import { digestOf, NOTHING_DONE, StateFile, type Progress } from './state.ts'
import { targetOf, type Target } from './targets.ts'

const FORMATS = { '.csv': 'csv', '.ndjson': 'ndjson', '.jsonl': 'ndjson' } as const
type Format = (typeof FORMATS)[keyof typeof FORMATS]

export interface Order {
  readonly kind: Kind
  readonly file: string
  readonly dryRun: boolean
  readonly format: Format | undefined
  readonly results: string | undefined
  readonly restart: boolean
  readonly parallel: number
}

/**
 * Runs one import, from its file to its summary; continues where an earlier run of the same import was
 * interrupted.
 */
export async function importFile(context: Context, order: Order): Promise<ExitCode> {
  const { output, terminal } = context
  if (order.parallel < 1) throw new UsageFault('parallel must be at least 1.')
  const path = resolve(terminal.folder, order.file)
  const { size } = await stat(path).catch(() => {
    throw new UsageFault(`There is no file ${order.file}.`)
  })
  const rows = readerOf(order, path)
  const { target, state, before, waits } = await destinationOf(context, order, path)
  const resultsPath = order.results ?? `${order.file}.results.ndjson`
  const results = remembering(
    resultsPath === '-'
      ? toStandardOutput(output)
      : await toFile(resolve(terminal.folder, resultsPath), before?.resultsBytes ?? 0),
  )
  const bar = output.progressScreen
    ? progressBar(output.progressScreen, size, before?.rows ?? 0)
    : noBar(output)
  waits.shownBy = bar
  const started = Date.now()
  try {
    const keep = async (progress: Progress) => state?.write(progress)
    const done = await importRows({
      rows,
      target,
      results,
      bar,
      before,
      keep,
      interrupted: terminal.interrupted,
    })
    bar.stop()
    results.report(output)
    output.say(summary(done, order, Date.now() - started))
    if (resultsPath === '-') return await ending(done)
    output.say(`The result of each row: ${resultsPath}`)
    if (output.json) await output.line(JSON.stringify(counts(done)))
    return await ending(done)
  } finally {
    bar.stop()
    await results.close()
  }

  async function ending({ failed }: Progress): Promise<ExitCode> {
    if (terminal.interrupted.aborted) {
      output.warn('Interrupted. The same command goes on from here.')
      return EXIT.interrupted
    }
    await state?.remove()
    return failed > 0 ? EXIT.someRowsFailed : EXIT.done
  }
}

/** The target of an import, and what an earlier run has finished. */
interface Destination {
  readonly target: Target
  readonly state: StateFile | undefined
  readonly before: Progress | undefined
  /** Reports waiting for the service to the progress bar, once it exists. */
  readonly waits: { shownBy?: ProgressBar }
}

async function destinationOf(context: Context, order: Order, path: string): Promise<Destination> {
  const { kind, parallel, restart } = order
  const waits: Destination['waits'] = {}
  const backOff = new BackOff((reason, ms) => {
    waits.shownBy?.note(`waiting ${Math.ceil(ms / 1000)} s: ${reason}`)
  })
  if (order.dryRun)
    return { target: dryRunOf(kind, { context, backOff }), state: undefined, before: undefined, waits }
  const to = context.settings.need(kind === 'registrations' ? 'url' : 'adminUrl')
  const state = new StateFile(`${path}.rollcall-import`, { kind, to, input: await digestOf(path) })
  const known = restart ? undefined : await state.read()
  if (known) context.output.say(`Going on after ${known.rows} rows that an earlier run has finished.`)
  const before = { ...(known ?? NOTHING_DONE), run: known?.run ?? randomUUID() }
  return { target: targetOf(kind, { context, backOff, parallel, run: before.run }), state, before, waits }
}

function readerOf({ kind, file, format }: Order, path: string): AsyncGenerator<Row> {
  const extension = extname(path).toLowerCase()
  const known = format ?? (extension in FORMATS ? FORMATS[extension as keyof typeof FORMATS] : undefined)
  if (known === undefined)
    throw new UsageFault(`The name ${file} does not say what it holds. Give --format csv or --format ndjson.`)
  return known === 'csv' ? rowsOfCsv(path, fieldsOf(kind)) : rowsOfNdjson(path)
}

const counts = ({ rows, created, merged, failed }: Progress) => ({ rows, created, merged, failed })

function summary({ rows, created, merged, failed }: Progress, order: Order, ms: number): string {
  const seconds = (ms / 1000).toFixed(1)
  return order.dryRun
    ? `${rows} rows checked in ${seconds} s: ${wouldBe(order.kind, { created, merged })}, ${failed} would fail. Nothing was written.`
    : `${rows} rows in ${seconds} s: ${created} created, ${merged} ${mergedWord(order.kind)}, ${failed} failed.`
}

const wouldBe = (kind: Kind, { created, merged }: Pick<Progress, 'created' | 'merged'>) =>
  kind === 'registrations'
    ? `${created + merged} would go in`
    : `${created} would be created, ${merged} ${mergedWord(kind)}`

const mergedWord = (kind: Kind) => (kind === 'users' ? 'merged' : 'replaced')
