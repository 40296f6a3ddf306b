import { basename, resolve } from 'node:path'
import type { Context } from '../context.ts'
import { PlanRejected, UsageError } from '../errors.ts'
import { EXIT, type ExitCode } from '../exit-codes.ts'
import type { Field } from '../import/fields.ts'
import { openInput, type InputOptions } from '../import/input.ts'
import { openResults, resultsPathOf as pathOf, summaryOf, type Results } from '../import/results.ts'
import { inFileOrder, hasExternalId, type Row } from '../import/row.ts'
import { rowsOf } from '../import/rows.ts'
import { whoIsIn } from '../import/targets/batch.ts'
import { counted } from '../output.ts'
import { shellWord } from '../shell.ts'
import { fileBefore, keyOfRemoved, LastRun, type RememberedRun } from './last-run.ts'
import {
  notDone,
  OUTCOMES,
  planWriter,
  questionsOf,
  showPlan,
  type PlaceOf,
  type Plan,
  type Sync,
  type SyncOutcome,
  type SyncResult,
} from './plan.ts'
import { tooManyRemovals } from './removals.ts'
import { BROUGHT_BACK, MOVED_BACK } from './service.ts'

export interface SyncOptions extends Omit<InputOptions, 'file'> {
  /** Several are one list. */
  readonly file: readonly string[]
  /** For whom users are written. */
  readonly source?: string | undefined
  readonly dryRun: boolean
  /** Skip the confirmation. */
  readonly yes: boolean
  /** The file with the number of rows of the last run. */
  readonly state?: string | undefined
  readonly allowShrink?: boolean
}

/** Each sync of a file has results of its own. */
const resultsPathOf = ({ file, ...options }: SyncOptions, { name }: Sync): string =>
  pathOf({ ...options, file: `${file[0]}.${name}` })

/** The files look wrong; nothing was changed. The message says what to do. */
class SyncRejected extends Error {}

/**
 * Makes the users of a group, or registrations, equal to a file: reads both, shows the plan, asks for
 * confirmation, and carries the plan out. Every run compares again, so the same command completes what an
 * earlier run has left undone.
 */
export async function runSync(
  context: Context,
  options: SyncOptions,
  fields: readonly Field[],
  sync: Sync,
): Promise<ExitCode> {
  const { output, terminal } = context
  const { dryRun, yes } = options
  const needsConfirmation = !dryRun && !yes
  if (needsConfirmation && !terminal.isInteractive)
    throw new UsageError('Without a terminal, this needs --yes or --dry-run.')

  const started = Date.now()
  const files = await readFiles(context, options, fields)
  const memory = await recall(context, options, { files, sync })
  const rows = files.flatMap((file) => (memory.cut.includes(file) ? withCutRow(file.rows) : file.rows))
  const placeOf = placesIn(files)
  const plan = await sync.plan(rows, placeOf, memory.before, memory.heldUsers)
  const resultsPath = resultsPathOf(options, sync)
  showPlan(plan, placeOf, planWriter(output, needsConfirmation))
  // Opened before anything is changed: if it can't be written, nothing is.
  const target = await openResults(context, resultsPath, 0)
  const results: SyncResult[] = [...plan.unsent]
  const objection = plan.objection ?? (plan.removals && tooManyRemovals(plan.removals, isHeldBack(plan)))
  try {
    // Added before these checks, so that a rejected dry run still reports them.
    if (dryRun) results.push(...plan.expected)
    if (objection !== undefined) throw new PlanRejected(objection)
    if (!dryRun && plan.expected.length > 0) {
      if (needsConfirmation && !(await terminal.confirm('Apply these changes?'))) {
        output.info('Nothing was changed.')
        return EXIT.failed
      }
      for await (const result of plan.execute()) results.push(result)
    }
  } finally {
    await report(
      context,
      resultsPath,
      target,
      withPlaces(withNotDone(plan, results, objection), rows, placeOf),
    )
  }
  const ms = Date.now() - started
  await summarize(context, { ...options, results: resultsPath }, { rows: rows.length, results, ms })
  if (terminal.interrupted.aborted) {
    output.warn('Interrupted. Run the same command again to finish.')
    return EXIT.interrupted
  }
  // Records that were removed have no line.
  if (!results.some(({ ok, line }) => ok && line !== undefined)) {
    output.warn(`Every row failed. Is it the right file?${sync.renumbers ? '' : hintOfNewNumbers(results)}`)
    return EXIT.failed
  }
  if (!dryRun) await remember(memory, options, { files, plan, results })
  const questions = questionsOf(plan, dryRun)
  for (const question of questions) output.warn(question)
  if (isHeldBack(plan)) return EXIT.failed
  return questions.length === 0 && results.every(({ ok }) => ok) ? EXIT.done : EXIT.someRowsFailed
}

