import { RegistrationStatus, type Registration } from '@rollcall/client'
import type { Context } from '../../context.ts'
import type { ExitCode } from '../../exit-codes.ts'
import { agesOf, tooEarly } from '../../import/earlier-training.ts'
import { fieldsOf } from '../../import/fields.ts'
import type { ReadableRow, Row } from '../../import/row.ts'
import { hasOddScore } from '../../import/survey.ts'
import { failedRow, ONE_ATTEMPT, STRICT, type ItemResult } from '../../import/targets/batch.ts'
import { counted } from '../../output.ts'
import { distinct } from '../compare.ts'
import { rejected, resultOf, type Plan, type SyncResult } from '../plan.ts'
import { runSync, type SyncOptions } from '../run-sync.ts'
import { BatchSyncService, type SendBatch } from '../service.ts'
import { nameOf } from './people.ts'
import { namesCourse } from './desired-registrations.ts'

interface CompletionOptions extends SyncOptions {
  /** The course of rows that name none. */
  readonly course: number | undefined
  /** Whether training may be much older than the registration that it completes. */
  readonly allowEarlier: boolean
}

/** What a row of a completion list may have: who has finished what, and how. */
const COLUMNS = new Set([
  ...['externalId', 'courseId', 'courseName', 'courseExternalId', 'userId', 'userExternalId', 'userEmail'],
  ...['completionDate', 'score', 'success'],
])
export const COMPLETION_FIELDS = fieldsOf('history').filter(({ name }) => COLUMNS.has(name))

type Completion = Pick<ReadableRow, 'line' | 'body' | 'faults'>

/** The same with the registration that it is about. */
interface CompletionOf extends Completion {
  readonly id: number
  readonly courseId: number
}

/** Completes open registrations as a list from elsewhere says, with its dates. */
export const completeFromFile = (context: Context, options: CompletionOptions): Promise<ExitCode> =>
  runSync(context, options, COMPLETION_FIELDS, {
    scope: undefined,
    name: 'complete',
    plan: (rows) => planCompletions(new CompletionService(context), rows, options),
  })

class CompletionService extends BatchSyncService<Completion> {
  readonly #registration

  constructor(context: Context) {
    super(context)
    this.#registration = context.operatorApi(ONE_ATTEMPT).registration
  }

  protected override sendBatch: SendBatch<Completion> = (headers, bodies) => {
    const Prefer = [STRICT, headers.Prefer].filter(Boolean).join(', ')
    return this.#registration.importRegistrationsRaw({ RegistrationToImport: [], Prefer }, bodies)
  }

