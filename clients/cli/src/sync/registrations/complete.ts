import { RegistrationStatus, type Course, type Registration, type User } from '@rollcall/client'
import type { Context } from '../../context.ts'
import type { ExitCode } from '../../exit-codes.ts'
import { courseOf } from '../../import/course.ts'
import { agesOf } from '../../import/earlier-training.ts'
import { rejected, type Row } from '../../import/row.ts'
import { hasOddScore } from '../../import/survey.ts'
import { failedRow, MERGED, ONE_ATTEMPT, STRICT, type ItemResult } from '../../import/targets/batch.ts'
import { counted } from '../../output.ts'
import { distinct } from '../compare.ts'
import { resultOf, type Plan, type PlannedKind, type SyncResult } from '../plan.ts'
import { runSync, type SyncOptions } from '../run-sync.ts'
import { BatchSyncService, type SendBatch } from '../service.ts'
import { describeUser, numberAndName } from '../user.ts'
import {
  COMPLETION_FIELDS,
  completionOf,
  IF_EXTERNAL_ID,
  missingIn,
  nameOfRow,
  type Completion,
} from './completion.ts'
import {
  beforeRegistration,
  otherCourse,
  otherPersonAmong,
  personAmong,
  withoutHeld,
} from './completion-objections.ts'

interface CompletionOptions extends SyncOptions {
  /** The course of rows that name none. */
  readonly course: number | undefined
  /** Whether training may be much older than the registration that it completes. */
  readonly allowEarlier: boolean
}

/** The same with the registration that it is about, and its person. */
interface CompletionOf extends Completion {
  readonly id: number
  readonly courseId: number
  readonly user: User | undefined
  /** What is stored, if that is another result than the row has: it was corrected since. */
  readonly correctedTo: string | undefined
}

/** Completes open registrations as a list from elsewhere says, with its dates. */
export const completeFromFile = (context: Context, options: CompletionOptions): Promise<ExitCode> =>
  runSync(context, options, COMPLETION_FIELDS, {
    scope: undefined,
    name: 'complete',
    plan: async (rows) => {
      const course = options.course === undefined ? undefined : await courseOf(context, options.course)
      return planCompletions(new CompletionService(context), rows, { ...options, course })
    },
  })

class CompletionService extends BatchSyncService<Completion> {
  readonly #registration
  readonly #user