const isHeldBack = ({ warnings }: Plan): boolean => warnings.length > 0

/** What is known of the last run of the same sync. */
interface Memory {
  /** Undefined if the sync has none. */
  readonly lastRun: LastRun | undefined
  readonly before: RememberedRun['run'] | undefined
  /** The ids of those whom the last sync of users with the same file has left as they are. */
  readonly heldUsers: ReadonlySet<string>
  /** The files that have lost the line break at their end since. */
  readonly cut: readonly RosterFile[]
}

/** @throws SyncRejected for files that are smaller, fewer or of another source than in the last run */
async function recall(
  { terminal }: Context,
  options: SyncOptions,
  { files, sync }: { readonly files: readonly RosterFile[]; readonly sync: Sync },
): Promise<Memory> {
  const paths =
    options.state === undefined ? files.map(({ name }) => `${name}.rollcall-sync`) : [options.state]
  const resolved = paths.map((path) => resolve(terminal.folder, path))
  const lastRun = sync.scope === undefined ? undefined : new LastRun(resolved, sync.scope)
  if (!options.dryRun) await lastRun?.requireWritable()
  const runs = (await lastRun?.read()) ?? []
  requireWholeFiles(files, runs, { ...options, ...sync })
  for (const run of runs) requireSameSource(options, run)
  const cut = files.filter(
    (file, index) =>
      fileBefore(runs, { path: file.name, index })?.endsWithLineBreak === true && !file.endsWithLineBreak,
  )
  const ofUsers = sync.usersScope === undefined ? [] : await new LastRun(resolved, sync.usersScope).read()
  return { lastRun, before: runs[0]?.run, heldUsers: new Set(ofUsers[0]?.run.held), cut }
}

async function remember(
  { lastRun, before, cut }: Memory,
  { source = '' }: SyncOptions,
  {
    files,
    plan,
    results,
  }: {
    readonly files: readonly RosterFile[]
    readonly plan: Plan
    readonly results: readonly SyncResult[]
  },
): Promise<void> {
  // A file that was cut, most of which failed or of which something was held back is none for the next one.
  const isMostlyDone = results.filter(({ ok }) => ok).length * 2 > results.length
  const isMeasure = before === undefined || (isMostlyDone && !isHeldBack(plan) && cut.length === 0)
  const removedBefore = new Set(before?.removed)
  const removed = results.filter(
    (result) => isRemoved(result) || (isKept(result) && removedBefore.has(keyOfRemoved(result))),
  )
  await lastRun?.write({
    source,
    files: isMeasure ? measured(files) : before.files,
    removed: removed.map(keyOfRemoved),
    moved: results.filter(isMoved).map(keyOfRemoved),
    held: [...(plan.held ?? []), ...results.filter(isLeftAlone)].map(keyOfRemoved),
    courses: isMeasure ? plan.courses : before.courses,
  })
}

