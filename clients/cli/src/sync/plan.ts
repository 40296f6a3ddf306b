import type { User } from '@rollcall/client'
import { defined } from '../defined.ts'
import { FORMAT_TEXT, rewrittenText, type Rewritten } from '../import/rewritten-ids.ts'
import { inFileOrder, rejected, type Row, type RowResult } from '../import/row.ts'
import { counted, onOneLine, type Output } from '../output.ts'
import { shellWord } from '../shell.ts'
import type { Run } from './last-run.ts'
import type { Removals } from './removals.ts'

/** The result of a row, or of a record without a row, and its words in the summary. */
export const OUTCOMES = {
  created: 'created',
  changed: 'changed',
  unchanged: 'unchanged',
  completed: 'already completed',
  moved: 'moved into the group',
  otherCourse: 'for other courses',
  withdrawn: 'withdrawn',
  expired: 'expired',
  deleted: 'deleted',
  kept: 'kept',
} as const

export type SyncOutcome = keyof typeof OUTCOMES

export type SyncResult = RowResult<SyncOutcome>

/** The result of a row, or of a record without a row. */
export const resultOf = (
  outcome: SyncOutcome,
  { line, ...fields }: { [K in keyof SyncResult]?: SyncResult[K] | undefined },
): SyncResult => defined({ line, ok: true, outcome, ...fields })

const NOT_DONE = 'The command ended before this was done, or before its result was known.'

/** The result of what is in the plan, and was not done: the answer was no, or the command ended before. */
export const notDone =
  (detail = NOT_DONE) =>
  ({ line, id, courseId, userId, who }: SyncResult): SyncResult =>
    defined({ line, ok: false, id, courseId, userId, who, code: 'not-done', detail })

/** The result of a row with an id that a spreadsheet has probably changed. It is not sent. */
export const rewrittenRow = (line: number, rewritten: Rewritten) =>
  rejected(line, 'rewritten-id', rewrittenText(rewritten))

/** A row about a new person whose number may have lost zeros, as those of other rows have. */
export const shortenedRow = (line: number, id: string): SyncResult =>
  rejected(
    line,
    'rewritten-id',
    `externalId ${id} is not known, and may have lost its first zeros or its prefix, as other ids of this ` +
      `file have. ${FORMAT_TEXT} If the number is right, add --allow-other-person ${shellWord(id)}.`,
  )

export const REWRITTEN =
  'Some ids are probably those of people who would be removed, changed by a spreadsheet or an export. ' +
  'Their rows are not sent.'

/** Rows or records of one kind, as the plan shows them. */
export interface PlannedKind {
  readonly title: string
  /** What is counted, if the title does not say so. */
  readonly noun?: string | undefined
  readonly names: readonly string[]
  /** How many of them are shown, if not {@link MAX_NAMES}. */
  readonly shown?: number
  /**
   * Nobody but a person can tell who they are, or what is right for them: the run ends as if some rows had
   * failed.
   */
  readonly asks?: 'who' | 'what'
}

/** What a sync is going to do. */
export interface Plan {
  readonly heading: string
  readonly kinds: readonly PlannedKind[]
  /** Results of rows for which nothing is sent. */
  readonly unsent: readonly SyncResult[]
  /** Results of all others, if the service accepts them. */
  readonly expected: readonly SyncResult[]
  readonly removals?: Removals
  /** Why nothing may be done, if so. */
  readonly objection?: string | undefined
  /** Why the file is not trusted in all it says, if so. The run then fails, whatever else it has done. */
  readonly warnings: readonly string[]
  /** Users without a row who are left as they are, because a row may be about them. */
  readonly held?: readonly User[]
  /** The courses whose registrations are compared, to be remembered for the next run. */
  readonly courses?: readonly number[]
  /** Executes the plan. The results come as they arrive; after an interruption there are no more. */
  execute(): AsyncIterable<SyncResult>
}

/** Where a row is: as a text, and as fields of its result. */
export type PlaceOf = (line: number) => {
  readonly text: string
  readonly line: number
  readonly file?: string
}

