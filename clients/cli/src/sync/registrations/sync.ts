import { RollcallError, type Registration } from '@rollcall/client'
import type { Context } from '../../context.ts'
import { UsageError } from '../../errors.ts'
import type { ExitCode } from '../../exit-codes.ts'
import { fieldsOf, type Field } from '../../import/fields.ts'
import { inFileOrder, rejected, type Row } from '../../import/row.ts'
import { counted } from '../../output.ts'
import { heldDetail, heldName } from '../doubts.ts'
import { type PlaceOf, resultOf, REWRITTEN, type Plan, type SyncOutcome, type SyncResult } from '../plan.ts'
import { keyOfRemoved, type Run } from '../last-run.ts'
import type { Limit } from '../limit.ts'
import { runSync, type SyncOptions } from '../run-sync.ts'
import type { GroupMembers } from '../service.ts'
import { countedBySource, keptBy, namesWithSources, nameWithSource, NOT_OWN } from '../sources.ts'
import { numberAndName } from '../user.ts'
import {
  CHECK_FIELDS,
  desiredRegistrationsOf,
  namesCourse,
  type DesiredRegistration,
} from './desired-registrations.ts'
import {
  ALREADY_REGISTERED,
  compareRegistrations,
  failedResult,
  isWithdrawn,
  PERSON_IS_FOUND,
  type RegistrationComparison,
} from './comparison.ts'
import { heldRegistrations } from './doubts.ts'
import { nameOf } from './people.ts'
import { isOpen, RegistrationService } from './service.ts'

