import type { Registration, User } from '@rollcall/client'
import { failedRow, MERGED, type ItemResult } from '../../import/targets/batch.ts'
import { isIdentifier, textIn } from '../../import/texts.ts'
import { compare, type Comparison } from '../compare.ts'
import { disagreementsAmong, rewrittenAmong } from '../disagreements.ts'
import { linesAbout } from '../doubts.ts'
import { keyOfRemoved } from '../last-run.ts'
import type { PlaceOf, SyncResult } from '../plan.ts'
import { rejected } from '../../import/row.ts'
import { broughtBack, inSeveralGroups, type GroupMembers } from '../service.ts'
import { wrongSource } from '../sources.ts'
import { isExpired } from '../user.ts'
import {
  repeatedRegistration,
  type DesiredRegistration,
  type DesiredRegistrations,
  type PersonRegistration,
} from './desired-registrations.ts'
import { doubtsOf } from './doubts.ts'
import { contradictoryRow, withOtherLoginNames } from './login-names.ts'
import { People, personFieldsOf, personKeyOf } from './people.ts'
import { mayMeanOther, missingWithNumberLike } from './rewritten.ts'
import { isOpen, type RegistrationService } from './service.ts'

export const ALREADY_REGISTERED = 'already-registered'
/** The row names people who exist, one of whom may be leaving. */
const NAMES_SEVERAL = new Set(['user-ambiguous', 'identifiers-disagree'])
/** The service rejects the registration of a person whom it has found. */
export const PERSON_IS_FOUND = new Set([
  'user-out-of-reach',
  'user-inactive',
  'course-inactive',
  'course-not-published',
  'event-based-course',
  'registration-not-required',
  'registration-external-id-taken',
])

interface Present {
  /** The users of the group; with a source and no group, all; otherwise undefined. */
  readonly members: GroupMembers | undefined
  /** All registrations for the courses. */
  readonly registrations: readonly Registration[]
}

interface CompareOptions {
  readonly group: number | undefined
  readonly source?: string | undefined
  readonly again: boolean
  readonly againAfter: Date | undefined
  readonly dryRun: boolean
  readonly yes: boolean
  readonly placeOf: PlaceOf
  /** Registrations that the last run has withdrawn. */
  readonly removedBefore: ReadonlySet<string>
}

