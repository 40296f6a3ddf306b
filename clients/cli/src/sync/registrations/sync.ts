import { RollcallError, type Registration, type User } from '@rollcall/client'
import type { Context } from '../../context.ts'
import { UsageError } from '../../errors.ts'
import type { ExitCode } from '../../exit-codes.ts'
import { fieldsOf, type Field } from '../../import/fields.ts'
import type { Row } from '../../import/row.ts'
import { failedRow, MERGED, type ItemResult } from '../../import/targets/batch.ts'
import { isIdentifier, originalsAmong } from '../../import/texts.ts'
import { counted } from '../../output.ts'
import { compare, inFileOrder, type Comparison } from '../compare.ts'
import { heldDetail, heldName, linesAbout } from '../doubts.ts'
import {
  type PlaceOf,
  rejected,
  resultOf,
  REWRITTEN,
  rewrittenRow,
  type Plan,
  type SyncOutcome,
  type SyncResult,
} from '../plan.ts'
import type { Limit } from '../limit.ts'
import { runSync, type SyncOptions } from '../run-sync.ts'
import { inSeveralGroups, type GroupMembers } from '../service.ts'
import {
  desiredRegistrationsOf,
  LOGIN_NAME,
  namesCourse,
  repeatedRegistration,
  type DesiredRegistration,
  type DesiredRegistrations,
} from './desired-registrations.ts'
import { doubtsOf, heldRegistrations } from './doubts.ts'
import { nameOf, People, personFieldsOf, personKeyOf } from './people.ts'
import { isOpen, RegistrationService } from './service.ts'

interface RegistrationSyncOptions extends Omit<SyncOptions, 'file' | 'moreFiles'> {
  readonly file: readonly string[]
  /** Ids of courses; without them the rows name the courses. */
  readonly course: readonly number[]
  /** Only people of this group and its subgroups. */
  readonly group: number | undefined
  /** Instead of a group: all people whom the service account can see. */
  readonly allGroups: boolean
  /** Who has finished a course is registered again. */
  readonly again: boolean
  /** The same for people who have finished it before this time. */
  readonly againAfter: Date | undefined
  readonly maxWithdrawals: Limit | undefined
}

const CREATED = 201
const ALREADY_REGISTERED = 'already-registered'
/** Only a row that was not checked, because its person is known, can be so when it is sent. */
const MALFORMED = 'invalid-request'
/** The row names people who exist, one of whom may be leaving. */
const NAMES_SEVERAL = new Set(['user-ambiguous', 'identifiers-disagree'])
/** The service rejects the registration of a person whom it has found. */
const PERSON_IS_FOUND = new Set([
  'user-out-of-reach',
  'user-inactive',
  'course-inactive',
  'course-not-published',
  'event-based-course',
  'registration-not-required',
  'registration-external-id-taken',
])

/** What a row may have. */
export const REGISTRATION_FIELDS: readonly Field[] = [
  ...fieldsOf('registrations'),
  {
    name: LOGIN_NAME,
    type: 'text',
    describe: 'The login name of the person, which tells whom a row with a new number may be about.',
    readOnly: false,
    mayBeEmpty: false,
  },
]

/** A name of a file has at most 255 bytes. */
const MAX_COURSES_IN_NAME = 10

/** Makes the registrations for some courses, or of a group, equal to a file. */
export function syncRegistrations(context: Context, options: RegistrationSyncOptions): Promise<ExitCode> {
  const { file, course, group, allGroups } = options
  const [first = '', ...moreFiles] = file
  if ((group === undefined) === !allGroups)
    throw new UsageError(
      'Give --group ID: whose registrations does the file describe? Those of other people would be ' +
        'withdrawn. Only if it names everybody who takes the courses, give --all-groups instead.',
    )
  if (course.length === 0 && allGroups)
    throw new UsageError('Give --course ID with --all-groups: which courses does the file describe?')
  const courses = [...new Set(course)].sort((a, b) => a - b)
  const url = context.settings.need('url')
  return runSync(context, { ...options, file: first, moreFiles }, REGISTRATION_FIELDS, {
    scope: `registrations of ${url}, courses ${courses.join(' ') || '-'}, group ${group ?? '-'}`,
    name: ['registrations', ...courses.slice(0, MAX_COURSES_IN_NAME), group ?? 'all'].join('-'),
    plan: (rows, placeOf) => planRegistrations(context, { ...options, course: courses }, rows, placeOf),
  })
}