interface RegistrationSyncOptions extends SyncOptions {
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
/** Only a row that was not checked, because its person is known, can be so when it is sent. */
const MALFORMED = 'invalid-request'

/** What a row may have. */
export const REGISTRATION_FIELDS: readonly Field[] = [...fieldsOf('registrations'), ...CHECK_FIELDS]

/** A name of a file has at most 255 bytes. */
const MAX_COURSES_IN_NAME = 10

/** Makes the registrations for some courses, or of a group, equal to a file. */
export function syncRegistrations(context: Context, options: RegistrationSyncOptions): Promise<ExitCode> {
  const { course, group, allGroups, again, againAfter } = options
  if ((group === undefined) === !allGroups)
    throw new UsageError(
      'Give --group ID: whose registrations does the file describe? Those of other people would be ' +
        'withdrawn. Only if it names everybody who takes the courses, give --all-groups instead.',
    )
  if (again && againAfter !== undefined)
    throw new UsageError('Give --again or --again-after, not both: --again registers everybody again.')
  if (course.length === 0 && allGroups)
    throw new UsageError('Give --course ID with --all-groups: which courses does the file describe?')
  const courses = [...new Set(course)].sort((a, b) => a - b)
  const url = context.settings.need('url')
  return runSync(context, options, REGISTRATION_FIELDS, {
    scope: `registrations of ${url}, courses ${courses.join(' ') || '-'}, group ${group ?? '-'}`,
    name: ['registrations', ...courses.slice(0, MAX_COURSES_IN_NAME), group ?? 'all'].join('-'),
    plan: (rows, placeOf, lastRun) =>
      planRegistrations(context, { ...options, course: courses }, rows, { placeOf, lastRun }),
  })
}

async function planRegistrations(
  context: Context,
  options: RegistrationSyncOptions,
  rows: readonly Row[],
  { placeOf, lastRun }: { readonly placeOf: PlaceOf; readonly lastRun: Run | undefined },
): Promise<Plan> {
  const { group, source, course: courseIds } = options
  const service = new RegistrationService(context)
  const named = courseIds.length > 0 ? await service.courses(courseIds) : undefined
  const visible = named === undefined || rows.some(namesCourse) ? await service.allCourses() : []
  const asked = desiredRegistrationsOf(rows, { named, visible }, placeOf)
  const courses = named ?? [...new Set(asked.registrations.map(({ course }) => course))]
  const members = (group ?? source) === undefined ? undefined : await membersOf(service, group)
  const usersById = new Map(members?.users.map((user) => [user.id, user]))
  /** Read again, because a person may have moved or been handed over since the plan was made. */
  const isStillDue = async ({ userId }: Registration): Promise<boolean> => {
    const user = usersById.get(userId)
    if (user === undefined) return members === undefined
    const found = await service.member(group, user)
    return found !== undefined && (source === undefined || found.managedBy === source)
  }
  const registrations = await service.registrationsFor(courses)
  const {
    comparison,
    users,
    sourceOf,
    areOfSeveralSources,
    notOwn,
    objection,
    hidden,
    outsideGroup,
    open,
    ofOthers,
    failed,
    hasEveryRowFailed,
    areSomeUnknown,
    areSomeRewritten,
  } = await compareRegistrations(asked, { members, registrations }, service, {
    ...options,
    placeOf,
    removedBefore: new Set(lastRun?.removed),
  })
  const { create, keep, remove, held } = comparison
  const unsent: readonly SyncResult[] = [
    ...asked.unsent,
    ...failed,
    ...outsideGroup.map((one) => outsideOf(group, one)),
  ]
  const unchanged = keep.filter(({ present }) => isOpen(present))
  const completed = keep.filter(({ present }) => !isOpen(present))
  const inCourse = (course: string) => (courses.length > 1 ? ` (${course})` : '')
  const nameOfDesired = ({ body, course }: DesiredRegistration) => `${nameOf(body)}${inCourse(course.name)}`
  const nameOfPair = ({ desired }: { readonly desired: DesiredRegistration }) => nameOfDesired(desired)
  const nameOfRegistration = ({ userExternalId, userId, courseName }: Registration) =>
    `${userExternalId || `user ${userId}`}${inCourse(courseName)}`
  const nameOfWithdrawn = (one: Registration) => {
    const user = users.get(one.userId)
    return user ? `${numberAndName(user)}${inCourse(one.courseName)}` : nameOfRegistration(one)
  }
  const resultOfRemoval: ResultOfRemoval = ({ id, courseId, userId, userExternalId }, outcome, detail) =>
    resultOf(outcome, {
      id,
      courseId,
      userId,
      who: userExternalId || usersById.get(userId)?.loginName,
      detail,
    })
  const withSource = (one: Registration) => nameWithSource(nameOfRegistration(one), sourceOf(one.userId))
  const withdrawn = (one: Registration) =>
    resultOfRemoval(one, 'withdrawn', isSourceMissing ? keptBy(sourceOf(one.userId)) : undefined)
  const removedSources = remove.map(({ userId }) => sourceOf(userId)).filter(Boolean)
  const completedOn = lastCompletions(registrations)
  const registeredAgain = create.flatMap((one) => {
    const date = completedOn.get(keyOfRemoved({ courseId: one.course.id, userId: one.userId ?? 0 }))
    return date === undefined ? [] : [`${nameOfDesired(one)} (${date})`]
  })
  const inPlan = new Set(courses.map(({ id }) => id))
  const namesById = new Map(visible.map(({ id, name }) => [id, name]))
  const gone = named === undefined ? (lastRun?.courses ?? []).filter((id) => !inPlan.has(id)) : []
  const isSourceMissing = source === undefined && areOfSeveralSources
  const names = courses.map(({ id, name }) => `${name} (${id})`).join(', ')
  return {
    heading:
      `${counted(rows.length, 'row')}; ${counted(open, 'open registration')} ` +
      `${source === undefined ? '' : `of people of ${source} `}for ${names || 'no course'}:`,
    kinds: [
      { title: 'to register', names: create.map(nameOfDesired) },
      { title: 'of them again, with the day of their last completion', names: registeredAgain },
      { title: 'to withdraw', names: remove.map(nameOfWithdrawn) },
      {
        title:
          `of them kept by sources, ${countedBySource(removedSources)} ` +
          '(with --source NAME only its people are withdrawn)',
        names: isSourceMissing ? remove.filter(({ userId }) => sourceOf(userId)).map(withSource) : [],
      },
      {
        title: NOT_OWN,
        noun: 'open registration',
        names: namesWithSources(notOwn, nameOfRegistration, ({ userId }) => sourceOf(userId)),
      },
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
        title: 'finished already, and not registered again (see --again-after)',
        names: completed.filter(({ present }) => !isWithdrawn(present)).map(nameOfPair),
      },
      {
        title: 'withdrawn before an import, and not registered again',
        names: completed.filter(({ present }) => isWithdrawn(present)).map(nameOfPair),
      },
      {
        title: 'of the last run not in the file any more, whose registrations stay (name them with --course)',
        noun: 'course',
        names: gone.map((id) => `${namesById.get(id) ?? 'course'} (${id})`),
      },
      {
        title: 'about other courses',
        noun: 'row',
        names: unsent.flatMap(({ ok, line }) => (ok && line !== undefined ? placeOf(line).text : [])),
      },
    ],
    unsent: [
      ...unsent,
      ...unchanged.map(({ desired, present }) => resultFor(desired, 'unchanged', present.id)),
      ...hidden.map((desired) => resultFor(desired, 'unchanged')),
      ...completed.map(({ desired, present }) => resultFor(desired, 'completed', present.id)),
      ...held.map((one) =>
        resultOfRemoval(one.present, 'kept', heldDetail(one, placeOf, heldFileText(hasEveryRowFailed))),
      ),
      ...notOwn.map((one) => resultOfRemoval(one, 'kept', keptBy(sourceOf(one.userId)))),
    ],
    expected: [...create.map((desired) => resultFor(desired, 'created')), ...remove.map(withdrawn)],
    removals: {
      verb: 'withdraw',
      noun: 'registration',
      count: remove.length,
      existing: open,
      limit: options.maxWithdrawals,
      option: 'max-withdrawals',
    },
    objection,
    courses: [...inPlan],
    warnings: [
      ...(held.length === 0
        ? []
        : [
            held.some(({ lines }) => lines.length > 0) && !hasEveryRowFailed
              ? heldRegistrations(held, { placeOf, areSomeUnknown })
              : heldFileText(hasEveryRowFailed),
          ]),
      ...(areSomeRewritten ? [REWRITTEN] : []),
    ],
    execute: () =>
      apply(service, comparison, {
        unchanged: keep.length + hidden.length,
        isStillDue,
        resultOfRemoval,
        withdrawn,
      }),
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
    isStillDue,
    resultOfRemoval,
    withdrawn,
  }: {
    /** Rows for which nothing is to be done. */
    readonly unchanged: number
    /** Whether the person is in the group and kept by the source, at this moment. */
    readonly isStillDue: (registration: Registration) => Promise<boolean>
    readonly resultOfRemoval: ResultOfRemoval
    readonly withdrawn: (registration: Registration) => SyncResult
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
  const removed = remove.filter(({ id }) => !kept.has(id))
  yield* service.forEach(removed, async (registration) => {
    const after = await service.withdraw(registration.id, () => isStillDue(registration))
    return after?.statusName === 'Withdrawn'
      ? withdrawn(registration)
      : resultOfRemoval(
          registration,
          'kept',
          'Completed, deleted, moved out of the group or handed to another source meanwhile.',
        )
  })
}

async function membersOf(service: RegistrationService, groupId: number | undefined): Promise<GroupMembers> {
  try {
    return await service.membersOf(groupId)
  } catch (error) {
    if (error instanceof RollcallError && error.code === 'role-missing')
      throw new UsageError(
        'To see who is in a group, and who keeps them, --group and --source need the role User ' +
          'administrator. Ask an operator for it.',
      )
    throw error
  }
}

/** Why nothing is withdrawn, whatever the rows say. */
const heldFileText = (hasEveryRowFailed: boolean) => (hasEveryRowFailed ? EVERY_ROW_FAILED : NO_ROW)
const NO_ROW = 'No registration is withdrawn, because no row is about these courses. Is it the right file?'
const EVERY_ROW_FAILED =
  'No registration is withdrawn, because every row about these courses failed. Is it the right file?'
const CHANGED_MEANWHILE =
  'A person could not be registered who could be a moment ago, so no registration is withdrawn. ' +
  'Run the same command again.'

const MOVE =
  'If users sync has an error for this person, correct that first. Otherwise an operator moves the person: ' +
  'rollcall members add, then remove from the other group.'

const outsideOf = (group: number | undefined, { line, course }: DesiredRegistration): SyncResult => ({
  ...rejected(line, 'outside-group', `The person is not in group ${group}. ${MOVE}`),
  courseId: course.id,
})

const resultFor = ({ line, course }: DesiredRegistration, outcome: SyncOutcome, id?: number): SyncResult =>
  resultOf(outcome, { line, courseId: course.id, id })

/** The result of a registration without a row. */
type ResultOfRemoval = (registration: Registration, outcome: SyncOutcome, detail?: string) => SyncResult

/** The day on which each person has last completed each course. */
const lastCompletions = (registrations: readonly Registration[]): ReadonlyMap<string, string> =>
  new Map(
    registrations
      .flatMap(({ statusName, completionDate, courseId, userId }) =>
        statusName === 'Completed' && completionDate
          ? [[keyOfRemoved({ courseId, userId }), completionDate.toISOString().slice(0, 10)] as const]
          : [],
      )
      .toSorted(([, a], [, b]) => (a < b ? -1 : 1)),
  )