/** Compares the registrations that a file asks for with those that exist. */
export async function compareRegistrations(
  asked: DesiredRegistrations,
  { members, registrations }: Present,
  service: RegistrationService,
  options: CompareOptions,
) {
  const { source, again, againAfter, placeOf } = options
  const { usersById, isInGroup, isOfGroup, isInScope, errorOf } = scopeOf(members, options)
  const present = relevantByKey(registrations, again ? new Date() : againAfter)
  const people = new People(members?.users ?? [], registrations)
  const desired = asked.registrations.map((one) => ({ ...one, userId: people.find(one.body)?.userId }))
  const missingIn = (some: readonly PersonRegistration[], isAsked = isInScope) => {
    const keys = new Set(some.map(keyOf))
    return [...present].filter(([key, one]) => !keys.has(key) && isAsked(one)).map(([, one]) => one)
  }

  const waysToName = new Set(desired.map(({ body }) => personFieldsOf(body).join()))
  // The service says who all unknown people are before anything is withdrawn, and where two rows may name one
  // person in two ways.
  const areAllChecked = members !== undefined || missingIn(desired).length > 0 || waysToName.size > 1
  const isUnknown = (one: PersonRegistration) =>
    one.userId === undefined && (areAllChecked || !namesByOneId(one))
  // For a person who reads the plan, the service checks everything that would be sent.
  const isChecked = (one: PersonRegistration) =>
    isUnknown(one) || ((options.dryRun || !options.yes) && isInGroup(one.userId) && !present.has(keyOf(one)))
  const checked = await check(desired.filter(isChecked), service, registrations)
  const found = [...desired.filter((one) => !isChecked(one)), ...checked.identified]
  const missing = missingIn(found)

  const needsUsers =
    missing.length > 0 || found.some(({ loginName, lastName }) => (loginName ?? lastName) !== undefined)
  const users = usersById ?? (needsUsers ? await service.visibleUsers() : new Map<number, User>())
  const disagreementOf = disagreementsAmong(users.values())
  const contradictory = withOtherLoginNames(found, users, disagreementOf)
  /** Rows about people who have expired, and have not finished the course. */
  const inactive = new Set(
    found.filter((one) => {
      const user = isInGroup(one.userId) && !contradictory.has(one) ? users.get(one.userId ?? 0) : undefined
      const registration = present.get(keyOf(one))
      return user && isExpired(user, new Date()) && (registration === undefined || isOpen(registration))
    }),
  )
  const originalsOf = missingWithNumberLike(missing, users, disagreementOf)
  const rewrittenOf = <R extends DesiredRegistration>(rows: readonly R[]) =>
    new Map(rows.map((row) => [row, originalsOf(row)] as const).filter(([, some]) => some.length > 0))
  /** Rows that would register somebody whose number may be that of a person without a row. */
  const rewritten = rewrittenOf(found.filter((one) => !present.has(keyOf(one))))
  const isRejected = (one: PersonRegistration) =>
    rewritten.has(one) || contradictory.has(one) || inactive.has(one)
  const identified = found.filter((one) => !isRejected(one))
  const inGroup = identified.filter(({ userId }) => isInGroup(userId))
  const { ambiguous, unknown } = checked
  const errorOfUnknown = rewrittenAmong(users.values(), 'userExternalId', disagreementOf)
  const notFound = unknown.map((row) => {
    const { userExternalId, userEmail } = row.body
    const check = { loginName: row.loginName, lastName: row.lastName, email: textIn(userEmail) }
    const error = row.error.code === MERGED ? undefined : errorOfUnknown(row.line, userExternalId, check)
    return error ? { ...error, courseId: row.course.id } : row.error
  })
  const all = [...desired, ...asked.repeated]
  const { unclearLines } = asked
  const mayBeOf = new Map<DesiredRegistration, readonly Registration[]>([
    ...rewritten,
    ...rewrittenOf(asked.repeated),
  ])
  const heldBy = linesAbout(
    doubtsOf(missing, users, { ambiguous, unknown, rewritten: mayBeOf, all, unclearLines }),
  )
  const isOtherFile = desired.length === 0
  const hasEveryRowFailed = desired.length > 0 && inGroup.length === 0 && checked.hidden.length === 0
  const comparison = compare({
    desired: inGroup,
    present,
    keyOf,
    isUpToDate: () => true,
    named: new Set([...checked.left, ...[...contradictory.keys(), ...inactive].map(keyOf)]),
    isRemovable: (one) => isInScope(one) && errorOf(one) === undefined,
    heldBy: (one) => heldBy(one) ?? (isOtherFile || hasEveryRowFailed ? [] : undefined),
  })
  const sourceOf = (userId: number | undefined) => users.get(userId ?? 0)?.managedBy ?? ''
  const rowsOfSources = [...new Map(found.map((one) => [one.line, sourceOf(one.userId)])).values()]
  const sources = new Set([...rowsOfSources, ...comparison.remove.map(({ userId }) => sourceOf(userId))])
  return {
    comparison,
    /** Those whom the sync has read, by their ids. */
    users,
    sourceOf,
    /** Whether several sources keep the people of the file and those to withdraw. */
    areOfSeveralSources: [...sources].filter(Boolean).length > 1,
    /** Open registrations without a row, of people whom another source or none keeps. */
    notOwn: missingIn(found, (one) => isOfGroup(one) && !isInScope(one)).filter(
      ({ courseId, userId }) => !checked.left.has(keyOfUser(courseId, userId)),
    ),
    objection:
      source &&
      wrongSource(options, {
        rows: new Set(desired.map(({ line }) => line)).size,
        ofOthers: rowsOfSources.filter((name) => name !== '' && name !== source),
        users: users.values(),
      }),
    /** Desired registrations that exist, and are not visible. */
    hidden: checked.hidden,
    outsideGroup: identified.filter(({ userId }) => !isInGroup(userId)),
    /** The number of open registrations in scope. */
    open: registrations.filter(isInScope).length,
    /** Open registrations of people outside the group. */
    ofOthers: registrations.filter((one) => isOpen(one) && !isInGroup(one.userId)),
    failed: [
      ...checked.failed,
      ...notFound,
      ...comparison.repeated.map(repeatedRegistration(placeOf)),
      ...missing.flatMap((one) => {
        const { id, courseId, userId } = one
        const error = errorOf(one)
        return error ? { ...error, id, courseId, userId } : []
      }),
      ...[...contradictory].map(contradictoryRow),
      ...[...inactive].filter((one) => !rewritten.has(one)).map(inactiveRow),
      ...[...rewritten]
        .filter(([row]) => !contradictory.has(row))
        .map(([row, originals]) => mayMeanOther(row, originals, users)),
    ],
    hasEveryRowFailed,
    areSomeUnknown: unknown.length > 0,
    areSomeRewritten: rewritten.size > 0,
  }
}