  /** The open registrations for a course that the service lists first. */
  async firstOpen(courseId: number): Promise<Registration[]> {
    const filter = { courseId, status: OPEN, limit: MAX_OPEN }
    return this.send(async () => (await this.#registration.listAllRegistrationsRaw(filter)).value())
  }
}

const OPEN = [RegistrationStatus.NotStarted, RegistrationStatus.Approved]
/** One page, so that the plan takes no longer for a large course. */
const MAX_OPEN = 1_000

async function planCompletions(
  service: CompletionService,
  rows: readonly Row[],
  { course, allowEarlier }: CompletionOptions,
): Promise<Plan> {
  const unreadable = rows.flatMap((row) => ('body' in row ? [] : [rejected(row.line, row.code, row.error)]))
  const named = rows.flatMap((row) => ('body' in row ? [completionOf(row, course)] : []))
  const { complete = [], incomplete = [] } = Object.groupBy(named, (row) =>
    missingIn(row) === undefined ? 'complete' : 'incomplete',
  )
  const { checked, held } = await withoutEarlier(service, complete, allowEarlier)
  const of = (outcome: ItemResult['outcome']) =>
    checked.flatMap(({ item, result }) =>
      result?.registration && result.outcome === outcome
        ? [{ ...item, ...idsOf(result.registration), ...agesOf(result.registration) }]
        : [],
    )
  const { first, repeated } = distinct(of('changed'), ({ id }) => [`${id}`])
  const unchanged = of('unchanged')
  const failed = [
    ...unreadable,
    ...incomplete.map((row) => rejected(row.line, 'invalid-request', missingIn(row) ?? '')),
    ...held,
    ...checked.flatMap(({ item, result }) =>
      result?.registration ? [] : [notCompleted(item, result, first)],
    ),
    ...repeated.map(({ item, earlierLine }) => repeatedRow(item.line, earlierLine)),
  ].sort((one, other) => one.line - other.line)
  const names = (items: readonly Completion[]) => items.map(({ body }) => nameOfRow(body))
  return {
    heading: `${counted(rows.length, 'row')}:`,
    kinds: [
      { title: 'to complete', names: names(first) },
      { title: 'of them not passed', names: names(first.filter(({ body }) => isFalse(body['success']))) },
      {
        title: 'of them before their registration',
        names: first.flatMap(({ body, daysBefore, completedOn }) =>
          daysBefore > 0 ? [`${nameOfRow(body)} (${completedOn})`] : [],
        ),
      },
      {
        title: 'of them with a score below 0 or over 100',
        names: first.flatMap(({ body }) =>
          hasOddScore(body) ? [`${nameOfRow(body)} (${String(body['score'])})`] : [],
        ),
      },
      { title: 'completed already', names: names(unchanged) },
      await leftOpen(service, first, unchanged),
      { title: 'with errors', noun: 'row', names: failed.map(({ line }) => `line ${line}`) },
    ],
    unsent: [...failed, ...unchanged.map(({ line, id }) => resultOf('unchanged', { line, id }))],
    expected: first.map(({ line, id }) => resultOf('changed', { line, id })),
    warnings: [],
    async *execute(): AsyncGenerator<SyncResult> {
      for await (const { item, result } of service.write(first)) {
        const { status, outcome, registration } = result ?? {}
        const isDone = registration && (outcome === 'changed' || outcome === 'unchanged')
        yield isDone
          ? resultOf(outcome, { line: item.line, status, id: registration.id })
          : failedRow('history', item, result)
      }
    },
  }
}

/** Whose registrations for the courses of the list stay open. */
async function leftOpen(
  service: CompletionService,
  toComplete: readonly CompletionOf[],
  unchanged: readonly CompletionOf[],
) {
  const done = new Set(toComplete.map(({ id }) => id))
  const courseIds = [...new Set([...toComplete, ...unchanged].map(({ courseId }) => courseId))]
  const found: Registration[][] = []
  for (const courseId of courseIds) found.push(await service.firstOpen(courseId))
  const left = found.flat().filter(({ id, deleted }) => !done.has(id) && !deleted)
  const orMore = found.some(({ length }) => length === MAX_OPEN) ? 'or more ' : ''
  return {
    title: `${orMore}stay open for these courses`,
    names: left.map(({ userId, userExternalId }) => userExternalId || `user ${userId}`),
  }
}

/**
 * What the service would do with the rows, without those whose training is much older than the registration
 * that they would complete: last year's list would complete this year's registration. A row behind them may
 * be about the same registration, so the others are checked again.
 */
async function withoutEarlier(
  service: CompletionService,
  completions: readonly Completion[],
  allowEarlier: boolean,
) {
  const held: ReturnType<typeof rejected>[] = []
  for (let toCheck = completions; ;) {
    const checked = await service.validate(toCheck)
    const earlier = checked.flatMap(({ item: { line }, result }) => {
      const why = result?.outcome === 'changed' && result.registration && tooEarly(result.registration)
      return why ? [rejected(line, 'before-registration', why)] : []
    })
    if (allowEarlier || earlier.length === 0) return { checked, held }
    held.push(...earlier)
    const lines = new Set(earlier.map(({ line }) => line))
    toCheck = toCheck.filter(({ line }) => !lines.has(line))
  }
}

const idsOf = ({ id, courseId }: NonNullable<ItemResult['registration']>) => ({
  id,
  courseId: Number(courseId),
})

/** What a row does not name, and how to name it. */
function missingIn(row: Completion): string | undefined {
  if (namesOnlyRegistration(row.body)) return undefined
  if (!namesPerson(row.body))
    return 'The row names no person. Give userExternalId, userEmail or userId, or remove the row.'
  return namesCourse(row) ? undefined : 'The row names no course. Add --course ID, or a column courseId.'
}

/** The service names the registration that is finished, or would be by an earlier row. */
function notCompleted(item: Completion, result: ItemResult | undefined, toComplete: readonly CompletionOf[]) {
  const failed = failedRow('history', item, result)
  if (result?.code !== 'not-registered' || result.existingId === undefined) return failed
  const earlier = toComplete.find(({ id }) => id === result.existingId)
  return earlier ? repeatedRow(item.line, earlier.line) : { ...failed, code: 'completed-already' }
}

const repeatedRow = (line: number, earlierLine: number) =>
  rejected(line, 'repeated-row', `Line ${earlierLine} completes the same registration.`)

const isFalse = (success: unknown) => /^false$/i.test(String(success))

/** Without the date of a registration, the service stores nothing new. */
function completionOf(row: Completion, course: number | undefined): Completion {
  const { body } = row
  const isOfCourse = course !== undefined && !namesCourse(row) && !namesOnlyRegistration(body)
  const ofCourse = isOfCourse ? { courseId: course } : {}
  return { ...row, body: { ...body, ...ofCourse, statusName: 'Completed', openRegistration: 'complete' } }
}

const namesPerson = ({ userId, userExternalId, userEmail }: Completion['body']) =>
  userId !== undefined || userExternalId !== undefined || userEmail !== undefined

const namesOnlyRegistration = (body: Completion['body']) =>
  typeof body['externalId'] === 'string' && !namesPerson(body)

const nameOfRow = (body: Completion['body']) =>
  namesOnlyRegistration(body) ? String(body['externalId']) : nameOf(body)
