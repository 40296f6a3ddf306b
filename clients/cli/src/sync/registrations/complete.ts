import { RegistrationStatus, type Registration, type User } from '@rollcall/client'
import type { Context } from '../../context.ts'
import type { ExitCode } from '../../exit-codes.ts'
import { agesOf, tooEarly } from '../../import/earlier-training.ts'
import { fieldsOf, textField, type Field } from '../../import/fields.ts'
import { rejected, type ReadableRow, type Row } from '../../import/row.ts'
import { originalsAmong } from '../../import/rewritten-ids.ts'
import { hasOddScore } from '../../import/survey.ts'
import { failedRow, MERGED, ONE_ATTEMPT, STRICT, type ItemResult } from '../../import/targets/batch.ts'
import { canonical, textIn } from '../../import/texts.ts'
import { counted } from '../../output.ts'
import { distinct } from '../compare.ts'
import { disagreementsAmong, IF_OLD_LIST, rewrittenAmong } from '../disagreements.ts'
import { resultOf, type Plan, type SyncResult } from '../plan.ts'
import { runSync, type SyncOptions } from '../run-sync.ts'
import { BatchSyncService, type SendBatch, type SentItem } from '../service.ts'
import { describeUser, numberAndName } from '../user.ts'
import { nameOf } from './people.ts'
import { LOGIN_NAME, namesCourse } from './desired-registrations.ts'

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
export const COMPLETION_FIELDS: readonly Field[] = [
  ...fieldsOf('history').filter(({ name }) => COLUMNS.has(name)),
  textField(LOGIN_NAME, 'The login name of the person. If the person has another one, the row is an error.'),
]

interface Completion extends Pick<ReadableRow, 'line' | 'body' | 'faults'> {
  /** Of the person; only compared. */
  readonly loginName?: string | undefined
}

/** The same with the registration that it is about, and its person. */
interface CompletionOf extends Completion {
  readonly id: number
  readonly courseId: number
  readonly user: User | undefined
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
  { course, allowEarlier }: CompletionOptions,
): Promise<Plan> {
  const unreadable = rows.flatMap((row) => ('body' in row ? [] : [rejected(row.line, row.code, row.error)]))
  const named = rows.flatMap((row) => ('body' in row ? [completionOf(row, course)] : []))
  const { complete = [], incomplete = [] } = Object.groupBy(named, (row) =>
    missingIn(row) === undefined ? 'complete' : 'incomplete',
  )
  const users = await service.users()
  const otherPersonOf = otherPersonAmong(users)
  const { checked, held } = await withoutHeld(
    service,
    complete,
    (sent) =>
      otherCourse(sent, course) ??
      otherPersonOf(sent) ??
      (allowEarlier ? undefined : beforeRegistration(sent)),
  )
  const accepted = checked.flatMap(({ item, result }) =>
    result?.registration
      ? [
          {
            ...item,
            ...idsOf(result.registration),
            ...agesOf(result.registration),
            user: users.get(result.registration.userId),
            isDone: result.outcome === 'unchanged',
          },
        ]
      : [],
  )
  // Also a row that says the same again: its number may be mistyped, so that somebody else has none.
  const { first: all, repeated } = distinct(accepted, ({ id }) => [`${id}`])
  const first = all.filter(({ isDone }) => !isDone)
  const unchanged = all.filter(({ isDone }) => isDone)
  const failed = [
    ...unreadable,
    ...incomplete.map((row) => rejected(row.line, 'invalid-request', missingIn(row) ?? '')),
    ...held,
    ...checked.flatMap(({ item, result }) =>
      result?.registration ? [] : [notCompleted(item, result, first)],
    ),
    ...repeated.map(({ item, earlierLine }) => repeatedRow(item.line, earlierLine)),
  ]
  const names = (items: readonly CompletionOf[]) => items.map(nameOfCompletion)
  const resultFor = ({ line, id, user }: CompletionOf, outcome: 'changed' | 'unchanged', status?: number) =>
    resultOf(outcome, { line, id, status, detail: user && describeUser(user) })
  return {
    heading: `${counted(rows.length, 'row')}:`,
    kinds: [
      { title: 'to complete', names: names(first) },
      { title: 'of them not passed', names: names(first.filter(({ body }) => isFalse(body['success']))) },
      {
        title: 'of them before their registration',
        names: first.flatMap((one) =>
          one.daysBefore > 0 ? [`${nameOfCompletion(one)} (${one.completedOn})`] : [],
        ),
      },
      {
        title: 'of them with a score below 0 or over 100',
        names: first.flatMap((one) =>
          hasOddScore(one.body) ? [`${nameOfCompletion(one)} (${String(one.body['score'])})`] : [],
        ),
      },
      { title: 'completed already', names: names(unchanged) },
      await leftOpen(service, { toComplete: first, unchanged, users }),
    ],
    unsent: [...failed, ...unchanged.map((one) => resultFor(one, 'unchanged'))],
    expected: first.map((one) => resultFor(one, 'changed')),
    warnings: [],
    async *execute(): AsyncGenerator<SyncResult> {
      for await (const { item, result } of service.write(first)) {
        const { status, outcome, registration } = result ?? {}
        const isDone = registration && (outcome === 'changed' || outcome === 'unchanged')
        yield isDone ? resultFor(item, outcome, status) : failedRow('history', item, result)
      }
    },
  }
}

