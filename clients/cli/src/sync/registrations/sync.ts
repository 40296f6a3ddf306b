import { RollcallError, type Course, type Registration, type User } from '@rollcall/client'
import { pMapIterable } from 'p-map'
import type { Context } from '../../context.ts'
import { UsageError } from '../../errors.ts'
import type { ExitCode } from '../../exit-codes.ts'
import { fieldsOf } from '../../import/fields.ts'
import type { Row } from '../../import/row.ts'
import { failedRow, type ItemResult } from '../../import/targets/batch.ts'
import { areRewritten, isIdentifier } from '../../import/texts.ts'
import { counted } from '../../output.ts'
import { SyncConnection } from '../connection.ts'
import type { Plan, Sync, SyncOutcome, SyncResult } from '../plan.ts'
import type { RemovalLimit } from '../removal-limit.ts'
import { runSync, type SyncOptions } from '../run-sync.ts'
import { Comparison } from './comparison.ts'
import { nameOf, People, personFieldsOf } from './people.ts'
import { RegistrationService } from './service.ts'
import {
  desiredRegistrationsOf,
  type DesiredRegistration,
  type DesiredRegistrations,
} from './desired-registrations.ts'

export interface RegistrationSyncOptions extends SyncOptions {
  /** Ids of courses; without them the rows name the courses. */
  readonly course: readonly number[]
  /** Only people of this group and its subgroups. */
  readonly group: number | undefined
  readonly again: boolean
  readonly maxWithdrawals: RemovalLimit | undefined
}

/** Withdrawals that are sent at once. */
const WITHDRAWALS_AT_ONCE = 4
const CREATED = 201
const ALREADY_REGISTERED = 'already-registered'
/** The service has looked for the person of a row: there is none, or none that is visible. */
const NO_SUCH_PERSON = new Set(['user-not-found', 'user-out-of-reach'])

/** Makes the registrations for some courses, or of a group, equal to a file. */
export function syncRegistrations(context: Context, options: RegistrationSyncOptions): Promise<ExitCode> {
  const { course, group } = options
  if (course.length === 0 && group === undefined)
    throw new UsageError('Give --course ID or --group ID: which registrations does the file describe?')
  const courses = [...new Set(course)].sort((a, b) => a - b)
  const url = context.settings.need('url')
  const sync: Sync = {
    scope: `registrations of ${url}, courses ${courses.join(' ') || '-'}, group ${group ?? '-'}`,
    plan: (rows) => planRegistrations(context, { ...options, course: courses }, rows),
  }
  return runSync(context, options, fieldsOf('registrations'), sync)
}

async function planRegistrations(
  context: Context,
  options: RegistrationSyncOptions,
  rows: readonly Row[],
): Promise<Plan> {
  const { group, again, course: courseIds, dryRun } = options
  const service = new RegistrationService(new SyncConnection(context))
  const areNamed = courseIds.length > 0
  const visible = areNamed ? await service.courses(courseIds) : await service.allCourses()
  const wanted = desiredRegistrationsOf(rows, visible, areNamed)
  const courses = areNamed ? visible : [...new Set(wanted.registrations.map(({ course }) => course))]
  const members = group === undefined ? undefined : await membersOf(service, group)
  const registrations: Registration[] = []
  for (const { id } of courses) registrations.push(...(await service.registrationsFor(id)))

  const people = new People()
  for (const { id, externalId, email } of members ?? []) people.add({ userId: id, externalId, email })
  for (const { userId, userExternalId } of registrations) people.add({ userId, externalId: userExternalId })
  const memberIds = members && new Set(members.map(({ id }) => id))
  const comparison = new Comparison(wanted.registrations, {
    registrations,
    members: memberIds,
    people,
    again,
  })
  const { validated, isUnclear } = await findUnknown(comparison, service, group !== undefined)
  if (dryRun) await validateNew(comparison, service, validated)
  const removalsSkippedBecause =
    (wanted.isUnclear || isUnclear || namesRewritten(comparison)) && comparison.withdraw.length > 0
      ? 'No registration is withdrawn, because some rows do not identify a person or a course, or no row is about these courses. ' +
        'Correct them.'
      : undefined
  return planOf({
    context,
    options,
    service,
    courses,
    wanted,
    comparison,
    removalsSkippedBecause,
    rows: rows.length,
  })
}

