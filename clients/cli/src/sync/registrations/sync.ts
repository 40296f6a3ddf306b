import { RollcallError, type Course, type Registration } from '@rollcall/client'
import type { Context } from '../../context.ts'
import { UsageError } from '../../errors.ts'
import type { ExitCode } from '../../exit-codes.ts'
import { fieldsOf, type Field } from '../../import/fields.ts'
import type { Row } from '../../import/row.ts'
import { counted } from '../../output.ts'
import { usersScope, type Run } from '../last-run.ts'
import type { Limit } from '../limit.ts'
import { REWRITTEN, type PlaceOf, type Plan } from '../plan.ts'
import { runSync, type SyncOptions } from '../run-sync.ts'
import type { GroupMembers } from '../service.ts'
import { compareRegistrations } from './comparison.ts'
import { CHECK_FIELDS, desiredRegistrationsOf, namesCourse } from './desired-registrations.ts'
import { heldText } from './doubts.ts'
import { execute } from './execution.ts'
import { planLines } from './plan-lines.ts'
import { expectedResults, unsentResults } from './results.ts'
import { RegistrationService } from './service.ts'

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
    usersScope: usersScope(url, group),
    plan: (rows, placeOf, lastRun, heldUsers) =>
      planRegistrations(context, { ...options, course: courses }, rows, { placeOf, lastRun, heldUsers }),
  })
}

/** Reads both sides, compares them, and says what is to be done. */
async function planRegistrations(
  context: Context,
  options: RegistrationSyncOptions,
  rows: readonly Row[],
  {
    placeOf,
    lastRun,
    heldUsers,
  }: {
    readonly placeOf: PlaceOf
    readonly lastRun: Run | undefined
    readonly heldUsers: ReadonlySet<string>
  },
): Promise<Plan> {
  const { group, source, course: courseIds } = options
  const service = new RegistrationService(context)
  const named = courseIds.length > 0 ? await service.courses(courseIds) : undefined
  const visible = named === undefined || rows.some(namesCourse) ? await service.allCourses() : []
  const asked = desiredRegistrationsOf(rows, { named, visible }, placeOf)
  const courses = named ?? [...new Set(asked.registrations.map(({ course }) => course))]
  const members = (group ?? source) === undefined ? undefined : await membersOf(service, group)
  const registrations = await service.registrationsFor(courses)
  const compared = await compareRegistrations(asked, { members, registrations }, service, {
    ...options,
    placeOf,
    removedBefore: new Set(lastRun?.removed),
    heldUsers,
  })
  const goneCourses = named === undefined ? goneOf(lastRun, courses, visible) : []
  const { held, remove, open, members: users, objection, areSomeRewritten } = compared
  const groupsOf = ({ userId }: Registration) => users?.get(userId)?.visibleGroupIds ?? []
  return {
    heading: headingOf(rows, { open: open.length, courses, source }),
    kinds: planLines(compared, { group, courses, goneCourses, placeOf }),
    unsent: unsentResults(compared, placeOf),
    expected: expectedResults(compared),
    removals: {
      verb: 'withdraw',
      noun: 'registration',
      existing: open.map(groupsOf),
      removed: remove.map(groupsOf),
      limit: options.maxWithdrawals,
      option: 'max-withdrawals',
      advice: 'If a department has moved, first run users sync of its new group.',
    },
    objection,
    courses: [...new Set(courses.map(({ id }) => id))],
    warnings: [
      ...(held.length > 0 ? [heldText(compared, placeOf)] : []),
      ...(areSomeRewritten ? [REWRITTEN] : []),
    ],
    execute: () => execute(compared, service, options),
  }
}

function headingOf(
  rows: readonly Row[],
  { open, courses, source = '' }: { open: number; courses: readonly Course[]; source: string | undefined },
): string {
  const names = courses.map(({ id, name }) => `${name} (${id})`).join(', ')
  const ofSource = source === '' ? '' : `of people of ${source} `
  const counts = `${counted(rows.length, 'row')}; ${counted(open, 'open registration')}`
  return `${counts} ${ofSource}for ${names || 'no course'}:`
}

/** The courses of the last run that no row names. */
function goneOf(lastRun: Run | undefined, courses: readonly Course[], visible: readonly Course[]): string[] {
  const present = new Set(courses.map(({ id }) => id))
  const namesById = new Map(visible.map(({ id, name }) => [id, name]))
  const gone = (lastRun?.courses ?? []).filter((id) => !present.has(id))
  return gone.map((id) => `${namesById.get(id) ?? 'course'} (${id})`)
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