/** Whose registrations for the courses of the list stay open. */
async function leftOpen(
  service: CompletionService,
  {
    toComplete,
    unchanged,
    users,
  }: {
    readonly toComplete: readonly CompletionOf[]
    readonly unchanged: readonly CompletionOf[]
    readonly users: ReadonlyMap<number, User>
  },
) {
  const done = new Set(toComplete.map(({ id }) => id))
  const courseIds = [...new Set([...toComplete, ...unchanged].map(({ courseId }) => courseId))]
  const found: Registration[][] = []
  for (const courseId of courseIds) found.push(await service.firstOpen(courseId))
  const left = found.flat().filter(({ id, deleted }) => !done.has(id) && !deleted)
  const orMore = found.some(({ length }) => length === MAX_OPEN) ? 'or more ' : ''
  return {
    title: `${orMore}stay open for these courses`,
    names: left.map(({ userId, userExternalId }) => {
      const user = users.get(userId)
      return user ? numberAndName(user) : userExternalId || `user ${userId}`
    }),
  }
}

/** Why the command does not send a row that the service would accept, if so. */
type Objection = (sent: SentItem<Completion>) => ReturnType<typeof rejected> | undefined

/**
 * What the service would do with the rows, without those to which there is an objection. A row behind them
 * may be about the same registration, so the others are checked again.
 */
async function withoutHeld(
  service: CompletionService,
  completions: readonly Completion[],
  objectionTo: Objection,
) {
  const held: ReturnType<typeof rejected>[] = []
  for (let toCheck = completions; ;) {
    const checked = await service.validate(toCheck)
    const objections = checked.flatMap((sent) => objectionTo(sent) ?? [])
    if (objections.length === 0) return { checked, held }
    held.push(...objections)
    const lines = new Set(objections.map(({ line }) => line))
    toCheck = toCheck.filter(({ line }) => !lines.has(line))
  }
}

/** The number of the row is not that of its person, or it has lost its zeros. */
function otherPersonAmong(users: ReadonlyMap<number, User>): Objection {
  const rewrittenOf = rewrittenAmong(users.values(), 'userExternalId')
  const originalsOf = originalsAmong([...users.values()], ({ externalId }) => externalId)
  const disagreementOf = disagreementsAmong(users.values())
  const byExternalId = new Map([...users.values()].map((user) => [canonical(user.externalId), user]))
  return ({ item: { line, body, loginName }, result }) => {
    const { userId, userExternalId, userEmail } = body
    const check = { loginName, email: textIn(userEmail) }
    const byNumber = users.get(Number(userId)) ?? byExternalId.get(canonical(textIn(userExternalId) ?? ''))
    const named = users.get(result?.registration?.userId ?? 0) ?? byNumber
    if (!named) return result?.code === MERGED ? undefined : rewrittenOf(line, userExternalId, check)
    const isNumberAlone = (userId ?? loginName ?? userEmail) === undefined
    const longer = ({ externalId }: User) => externalId.length > named.externalId.length
    const alike = isNumberAlone ? originalsOf(userExternalId).filter(longer) : []
    if (alike.length > 0) return rejected(line, 'rewritten-id', alikeText({ named, alike }))
    const disagreement = disagreementOf(named, check)
    return disagreement === undefined
      ? undefined
      : rejected(line, 'identifiers-disagree', `${nameOfRow(body)} ${disagreement} ${IF_OLD_LIST}`)
  }
}