async function planRegistrations(
  context: Context,
  options: RegistrationSyncOptions,
  rows: readonly Row[],
  placeOf: PlaceOf,
): Promise<Plan> {
  const { group, course: courseIds } = options
  const service = new RegistrationService(context)
  const named = courseIds.length > 0 ? await service.courses(courseIds) : undefined
  const visible = named === undefined || rows.some(namesCourse) ? await service.allCourses() : []
  const asked = desiredRegistrationsOf(rows, { named, visible }, placeOf)
  const courses = named ?? [...new Set(asked.registrations.map(({ course }) => course))]
  const members = group === undefined ? undefined : await membersOf(service, group)
  const emails = new Map(members?.users.map(({ id, email }) => [id, email]))
  const isMember = async ({ userId }: Registration): Promise<boolean> =>
    group === undefined || (await service.isMember(group, { userId, email: emails.get(userId) ?? '' }))
  const registrations = await service.registrationsFor(courses)
  const {
    comparison,
    hidden,
    outsideGroup,
    open,
    ofOthers,
    failed,
    hasEveryRowFailed,
    namesNobody,
    areSomeRewritten,
  } = await compareRegistrations(asked, { members, registrations }, service, { ...options, placeOf })
  const { create, keep, remove, held } = comparison
  const unsent = [...asked.unsent, ...failed, ...outsideGroup.map((one) => outsideOf(group, one))]
  const unchanged = keep.filter(({ present }) => isOpen(present))
  const completed = keep.filter(({ present }) => !isOpen(present))
  const inCourse = (course: string) => (courses.length > 1 ? ` (${course})` : '')
  const nameOfDesired = ({ body, course }: DesiredRegistration) => `${nameOf(body)}${inCourse(course.name)}`
  const nameOfRegistration = ({ userExternalId, userId, courseName }: Registration) =>
    `${userExternalId || `user ${userId}`}${inCourse(courseName)}`
  // A row is about several courses.
  const linesOf = (results: readonly SyncResult[]) => [
    ...new Set(inFileOrder(results).map(({ line = 0 }) => placeOf(line).text)),
  ]
  const names = courses.map(({ id, name }) => `${name} (${id})`).join(', ')
  return {
    heading:
      `${counted(rows.length, 'row')}; ${counted(open, 'open registration')} for ` +
      `${names || 'no course'}:`,
    kinds: [
      { title: 'to register', names: create.map(nameOfDesired) },
      { title: 'to withdraw', names: remove.map(nameOfRegistration) },
      {
        title: 'not in the file, and not withdrawn in this run',
        names: held.map((one) => heldName(nameOfRegistration(one.present), one, placeOf)),
      },
      {
        title: 'registered already',
        names: inFileOrder([...unchanged.map(({ desired }) => desired), ...hidden]).map(nameOfDesired),
      },
      {
        title: `of people outside group ${group}, left as they are`,
        noun: 'open registration',
        names: ofOthers.map(nameOfRegistration),
      },
      {
        title: 'finished the course and are not registered again (see --again-after)',
        names: completed.map(({ desired }) => nameOfDesired(desired)),
      },
      { title: 'about other courses', noun: 'row', names: linesOf(unsent.filter(({ ok }) => ok)) },
      { title: 'with errors', noun: 'row', names: linesOf(unsent.filter(({ ok }) => !ok)) },
    ],
    unsent: [
      ...unsent,
      ...unchanged.map(({ desired, present }) => resultFor(desired, 'unchanged', present.id)),
      ...hidden.map((desired) => resultFor(desired, 'unchanged')),
      ...completed.map(({ desired, present }) => resultFor(desired, 'completed', present.id)),
      ...held.map((one) => ({ ...resultOfRemoval(one.present, 'kept'), ...heldDetail(one, placeOf) })),
    ],
    expected: [
      ...create.map((desired) => resultFor(desired, 'created')),
      ...remove.map((one) => resultOfRemoval(one, 'withdrawn')),
    ],
    removals: {
      verb: 'withdraw',
      noun: 'registration',
      count: remove.length,
      existing: open,
      limit: options.maxWithdrawals,
      option: 'max-withdrawals',
    },
    warnings: [
      ...(held.length === 0
        ? []
        : [hasEveryRowFailed ? EVERY_ROW_FAILED : heldRegistrations(held, { placeOf, namesNobody })]),
      ...(areSomeRewritten ? [REWRITTEN] : []),
    ],
    execute: () => apply(service, comparison, { unchanged: keep.length + hidden.length, isMember }),
  }
}