  constructor(context: Context) {
    super(context)
    const { registration, user } = context.operatorApi(ONE_ATTEMPT)
    this.#registration = registration
    this.#user = user
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

  /** The users of all groups by their ids. */
  async users(): Promise<ReadonlyMap<number, User>> {
    const users = await this.list((page) => this.#user.listAllUsersRaw(page))
    return new Map(users.map((user) => [user.id, user]))
  }
}

const OPEN = [RegistrationStatus.NotStarted, RegistrationStatus.Approved]
/** One page, so that the plan takes no longer for a large course. */
const MAX_OPEN = 1_000

async function planCompletions(
  service: CompletionService,
  rows: readonly Row[],
  { course, allowEarlier }: Pick<CompletionOptions, 'allowEarlier'> & { readonly course: Course | undefined },
): Promise<Plan> {
  const unreadable = rows.flatMap((row) => ('body' in row ? [] : [rejected(row.line, row.code, row.error)]))
  const named = rows.flatMap((row) => ('body' in row ? [completionOf(row, course?.id)] : []))
  const { complete = [], incomplete = [] } = Object.groupBy(named, (row) =>
    missingIn(row) === undefined ? 'complete' : 'incomplete',
  )
  const users = await service.users()
  const otherPersonOf = otherPersonAmong(users)
  const { checked, held } = await withoutHeld(
    service,
    complete,
    (sent) =>
      otherCourse(sent, course?.id) ??
      otherPersonOf(sent) ??
      (allowEarlier ? undefined : beforeRegistration(sent)),
  )
  const accepted = checked.flatMap(({ item, result }) =>
    result?.registration ? [acceptedOf(item, result.registration, { outcome: result.outcome, users })] : [],
  )
  // Also a row that says the same again: its number may be mistyped, so that somebody else has none.
  const { first, repeated } = distinct(accepted, ({ id }) => [`${id}`])
  const toComplete = first.filter(({ isDone }) => !isDone)
  const unchanged = first.filter(({ isDone }) => isDone)
  const personOf = personAmong(users)
  const rejectedItems = checked.filter(({ result }) => !result?.registration)
  const failed = [
    ...unreadable,
    ...incomplete.map((row) => rejected(row.line, 'invalid-request', missingIn(row) ?? '')),
    ...held,
    ...rejectedItems.map(({ item, result }) =>
      notCompleted(item, result, { toComplete, person: personOf(item.body), users }),
    ),
    ...repeated.map(({ item, earlierLine }) => repeatedRow(item.line, earlierLine)),
  ]
  const notRegistered = rejectedItems.flatMap(({ item, result }) => {
    if (result?.code !== NOT_REGISTERED || result.existingId !== undefined) return []
    const person = personOf(item.body)
    return [person ? numberAndName(person) : nameOfRow(item.body)]
  })
  const { open, areAllRead } = await openFor(service, first)
  return {
    heading: `${counted(rows.length, 'row')}${course ? ` for ${course.name} (${course.id})` : ''}:`,
    kinds: [
      ...linesOfCompleted(toComplete, open),
      ...linesOfUnchanged(unchanged),
      {
        title: 'not registered, most of the list (is it for another course?)',
        names: notRegistered.length * 2 > rows.length ? notRegistered : [],
      },
      {
        title: `${areAllRead ? '' : 'or more '}left open for these courses`,
        names: leftOpen(open, { toComplete, users }),
      },
    ],
    unsent: [...failed, ...unchanged.map((one) => resultFor(one, 'unchanged'))],
    expected: toComplete.map((one) => resultFor(one, 'changed')),
    warnings: [],
    async *execute(): AsyncGenerator<SyncResult> {
      for await (const { item, result } of service.write(toComplete)) {
        const { status, outcome, registration } = result ?? {}
        const isDone = registration && (outcome === 'changed' || outcome === 'unchanged')
        yield isDone ? resultFor(item, outcome, status) : failedRow('history', item, result)
      }
    },
  }
}

const acceptedOf = (
  item: Completion,
  registration: NonNullable<ItemResult['registration']>,
  { outcome, users }: { readonly outcome: ItemResult['outcome']; readonly users: ReadonlyMap<number, User> },
) => ({
  ...item,
  ...idsOf(registration),
  ...agesOf(registration),
  user: users.get(registration.userId),
  isDone: outcome === 'unchanged',
  correctedTo: correctionIn(item, registration),
})

function resultFor(
  { line, id, user, correctedTo }: CompletionOf,
  outcome: 'changed' | 'unchanged',
  status?: number,
): SyncResult {
  const stored = outcome === 'unchanged' && correctedTo !== undefined ? `stored: ${correctedTo}` : undefined
  const detail = [user && describeUser(user), stored].filter(Boolean).join('; ') || undefined
  return resultOf(outcome, { line, id, status, detail })
}

/** @param open the registrations of their courses that are open, or were completed by another list */
function linesOfCompleted(
  toComplete: readonly (CompletionOf & ReturnType<typeof agesOf>)[],
  open: readonly Registration[],
): PlannedKind[] {
  const dateOf = new Map(open.map(({ id, completionDate }) => [id, completionDate]))
  const replacedDateOf = ({ id, completedOn }: (typeof toComplete)[number]) => {
    const date = dateOf.get(id)?.toISOString().slice(0, 10)
    return date === completedOn ? undefined : date
  }
  return [
    { title: 'to complete', names: toComplete.map(nameOfCompletion) },
    {
      title: 'of them not passed',
      names: toComplete.filter(({ body }) => isFalse(body['success'])).map(nameOfCompletion),
    },
    {
      title: 'of them before their registration',
      names: namesWith(toComplete, (one) => (one.daysBefore > 0 ? one.completedOn : undefined)),
    },
    {
      title: 'of them with another date until now, which is replaced',
      names: namesWith(toComplete, replacedDateOf),
    },
    {
      title: 'of them with a score below 0 or over 100',
      names: namesWith(toComplete, ({ body }) => (hasOddScore(body) ? String(body['score']) : undefined)),
    },
  ]
}

const linesOfUnchanged = (unchanged: readonly CompletionOf[]): PlannedKind[] => [
  { title: 'completed already', names: unchanged.map(nameOfCompletion) },
  {
    title: 'of them with another result by now, which stays',
    names: namesWith(unchanged, ({ correctedTo }) => correctedTo),
  },
]

/** Names those that have such a text, with it. */
const namesWith = <T extends CompletionOf>(
  completions: readonly T[],
  textOf: (one: T) => string | undefined,
): string[] =>
  completions.flatMap((one) => {
    const text = textOf(one)
    return text === undefined ? [] : [`${nameOfCompletion(one)} (${text})`]
  })

/** The open registrations for the courses of the list. */
async function openFor(service: CompletionService, completions: readonly CompletionOf[]) {
  const found: Registration[][] = []
  for (const courseId of new Set(completions.map((one) => one.courseId)))
    found.push(await service.firstOpen(courseId))
  return { open: found.flat(), areAllRead: found.every(({ length }) => length < MAX_OPEN) }
}

/** Whose registrations for the courses of the list stay open. */
function leftOpen(
  open: readonly Registration[],
  {
    toComplete,
    users,
  }: { readonly toComplete: readonly CompletionOf[]; readonly users: ReadonlyMap<number, User> },
): string[] {
  const done = new Set(toComplete.map(({ id }) => id))
  const left = open.filter(({ id, deleted }) => !done.has(id) && !deleted)
  return left.map(({ userId, userExternalId }) => {
    const user = users.get(userId)
    return user ? numberAndName(user) : userExternalId || `user ${userId}`
  })
}

/** The result that is stored, if the row has another one. */
function correctionIn(
  { body }: Completion,
  { completionDate, score, success }: NonNullable<ItemResult['registration']>,
): string | undefined {
  const day = (date: unknown) => new Date(String(date)).toISOString().slice(0, 10)
  const isSame =
    day(body['completionDate']) === day(completionDate) &&
    (body['score'] ?? score) === score &&
    String(body['success'] ?? success).toLowerCase() === String(success)
  if (isSame) return undefined
  const passed = success === null ? [] : [success === true ? 'passed' : 'not passed']
  return [day(completionDate), ...(score === null ? [] : [`score ${JSON.stringify(score)}`]), ...passed].join(
    ', ',
  )
}

const idsOf = ({ id, courseId }: NonNullable<ItemResult['registration']>) => ({
  id,
  courseId: Number(courseId),
})

const NOT_REGISTERED = 'not-registered'
/** Of a row whose person has finished the course. */
const FINISHED = 'finished-already'

/** The service names the registration that is finished, or is by an earlier row. */
function notCompleted(
  item: Completion,
  result: ItemResult | undefined,
  {
    toComplete,
    person,
    users,
  }: {
    readonly toComplete: readonly CompletionOf[]
    readonly person: User | undefined
    readonly users: ReadonlyMap<number, User>
  },
) {
  const failed = failedRow('history', item, result)
  const { existingId: id, code, detail = '' } = result ?? {}
  const left = code === MERGED ? users.get(id ?? 0) : undefined
  if (left) return { ...failed, detail: `${detail} It is ${numberAndName(left)}.` }
  const earlier = toComplete.find((one) => one.id === id)
  if (earlier) return repeatedRow(item.line, earlier.line)
  if (code !== NOT_REGISTERED && code !== 'import-differs') return failed
  if (id !== undefined) {
    const who = person ? `${nameOfRow(item.body)} is ${describeUser(person)}. ` : ''
    return {
      ...failed,
      code: code === NOT_REGISTERED ? FINISHED : code,
      detail: `${who}${detail} The commands: ${correctionOf(id)}.`,
    }
  }
  const whatNow = item.body['externalId'] === undefined ? IF_NEVER_REGISTERED : IF_EXTERNAL_ID
  return { ...failed, detail: `${detail} ${whatNow}` }
}

const correctionOf = (id: number) =>
  `rollcall registrations complete ${id} --score N --success for another result; rollcall registrations ` +
  `approve ${id}, and then this list again, for another date`

const IF_NEVER_REGISTERED = 'To store the training all the same: rollcall registrations import-history.'

const repeatedRow = (line: number, earlierLine: number) =>
  rejected(line, 'repeated-row', `Line ${earlierLine} completes the same registration. Take one of them out.`)

const isFalse = (success: unknown) => /^false$/i.test(String(success))

const nameOfCompletion = ({ body, user }: CompletionOf) => (user ? numberAndName(user) : nameOfRow(body))