/** The errors of rows whose numbers the service does not know, which the people may have got since. */
const OF_NEW_NUMBERS = new Set(['login-name-taken', 'user-not-found'])
const NEW_NUMBERS = ' Have the people new numbers? Then: rollcall users renumber.'

function hintOfNewNumbers(results: readonly SyncResult[]): string {
  const unknown = results.filter(({ code = '' }) => OF_NEW_NUMBERS.has(code))
  return unknown.length * 2 >= results.filter(({ ok }) => !ok).length ? NEW_NUMBERS : ''
}

const REMOVED = new Set<SyncOutcome | undefined>(['expired', 'withdrawn'])
const isRemoved = ({ outcome, code }: SyncResult) => REMOVED.has(outcome) || code === BROUGHT_BACK
const isKept = ({ outcome }: SyncResult) => outcome === 'kept'
const isLeftAlone = ({ ok, line }: SyncResult) => !ok && line === undefined
const isMoved = ({ outcome, code }: SyncResult) => outcome === 'moved' || code === MOVED_BACK

interface RosterFile {
  readonly name: string
  /** Their lines are counted on from the file before. */
  readonly rows: readonly Row[]
  readonly linesBefore: number
  /** False if the last row can be cut. JSON that is cut can't be read. */
  readonly endsWithLineBreak: boolean
}

async function readFiles(
  context: Context,
  options: SyncOptions,
  fields: readonly Field[],
): Promise<readonly RosterFile[]> {
  const files: RosterFile[] = []
  for (const file of options.file) {
    const previous = files.at(-1)
    const linesBefore = previous === undefined ? 0 : (previous.rows.at(-1)?.line ?? previous.linesBefore)
    files.push(await readFile(context, { ...options, file }, fields, linesBefore))
  }
  return files
}

async function readFile(
  context: Context,
  options: InputOptions,
  fields: readonly Field[],
  linesBefore: number,
): Promise<RosterFile> {
  const { file: name } = options
  const rows: Row[] = []
  const source = await openInput(context, options, fields)
  // Another program may have ended the line in which a file is cut, and a sync renames and removes people.
  for await (const row of rowsOf({ ...source, lastRowMayBeShort: false }))
    rows.push({ ...row, line: linesBefore + row.line })
  return {
    name,
    rows,
    linesBefore,
    endsWithLineBreak: source.format === 'ndjson' || source.lastRowMayBeShort,
  }
}

const measured = (files: readonly RosterFile[]) =>
  files.map(({ name, rows, endsWithLineBreak }) => ({
    name: basename(name),
    rows: rows.length,
    hasExternalIds: rows.some(hasExternalId),
    endsWithLineBreak,
  }))

/** Names a line as a person finds it: with its file, if there are several. */
const placesIn =
  (files: readonly RosterFile[]): PlaceOf =>
  (line) => {
    const file = files.findLast(({ linesBefore }) => linesBefore < line)
    return file === undefined || files.length === 1
      ? { text: `line ${line}`, line }
      : {
          text: `line ${line - file.linesBefore} of ${file.name}`,
          line: line - file.linesBefore,
          file: file.name,
        }
  }

/** A cut in the last cell leaves a row that looks complete, and can be about somebody else: 140 for 1402. */
const withCutRow = (rows: readonly Row[]): readonly Row[] =>
  rows.map((row, index) =>
    index < rows.length - 1 ? row : { line: row.line, code: 'unreadable-row', error: NO_LINE_BREAK },
  )

const NO_LINE_BREAK =
  'The last line has no line break, which it had in the last run: the file may have been cut. If the row ' +
  'is complete, add the line break.'