/**
 * Registers and withdraws. New registrations come first: the service may find that a person has one to
 * withdraw.
 */
async function* apply(
  service: RegistrationService,
  { create, remove }: RegistrationComparison,
  {
    unchanged,
    isMember,
  }: {
    /** Rows for which nothing is to be done. */
    readonly unchanged: number
    /** Whether the person is in the group, at this moment. */
    readonly isMember: (registration: Registration) => Promise<boolean>
  },
) {
  const kept = new Set<number>()
  let isUnclear = false
  let failed = 0
  for await (const { item: desired, result } of service.write(create)) {
    const { status, code, registration, existingId } = result ?? {}
    if (status === CREATED && registration)
      yield { ...resultFor(desired, 'created', registration.id), status }
    else if (code === ALREADY_REGISTERED) {
      if (existingId !== undefined) kept.add(existingId)
      yield resultFor(desired, 'unchanged', existingId)
    } else {
      failed++
      isUnclear ||= code !== MALFORMED && !PERSON_IS_FOUND.has(code ?? '')
      yield failedResult(desired, result)
    }
  }
  // The service would have found this person a moment ago.
  if (isUnclear && remove.length > 0) throw new Error(CHANGED_MEANWHILE)
  if (unchanged === 0 && failed > 0 && failed === create.length && remove.length > 0)
    throw new Error(EVERY_ROW_FAILED)
  const withdrawn = remove.filter(({ id }) => !kept.has(id))
  yield* service.forEach(withdrawn, async (registration) => {
    const after = await service.withdraw(registration.id, () => isMember(registration))
    // Completed meanwhile, or its user was deleted or has left the group.
    const outcome: SyncOutcome = after?.statusName === 'Withdrawn' ? 'withdrawn' : 'kept'
    return resultOfRemoval(registration, outcome)
  })
}

interface Present {
  /** The users of the group; undefined without a group. */
  readonly members: GroupMembers | undefined
  /** All registrations for the courses. */
  readonly registrations: readonly Registration[]
}