async function membersOf(service: RegistrationService, groupId: number): Promise<User[]> {
  try {
    return await service.membersOf(groupId)
  } catch (error) {
    if (error instanceof RollcallError && error.code === 'role-missing')
      throw new UsageError(
        'To see who is in a group, --group needs the role User administrator in it. Ask an operator for it.',
      )
    throw error
  }
}

/**
 * Asks the service about people that the sync does not know. It need not ask about a row that names its person by one id:
 * no registration has that id, so the person has none.
 */
async function findUnknown(comparison: Comparison, service: RegistrationService, hasGroup: boolean) {
  const isNew = ({ body }: DesiredRegistration) => {
    const [field, ...others] = personFieldsOf(body)
    if (hasGroup || field === undefined || others.length > 0) return false
    return field === 'userId'
      ? typeof body.userId === 'number'
      : field === 'userExternalId' && isIdentifier(body[field])
  }
  const { unknown } = comparison
  comparison.register.push(...unknown.filter(isNew))
  const validated = unknown.filter((desired) => !isNew(desired))
  let isUnclear = false
  for (const { item: desired, result } of await service.validate(validated)) {
    if (result?.registration) comparison.place(desired, result.registration.userId)
    else if (result?.code === ALREADY_REGISTERED) comparison.placeExisting(desired, result.existingId)
    else {
      comparison.failed.push(failedResult(desired, result))
      isUnclear ||= !NO_SUCH_PERSON.has(result?.code ?? '')
    }
  }
  return { validated: new Set(validated), isUnclear }
}

/** Whether a row for a person without a registration is probably about one whose registration would be withdrawn. */
const namesRewritten = ({ unknown, withdraw }: Comparison): boolean =>
  areRewritten(
    unknown.map(({ body }) => body.userExternalId),
    withdraw.map(({ userExternalId }) => userExternalId),
  )

/** In a dry run the service checks everything that a sync would send. */
async function validateNew(
  comparison: Comparison,
  service: RegistrationService,
  validated: ReadonlySet<DesiredRegistration>,
): Promise<void> {
  const allDesired = comparison.register.splice(0)
  comparison.register.push(...allDesired.filter((desired) => validated.has(desired)))
  for (const { item: desired, result } of await service.validate(
    allDesired.filter((one) => !validated.has(one)),
  )) {
    if (result?.registration) comparison.register.push(desired)
    else if (result?.code === ALREADY_REGISTERED) comparison.placeExisting(desired, result.existingId)
    else comparison.failed.push(failedResult(desired, result))
  }
}

interface Parts {
  readonly context: Context
  readonly options: RegistrationSyncOptions
  readonly service: RegistrationService
  readonly courses: readonly Course[]
  readonly wanted: DesiredRegistrations
  readonly comparison: Comparison
  readonly removalsSkippedBecause: string | undefined
  readonly rows: number
}