const alikeText = ({ named, alike }: { readonly named: User; readonly alike: readonly User[] }) =>
  `userExternalId ${named.externalId} is ${describeUser(named)}, and may be ` +
  `${alike.map((user) => `${user.externalId}, ${describeUser(user)}`).join(', or ')}, without first zeros. ` +
  'Add a column userLoginName or userEmail, which says who is meant.'

/** A registration that a row names by its external id may be for another course than the list is for. */
function otherCourse({ item: { line, body }, result }: SentItem<Completion>, course: number | undefined) {
  if (course === undefined || !namesOnlyRegistration(body) || !result?.registration) return undefined
  const { id, courseId, courseName } = result.registration
  if (courseId === course) return undefined
  return rejected(
    line,
    'identifiers-disagree',
    `externalId ${String(body['externalId'])} is that of registration ${id}, for the course ` +
      `${String(courseId)} (${String(courseName)}), and --course says ${course}. ${IF_EXTERNAL_ID} ` +
      'Otherwise correct the row, or leave out --course.',
  )
}

/** Last year's list would complete this year's registration. */
const beforeRegistration: Objection = ({ item: { line }, result }) => {
  const why = result?.outcome === 'changed' && result.registration && tooEarly(result.registration)
  return why ? rejected(line, 'before-registration', why) : undefined
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

/** Of a row whose person has finished the course. */
const FINISHED = 'finished-already'

/** The service names the registration that is finished, or is by an earlier row. */
function notCompleted(item: Completion, result: ItemResult | undefined, toComplete: readonly CompletionOf[]) {
  const failed = failedRow('history', item, result)
  const { existingId: id, code, detail = '' } = result ?? {}
  const earlier = toComplete.find((one) => one.id === id)
  if (earlier) return repeatedRow(item.line, earlier.line)
  if (code !== 'not-registered' && code !== 'import-differs') return failed
  if (id !== undefined)
    return {
      ...failed,
      code: code === 'not-registered' ? FINISHED : code,
      detail: `${detail} The commands: ${correctionOf(id)}.`,
    }
  const whatNow = item.body['externalId'] === undefined ? IF_NEVER_REGISTERED : IF_EXTERNAL_ID
  return { ...failed, detail: `${detail} ${whatNow}` }
}

const correctionOf = (id: number) =>
  `rollcall registrations approve ${id}, and then this list again; rollcall registrations complete ${id} ` +
  '--score N --success for another result'

const IF_EXTERNAL_ID =
  'externalId names registrations, not people. If it is the number of a person: ' +
  '--map externalId=userExternalId.'

const IF_NEVER_REGISTERED = 'To store the training all the same: rollcall registrations import-history.'

const repeatedRow = (line: number, earlierLine: number) =>
  rejected(line, 'repeated-row', `Line ${earlierLine} completes the same registration. Take one of them out.`)

const isFalse = (success: unknown) => /^false$/i.test(String(success))

/** Without the date of a registration, the service stores nothing new. */
function completionOf(row: Completion, course: number | undefined): Completion {
  const { [LOGIN_NAME]: loginName, ...body } = row.body
  const isOfCourse = course !== undefined && !namesCourse(row) && !namesOnlyRegistration(body)
  const ofCourse = isOfCourse ? { courseId: course } : {}
  return {
    ...row,
    body: { ...body, ...ofCourse, statusName: 'Completed', openRegistration: 'complete' },
    loginName: textIn(loginName),
  }
}

const namesPerson = ({ userId, userExternalId, userEmail }: Completion['body']) =>
  userId !== undefined || userExternalId !== undefined || userEmail !== undefined

const namesOnlyRegistration = (body: Completion['body']) =>
  typeof body['externalId'] === 'string' && !namesPerson(body)

const nameOfCompletion = ({ body, user }: CompletionOf) => (user ? numberAndName(user) : nameOfRow(body))

const nameOfRow = (body: Completion['body']) =>
  namesOnlyRegistration(body) ? String(body['externalId']) : nameOf(body)
