import type { Context } from '../../context.ts'
import type { ExitCode } from '../../exit-codes.ts'
import { fieldsOf } from '../../import/fields.ts'
import type { Row } from '../../import/row.ts'
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
}

/** What a row of a completion list may have: who has finished what, and how. */
const COLUMNS = new Set([
  ...['externalId', 'courseId', 'courseName', 'courseExternalId', 'userId', 'userExternalId', 'userEmail'],
  ...['completionDate', 'score', 'success'],
])
export const COMPLETION_FIELDS = fieldsOf('history').filter(({ name }) => COLUMNS.has(name))

interface Completion {
  readonly line: number
  readonly body: Readonly<Record<string, unknown>>
}

/** Completes open registrations as a list from elsewhere says, with its dates. */
export const completeFromFile = (context: Context, options: CompletionOptions): Promise<ExitCode> =>
  runSync(context, options, COMPLETION_FIELDS, {
    scope: undefined,
    name: 'complete',
    plan: (rows) => planCompletions(new CompletionService(context), rows, options.course),
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
}

async function planCompletions(
  service: CompletionService,
  rows: readonly Row[],
  course: number | undefined,
): Promise<Plan> {
  const unreadable = rows.flatMap((row) => ('body' in row ? [] : [rejected(row.line, row.code, row.error)]))
  const completions = rows.flatMap((row) => ('body' in row ? [completionOf(row, course)] : []))
  const checked = await service.validate(completions)
  const of = (outcome: ItemResult['outcome']) =>
    checked.flatMap(({ item, result }) =>
      result?.registration && result.outcome === outcome ? [{ ...item, id: result.registration.id }] : [],
    )
  const { first, repeated } = distinct(of('changed'), ({ id }) => [`${id}`])
  const unchanged = of('unchanged')
  const failed = [
    ...unreadable,
    ...checked.flatMap(({ item, result }) =>
      result?.registration ? [] : [notCompleted(item, result, first)],
    ),
    ...repeated.map(({ item, earlierLine }) => repeatedRow(item.line, earlierLine)),
  ]
  const names = (items: readonly Completion[]) => items.map(({ body }) => nameOfRow(body))
  return {
    heading: `${counted(rows.length, 'row')}:`,
    kinds: [
      { title: 'to complete', names: names(first) },
      { title: 'of them not passed', names: names(first.filter(({ body }) => isFalse(body['success']))) },
      { title: 'completed already', names: names(unchanged) },
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

/** The service names the registration that is finished, or would be by an earlier row. */
function notCompleted(
  item: Completion,
  result: ItemResult | undefined,
  toComplete: readonly (Completion & { readonly id: number })[],
) {
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
  const { line, body } = row
  const isOfCourse = course !== undefined && !namesCourse(row) && namesPerson(body)
  const ofCourse = isOfCourse ? { courseId: course } : {}
  return { line, body: { ...body, ...ofCourse, statusName: 'Completed', openRegistration: 'complete' } }
}

const namesPerson = ({ userId, userExternalId, userEmail }: Completion['body']) =>
  userId !== undefined || userExternalId !== undefined || userEmail !== undefined

const nameOfRow = (body: Completion['body']) =>
  typeof body['externalId'] === 'string' && !namesPerson(body) ? body['externalId'] : nameOf(body)