function planOf({
  context,
  options,
  service,
  courses,
  wanted,
  comparison,
  removalsSkippedBecause,
  rows,
}: Parts): Plan {
  const { register, unchanged, completed, outsideGroup, failed, withdraw } = comparison
  const inCourse = (course: string) => (courses.length > 1 ? ` (${course})` : '')
  const nameOfDesired = ({ body, course }: DesiredRegistration) => `${nameOf(body)}${inCourse(course.name)}`
  const nameOfRegistration = ({ userExternalId, userId, courseName }: Registration) =>
    `${userExternalId || `user ${userId}`}${inCourse(courseName)}`
  const namesOfMatched = (all: typeof unchanged) => all.map(({ desired }) => nameOfDesired(desired))
  const otherCourse = wanted.unsent.filter(({ outcome }) => outcome === 'otherCourse')
  const failures = [...wanted.unsent.filter(({ ok }) => !ok), ...failed]
  const withdrawn = removalsSkippedBecause === undefined ? withdraw : []
  const names = courses.map(({ id, name }) => `${name} (${id})`).join(', ')
  return {
    heading: `${counted(rows, 'row')}; ${counted(comparison.open.length, 'open registration')} for ${names || 'no course'}:`,
    kinds: [
      { title: 'to register', names: register.map(nameOfDesired) },
      { title: 'to withdraw', names: withdraw.map(nameOfRegistration) },
      { title: 'registered already', names: namesOfMatched(unchanged) },
      {
        title: 'completed the course and are not registered again (--again registers them)',
        names: namesOfMatched(completed),
      },
      {
        title: `outside group ${options.group}, left as they are`,
        names: outsideGroup.map(nameOfDesired),
      },
      { title: 'rows about other courses', names: otherCourse.map(({ line }) => `line ${line}`) },
      { title: 'rows with errors', names: failures.map(({ line }) => `line ${line}`) },
    ],
    unsent: [
      ...wanted.unsent,
      ...failed,
      ...unchanged.map((matched) => resultOf(matched.desired, 'unchanged', matched.registration)),
      ...completed.map((matched) => resultOf(matched.desired, 'completed', matched.registration)),
      ...outsideGroup.map((desired) => resultOf(desired, 'outsideGroup')),
    ],
    expected: [...register.map((desired) => resultOf(desired, 'created')), ...withdrawn.map(withdrawalOf)],
    removals: {
      verb: 'withdraw',
      noun: 'registrations',
      count: withdraw.length,
      existing: comparison.open.length,
      limit: options.maxWithdrawals,
      option: 'max-withdrawals',
    },
    removalsSkippedBecause,
    async execute(results) {
      await registerAll(context, service, comparison, results)
      if (removalsSkippedBecause === undefined) await withdrawAll(context, service, comparison, results)
    },
  }
}

/** New registrations first: the service may find that a person has one that would be withdrawn. */
async function registerAll(
  { terminal }: Context,
  service: RegistrationService,
  comparison: Comparison,
  results: SyncResult[],
): Promise<void> {
  if (terminal.interrupted.aborted) return
  for await (const batch of service.register(comparison.register)) {
    for (const { item: desired, result } of batch) {
      const { status, code, registration, existingId } = result ?? {}
      if (status === CREATED && registration)
        results.push({ ...resultOf(desired, 'created', registration), status })
      else if (code === ALREADY_REGISTERED) {
        comparison.keep(existingId)
        results.push(
          resultOf(desired, 'unchanged', existingId === undefined ? undefined : { id: existingId }),
        )
      } else results.push(failedResult(desired, result))
    }
    if (terminal.interrupted.aborted) return
  }
}

async function withdrawAll(
  { terminal }: Context,
  service: RegistrationService,
  comparison: Comparison,
  results: SyncResult[],
): Promise<void> {
  const withdraw = async (registration: Registration): Promise<SyncResult | undefined> => {
    if (terminal.interrupted.aborted) return undefined
    const found = await service.withdraw(registration.id)
    if (found?.statusName === 'Withdrawn') return withdrawalOf(registration)
    // Completed meanwhile, or its user was deleted.
    return { ...withdrawalOf(registration), outcome: 'kept' }
  }
  const done = pMapIterable(comparison.withdraw, withdraw, { concurrency: WITHDRAWALS_AT_ONCE })
  for await (const result of done) if (result) results.push(result)
}

const resultOf = (
  { line, course }: DesiredRegistration,
  outcome: SyncOutcome,
  registration?: { readonly id: number },
): SyncResult => ({
  line,
  ok: true,
  outcome,
  courseId: course.id,
  ...(registration ? { id: registration.id } : {}),
})

const withdrawalOf = ({ id, courseId, userId }: Registration): SyncResult => ({
  ok: true,
  outcome: 'withdrawn',
  id,
  courseId,
  userId,
})

const failedResult = (desired: DesiredRegistration, result: ItemResult | undefined): SyncResult => ({
  ...failedRow('registrations', desired, result),
  courseId: desired.course.id,
})