/** Compares the registrations that a file asks for with those that exist. */
async function compareRegistrations(
  asked: DesiredRegistrations,
  { members, registrations }: Present,
  service: RegistrationService,
  { again, againAfter, dryRun, yes, placeOf }: RegistrationSyncOptions & { readonly placeOf: PlaceOf },
) {
  const usersById = members && new Map(members.users.map((user) => [user.id, user]))
  const isInGroup = (userId: number | undefined) =>
    usersById === undefined || userId === undefined || usersById.has(userId)
  const isInScope = (registration: Registration) => isOpen(registration) && isInGroup(registration.userId)
  const userElsewhere = (userId: number) => {
    const user = usersById?.get(userId)
    return user && members?.isElsewhere(user) ? user : undefined
  }
  const present = relevantByKey(registrations, again ? new Date() : againAfter)
  const people = new People(members?.users ?? [], registrations)

  const desired = asked.registrations.map((one) => ({ ...one, userId: people.find(one.body)?.userId }))
  const missingIn = (some: readonly PersonRegistration[]) => {
    const keys = new Set(some.map(keyOf))
    return [...present].filter(([key, one]) => !keys.has(key) && isInScope(one)).map(([, one]) => one)
  }
  const waysToName = new Set(desired.map(({ body }) => personFieldsOf(body).join()))
  // The service says who all unknown people are before anything is withdrawn, and where two rows may name one
  // person in two ways.
  const areAllChecked = members !== undefined || missingIn(desired).length > 0 || waysToName.size > 1
  const isUnknown = (one: PersonRegistration) =>
    one.userId === undefined && (areAllChecked || !namesByOneId(one))
  // For a person who reads the plan, the service checks everything that would be sent.
  const isChecked = (one: PersonRegistration) =>
    isUnknown(one) || ((dryRun || !yes) && isInGroup(one.userId) && !present.has(keyOf(one)))
  const checked = await check(desired.filter(isChecked), service, registrations)
  const found = [...desired.filter((one) => !isChecked(one)), ...checked.identified]

  const missing = missingIn(found)
  const originalOf = originalsAmong(missing, ({ userExternalId }) => userExternalId)
  const rewritten = new Map<PersonRegistration, Registration>()
  for (const one of found) {
    const original = people.find(one.body) ? undefined : originalOf(one.body['userExternalId'])
    if (original !== undefined) rewritten.set(one, original)
  }
  const identified = found.filter((one) => !rewritten.has(one))
  const { ambiguous, unknown } = checked
  const areCompared =
    ambiguous.length + unknown.length > 0 || desired.some(({ loginName }) => loginName !== undefined)
  const users =
    usersById ?? (missing.length > 0 && areCompared ? await service.visibleUsers() : new Map<number, User>())
  const doubtful = { ambiguous, unknown, rewritten, all: desired, unclearLines: asked.unclearLines }
  const heldBy = linesAbout(doubtsOf(missing, users, doubtful))
  const inGroup = identified.filter(({ userId }) => isInGroup(userId))
  const isOtherFile = desired.length === 0
  const hasEveryRowFailed = desired.length > 0 && inGroup.length === 0 && checked.hidden.length === 0
  const comparison = compare({
    desired: inGroup,
    present,
    keyOf,
    isUpToDate: () => true,
    named: checked.left,
    isRemovable: (one) => isInScope(one) && !userElsewhere(one.userId),
    heldBy: (one) => heldBy(one) ?? (isOtherFile || hasEveryRowFailed ? [] : undefined),
  })
  return {
    comparison,
    /** Desired registrations that exist, and are not visible. */
    hidden: checked.hidden,
    outsideGroup: identified.filter(({ userId }) => !isInGroup(userId)),
    /** The number of open registrations in scope. */
    open: registrations.filter(isInScope).length,
    /** Open registrations of people outside the group. */
    ofOthers: registrations.filter((one) => isOpen(one) && !isInGroup(one.userId)),
    failed: [
      ...checked.failed,
      ...comparison.repeated.map(repeatedRegistration(placeOf)),
      ...missingIn(inGroup).flatMap(({ id, courseId, userId }) => {
        const user = userElsewhere(userId)
        return user ? { ...inSeveralGroups(user), id, courseId, userId } : []
      }),
      ...[...rewritten].map(([{ line, body, course }, original]) => ({
        ...rewrittenRow(line, {
          field: 'userExternalId',
          id: nameOf(body),
          original: original.userExternalId,
        }),
        courseId: course.id,
      })),
    ],
    hasEveryRowFailed,
    namesNobody: unknown.length > 0,
    areSomeRewritten: rewritten.size > 0,
  }
}