/** Whose registrations the file describes: those of the group, and of the people of the source. */
function scopeOf(
  members: GroupMembers | undefined,
  { group, source, removedBefore }: Pick<CompareOptions, 'group' | 'source' | 'removedBefore'>,
) {
  const usersById = members && new Map(members.users.map((user) => [user.id, user]))
  const isInGroup = (userId: number | undefined) =>
    group === undefined || userId === undefined || usersById?.has(userId) === true
  const isOfGroup = (one: Registration) => isOpen(one) && isInGroup(one.userId)
  return {
    usersById,
    isInGroup,
    isOfGroup,
    isInScope: (one: Registration) =>
      isOfGroup(one) && (source === undefined || usersById?.get(one.userId)?.managedBy === source),
    /** Why a registration without a row is left alone: another file may name the person. */
    errorOf: ({ id, courseId, userId, userExternalId }: Registration) => {
      const user = usersById?.get(userId)
      if (user && members?.isElsewhere(user)) return inSeveralGroups(user)
      const who = userExternalId || `user ${userId}`
      return removedBefore.has(keyOfUser(courseId, userId))
        ? broughtBack(who, 'withdrew the registration', {
            ifStays: 'give the person a row',
            ifGone: `rollcall registrations withdraw ${id}`,
          })
        : undefined
    },
  }
}

const inactiveRow = ({ line, course }: PersonRegistration) => ({
  ...rejected(line, 'user-inactive', INACTIVE),
  courseId: course.id,
})
const INACTIVE =
  'The person is inactive: nothing is registered or withdrawn. If the person is back, run users sync with ' +
  '--reactivate first, or do what its error in-several-groups says. Otherwise take the row out, which ' +
  'withdraws an open registration.'

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
  // An open one is set last, because it counts more than a completed one, and that more than a withdrawn one.
  const rankOf = (one: Registration) => (isOpen(one) ? 2 : isWithdrawn(one) ? 0 : 1)
  const inOrder = relevant.toSorted((a, b) => rankOf(a) - rankOf(b))
  return new Map(inOrder.map((one) => [keyOfUser(one.courseId, one.userId), one]))
}

/** A completion that was withdrawn is none. One that was withdrawn elsewhere has ended there. */
const isFinished = ({ statusName, importedStatus }: Registration) =>
  statusName === 'Completed' || (isWithdrawn({ statusName }) && importedStatus === 'Withdrawn')

export const isWithdrawn = ({ statusName }: Pick<Registration, 'statusName'>) => statusName === 'Withdrawn'

const keyOfUser = (courseId: number, userId: number) => keyOfRemoved({ courseId, userId })

export type RegistrationComparison = Comparison<PersonRegistration, Registration>

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
  const unknown: (PersonRegistration & { readonly error: SyncResult })[] = []
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
      const error = failedResult(item, result)
      if (code === MERGED && existingId !== undefined) left.add(keyOfUser(item.course.id, existingId))
      const isFound = code !== MERGED && (item.userId !== undefined || PERSON_IS_FOUND.has(code))
      if (!isFound && !NAMES_SEVERAL.has(code)) {
        unknown.push({ ...item, error })
        continue
      }
      failed.push(error)
      if (!isFound) ambiguous.push(item)
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

/** Only a registration of the same preview has no id: the other row names the person in another way. */
const registeredByEarlierRow = ({ line, course }: DesiredRegistration): SyncResult => ({
  ...rejected(line, 'repeated-row', 'An earlier line has the same person and course.'),
  courseId: course.id,
})

export const failedResult = (desired: DesiredRegistration, result: ItemResult | undefined): SyncResult => ({
  ...failedRow('registrations', desired, result),
  courseId: desired.course.id,
})