/** @throws SyncRejected for a file that is empty, is missing or has lost more than half of its rows */
function requireWholeFiles(
  files: readonly RosterFile[],
  runs: readonly RememberedRun[],
  { allowShrink, ifEmpty = '' }: Pick<SyncOptions, 'allowShrink'> & Pick<Sync, 'ifEmpty'>,
): void {
  const before = runs[0]?.run.files
  for (const [index, { name, rows }] of files.entries()) {
    if (rows.length === 0)
      throw new SyncRejected(
        `${name} has no rows. Nothing was changed. ${files.length > 1 ? LEAVE_OUT : ifEmpty}`.trim(),
      )
    const rowsBefore = fileBefore(runs, { path: name, index })?.rows ?? 0
    if (rows.length * 2 < rowsBefore && !allowShrink)
      throw new SyncRejected(
        `${name} has ${counted(rows.length, 'row')}, and had ${rowsBefore} in the last run: it may be ` +
          'incomplete. Nothing was changed. If the file is correct, add --allow-shrink once.',
      )
  }
  if (before !== undefined && files.length < before.length && !allowShrink)
    throw new SyncRejected(
      `The last run read ${counted(before.length, 'file')}, and this one reads ${files.length}: people of ` +
        'the others would be leavers. Nothing was changed. Name all files in one command. If there are no ' +
        'others any more, add --allow-shrink once.',
    )
}

const LEAVE_OUT =
  'If it is to stay so, leave it out and add --allow-shrink once: who is in no other file then leaves.'

/** @throws SyncRejected: people of the other source would be leavers of no run */
function requireSameSource({ source = '' }: SyncOptions, { run: before, path }: RememberedRun): void {
  if (before.source === '' || before.source === source) return
  throw new SyncRejected(
    `The last run was for the source ${JSON.stringify(before.source)}. Nothing was changed. Add ` +
      `--source ${shellWord(before.source)}. If its people were handed over, remove ${path}.`,
  )
}

/** The results, also of what the plan names and the run has not done, so that each row has one. */
function withNotDone(
  { expected }: Plan,
  results: readonly SyncResult[],
  objection: string | undefined,
): readonly SyncResult[] {
  const keyOf = ({ line, id, courseId }: SyncResult) =>
    line === undefined ? `record ${id}` : `line ${line}, course ${courseId}`
  const known = new Set(results.map(keyOf))
  return [...results, ...expected.filter((one) => !known.has(keyOf(one))).map(notDone(objection))]
}

/** Says where each row is, and whom it is about. */
function withPlaces(
  results: readonly SyncResult[],
  rows: readonly Row[],
  placeOf: PlaceOf,
): readonly SyncResult[] {
  const bodies = new Map(rows.map((row) => [row.line, 'body' in row ? row.body : {}]))
  return inFileOrder(results).map((result) => {
    if (result.line === undefined) return result
    const { text: _, ...place } = placeOf(result.line)
    const who = result.who === undefined ? whoIsIn(bodies.get(result.line) ?? {}) : {}
    return { ...result, ...place, ...who }
  })
}

/** Writes the results in file order; records that no row names come last. */
async function report(
  { output }: Context,
  resultsPath: string,
  target: Results,
  results: readonly SyncResult[],
): Promise<void> {
  try {
    await target.write(results)
  } finally {
    await target.close()
  }
  target.report()
  if (resultsPath !== '-') output.info(`The result of each row: ${resultsPath}`)
}

async function summarize(
  { output }: Context,
  options: SyncOptions,
  { rows, results, ms }: { rows: number; results: readonly SyncResult[]; ms: number },
): Promise<void> {
  const failed = results.filter(({ ok }) => !ok).length
  const found = Object.entries(OUTCOMES).map(([outcome, words]) => ({
    outcome,
    words,
    count: results.filter((result) => result.outcome === outcome).length,
  }))
  const outcomes = Object.fromEntries(found.map(({ words, count }) => [words, count]))
  output.info(summaryOf({ ...options, rows, outcomes, failed, ms }))
  if (!output.json || options.results === '-') return
  const counts = Object.fromEntries(found.map((one) => [one.outcome, one.count]))
  await output.line(JSON.stringify({ rows, ...counts, failed }))
}