async function membersOf(service: RegistrationService, groupId: number): Promise<GroupMembers> {
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
 * The registration of each person for each course that makes another one unnecessary.
 * @param againAfter what was finished before this time does not count
 */
function relevantByKey(
  registrations: readonly Registration[],
  againAfter: Date | undefined,
): Map<string, Registration> {
  const isRecent = ({ completionDate, registrationDate }: Registration) =>
    againAfter === undefined || (completionDate ?? registrationDate) > againAfter
  const relevant = registrations.filter((one) => isOpen(one) || (isFinished(one) && isRecent(one)))
  // An open one is set last, because it counts more than a completed one.
  const inOrder = relevant.toSorted((a, b) => Number(isOpen(a)) - Number(isOpen(b)))
  return new Map(inOrder.map((one) => [keyOfUser(one.courseId, one.userId), one]))
}

/** Also one that was moved on since it was completed, and one that was not open when it was imported. */
const isFinished = ({ statusName, completionDate, importedStatus = 'Not Started' }: Registration) =>
  statusName === 'Completed' || completionDate !== null || !isOpen({ statusName: importedStatus })

const keyOfUser = (courseId: number, userId: number) => `${courseId}:${userId}`

/** A desired registration, and its person. */
interface PersonRegistration extends DesiredRegistration {
  /** Undefined for a person without a registration, whom only the service can find. */
  readonly userId: number | undefined
}

type RegistrationComparison = Comparison<PersonRegistration, Registration>

const keyOf = ({ course, userId, body }: PersonRegistration) =>
  userId === undefined ? `${course.id} ${personKeyOf(body)}` : keyOfUser(course.id, userId)

/** Asks the service who people are, and whether it would register them. */
async function check(
  desired: readonly PersonRegistration[],
  service: RegistrationService,
  registrations: readonly Registration[],
) {
  const byId = new Map(registrations.map((one) => [one.id, one]))
  const identified: PersonRegistration[] = []
  const hidden: PersonRegistration[] = []
  const failed: SyncResult[] = []
  const unknown: PersonRegistration[] = []
  const ambiguous: PersonRegistration[] = []
  /** The keys of those into whom people of the rows were merged. */
  const left = new Set<string>()
  for (const { item, result } of await service.validate(desired)) {
    const { code = '', registration, existingId } = result ?? {}
    const isRegistered = code === ALREADY_REGISTERED
    const userId = registration?.userId ?? (isRegistered && byId.get(existingId ?? 0)?.userId)
    if (typeof userId === 'number') identified.push({ ...item, userId })
    else if (isRegistered && existingId === undefined) failed.push(registeredByEarlierRow(item))
    else if (isRegistered) hidden.push(item)
    else {
      failed.push(failedResult(item, result))
      if (code === MERGED && existingId !== undefined) left.add(keyOfUser(item.course.id, existingId))
      else if (item.userId !== undefined || PERSON_IS_FOUND.has(code)) continue
      if (NAMES_SEVERAL.has(code)) ambiguous.push(item)
      else unknown.push(item)
    }
  }
  return { identified, hidden, failed, unknown, ambiguous, left }
}

/** Whether a row names its person by one id. If no registration has that id, the person has none. */
function namesByOneId({ body }: DesiredRegistration): boolean {
  const [field, ...others] = personFieldsOf(body)
  if (others.length > 0) return false
  return field === 'userId'
    ? typeof body['userId'] === 'number'
    : field === 'userExternalId' && isIdentifier(body[field])
}

const EVERY_ROW_FAILED =
  'No registration is withdrawn, because every row about these courses failed. Is it the right file?'
const CHANGED_MEANWHILE =
  'A person could not be registered who could be a moment ago, so no registration is withdrawn. ' +
  'Run the same command again.'

/** Only a registration of the same preview has no id: the other row names the person in another way. */
const registeredByEarlierRow = ({ line, course }: DesiredRegistration): SyncResult => ({
  ...rejected(line, 'repeated-row', 'An earlier line has the same person and course.'),
  courseId: course.id,
})

const MOVE = 'An operator moves the person: rollcall members add, then remove from the other group.'

const outsideOf = (group: number | undefined, { line, course }: DesiredRegistration): SyncResult => ({
  ...rejected(line, 'outside-group', `The person is not in group ${group}. ${MOVE}`),
  courseId: course.id,
})

const resultFor = ({ line, course }: DesiredRegistration, outcome: SyncOutcome, id?: number): SyncResult =>
  resultOf(outcome, { line, courseId: course.id, id })

const resultOfRemoval = (
  { id, courseId, userId, userExternalId: who }: Registration,
  outcome: SyncOutcome,
): SyncResult => resultOf(outcome, { id, courseId, userId, ...(who !== '' && { who }) })

const failedResult = (desired: DesiredRegistration, result: ItemResult | undefined): SyncResult => ({
  ...failedRow('registrations', desired, result),
  courseId: desired.course.id,
})