/** One kind of sync, or another command that shows a plan for a file and carries it out. */
export interface Sync {
  /**
   * Identifies what is synced; the row count of the last run is stored under it. Undefined where a file is
   * not compared with the one before.
   */
  readonly scope: string | undefined
  /** Part of the name of its results file. */
  readonly name: string
  /** Of the users whose registrations are compared. */
  readonly usersScope?: string
  /** Whether it gives people new numbers; for others that is the advice if all numbers are unknown. */
  readonly renumbers?: boolean
  /** What to do if the only file is right to be empty. */
  readonly ifEmpty?: string
  /** @param heldUsers the ids of those whom the last sync of users with the same file has left as they are */
  plan(
    rows: readonly Row[],
    placeOf: PlaceOf,
    lastRun: Run | undefined,
    heldUsers: ReadonlySet<string>,
  ): Promise<Plan>
}

const MAX_NAMES = 10

/** Names rows of the file in a sentence: the first ten. */
export function linesText(lines: readonly number[], placeOf: PlaceOf): string {
  const distinct = [...new Set(lines)].sort((a, b) => a - b)
  const more = distinct.length > MAX_NAMES ? ` and ${distinct.length - MAX_NAMES} more` : ''
  const places = distinct.slice(0, MAX_NAMES).map(placeOf)
  const hasFiles = places.some(({ file }) => file !== undefined)
  const texts = places.map(({ text, line }) => (hasFiles ? text : String(line)))
  return `${hasFiles ? '' : distinct.length === 1 ? 'line ' : 'lines '}${texts.join(', ')}${more}`
}

/** Shows how many there are of each kind, and the first of them. */
export function showPlan(plan: Plan, placeOf: PlaceOf, print: (text: string) => void): void {
  print(plan.heading)
  for (const { title, noun, names, shown = MAX_NAMES } of [...plan.kinds, ...kindsOfErrors(plan, placeOf)]) {
    if (names.length === 0) continue
    const count = noun === undefined ? names.length : counted(names.length, noun)
    print(`  ${count} ${title}: ${firstOf(names, shown)}`)
  }
  for (const warning of plan.warnings) print(`  ${warning}`)
}

function firstOf(names: readonly string[], shown = MAX_NAMES): string {
  const more = names.length > shown ? ', …' : ''
  return names.slice(0, shown).map(onOneLine).join(', ') + more
}

/** Whom a person has to look at, and what to do; if so. */
export function questionsOf({ kinds }: Plan, dryRun: boolean): readonly string[] {
  const namesOf = (question: PlannedKind['asks']) =>
    kinds.flatMap(({ asks, names }) => (asks === question ? names : []))
  const [who, what] = [namesOf('who'), namesOf('what')]
  return [
    ...(who.length > 0 ? [`Look who they are: ${firstOf(who)}. ${dryRun ? BEFORE : AFTER}`] : []),
    ...(what.length > 0
      ? [`Look at these people, too; the plan says what may be wrong: ${firstOf(what)}.`]
      : []),
  ]
}

const BEFORE =
  'If a person has a new number, first: rollcall users renumber. If a row is about another person, correct ' +
  'it. If it is right, add --allow-other-person ID.'
const AFTER =
  'The next run does not ask again. If one person has two accounts now: rollcall users merge-accounts. If ' +
  'an account is that of another person now, give it its old values and another login name (rollcall users ' +
  'merge), and another number (rollcall users renumber; if it has none, merge --login-name NAME ' +
  '--external-id NUMBER before the rest).'

/** A row that is about several courses is named once. */
function kindsOfErrors({ unsent, removals }: Plan, placeOf: PlaceOf): readonly PlannedKind[] {
  const errors = inFileOrder(unsent.filter(({ ok }) => !ok))
  const ofRecords = errors.filter(({ line }) => line === undefined)
  const lines = new Set(errors.flatMap(({ line }) => line ?? []))
  return [
    {
      title: 'not in the file, left as they are because of the errors below',
      noun: removals?.noun,
      names: ofRecords.map(({ who = '' }) => who),
    },
    {
      title: 'with errors',
      noun: 'row',
      names: [...lines].map((line) => placeOf(line).text),
    },
  ]
}

/** Writes the plan. A person who has to confirm it sees it even with --quiet. */
export const planWriter = (output: Output, needsConfirmation: boolean) => (text: string) =>
  needsConfirmation ? output.error(text) : output.info(text)
