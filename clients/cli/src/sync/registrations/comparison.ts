import type { ErrorCode, Registration, User } from '@rollcall/client'
import { failedRow, MERGED, type ItemResult } from '../../import/targets/batch.ts'
import { isIdentifier, textIn } from '../../import/texts.ts'
import { compare } from '../compare.ts'
import { disagreementsAmong, rewrittenAmong } from '../disagreements.ts'
import { linesAbout } from '../doubts.ts'
import { keyOfRemoved } from '../last-run.ts'
import type { PlaceOf, SyncResult } from '../plan.ts'
import { rejected } from '../../import/row.ts'
import { broughtBack, inSeveralGroups, type GroupMembers } from '../service.ts'
import { wrongSource } from '../sources.ts'
import { isExpired, nameOfUser } from '../user.ts'
import {
  repeatedRegistration,
  type DesiredRegistration,
  type DesiredRegistrations,
  type PersonRegistration,
} from './desired-registrations.ts'
import { doubtsOf } from './doubts.ts'
import { People, personFieldsOf, personKeyOf } from './people.ts'
import { missingWithNumberLike } from './rewritten.ts'
import { isOpen, type RegistrationService } from './service.ts'
import { INACTIVE, withOriginals, withoutWrongRows } from './wrong-rows.ts'

export const ALREADY_REGISTERED = 'already-registered'
/** The row names people who exist, one of whom may be leaving. */
const NAMES_SEVERAL: ReadonlySet<string> = new Set<ErrorCode>(['user-ambiguous', 'identifiers-disagree'])
/** The service rejects the registration of a person whom it has found. */
export const PERSON_IS_FOUND: ReadonlySet<string> = new Set<ErrorCode>([
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
  /** The ids of users whom the last sync of users with the same file has left as they are. */
  readonly heldUsers: ReadonlySet<string>
}

/** Compares the registrations that a file asks for with those that exist. */
export async function compareRegistrations(
  asked: DesiredRegistrations,
  { members, registrations }: Present,
  service: RegistrationService,
  options: CompareOptions,
) {
  const scope = scopeOf(members, options)
  const present = relevantByKey(registrations, options.again ? new Date() : options.againAfter)
  const identified = await identify(asked, present, { members, registrations }, service, scope, options)
  const { desired, checked, found, missing, users } = identified
  const { ambiguous, unknown, hidden } = checked

  const disagreementOf = disagreementsAmong(users.values())
  const originalsOf = missingWithNumberLike(missing, users, disagreementOf)
  const registrationOf = (row: PersonRegistration) => present.get(keyOf(row))
  const { isInGroup } = scope
  const known = { users, registrationOf, isInGroup, disagreementOf, originalsOf }
  const { right, contradictoryOrInactive, rewritten, errors } = withoutWrongRows(found, known)
  const inGroup = right.filter(({ userId }) => isInGroup(userId))

  const isLeft = ({ courseId, userId }: Registration) => checked.left.has(keyOfUser(courseId, userId))
  const hasEveryRowFailed = desired.length > 0 && inGroup.length === 0 && hidden.length === 0
  const mayBeOf = [...rewritten, ...withOriginals(asked.repeated, originalsOf)]
  const all = [...desired, ...asked.repeated]
  const doubtful = { unclearLines: asked.unclearLines, ambiguous, unknown, rewritten: mayBeOf, all }
  const rowsAbout = linesAbout(doubtsOf(missing, users, doubtful))
  const errorOf = (one: Registration) =>
    scope.errorOf(one) ?? (rowsAbout(one) === undefined ? scope.errorOfHeld(one) : undefined)
  const { create, keep, remove, held, repeated } = compare({
    desired: inGroup,
    present,
    keyOf,
    isUpToDate: () => true,
    named: new Set([...checked.left, ...contradictoryOrInactive.map(keyOf)]),
    isRemovable: (one) => scope.isInScope(one) && errorOf(one) === undefined,
    heldBy: (one) => rowsAbout(one) ?? (desired.length === 0 || hasEveryRowFailed ? [] : undefined),
  })
  return {
    create,
    remove,
    held,
    unchanged: keep.filter((pair) => isOpen(pair.present)),
    completed: keep.filter((pair) => !isOpen(pair.present)),
    /** Rows whose registration exists, and is not visible. */
    hidden,
    /** Rows that are wrong or about other courses, and registrations that another file may name. */
    notDone: [
      ...asked.unsent,
      ...checked.failed,
      ...errorsOfUnknown(unknown, rewrittenAmong(users.values(), 'userExternalId', disagreementOf)),
      ...repeated.map(repeatedRegistration(options.placeOf)),
      ...missing.flatMap((one) => errorOf(one) ?? []),
      ...errors,
      ...right.filter(({ userId }) => !isInGroup(userId)).map((row) => outsideOf(options.group, row)),
    ],
    /** Open registrations without a row, of people whom another source or none keeps. */
    notOwn: missingIn(present, found).filter((one) => scope.isOfOthers(one) && !isLeft(one)),
    /** Open registrations of people outside the group. */
    ofOthers: registrations.filter((one) => isOpen(one) && !isInGroup(one.userId)),
    /** The open registrations in scope. */
    open: registrations.filter(scope.isInScope),
    /** When the person of a row last completed the course, as a day. */
    completedOn: lastCompletions(registrations),
    /** The users whose registrations the file describes, by their ids; undefined for everybody. */
    members: scope.usersById,
    /** The users whom the sync has read: these, or all. */
    users,
    ...sourcesOf(found, new Set(desired.map(({ line }) => line)).size, { remove, users }, options),
    hasEveryRowFailed,
    areSomeUnknown: unknown.length > 0,
    areSomeRewritten: rewritten.size > 0,
  }
}

export type ComparedRegistrations = Awaited<ReturnType<typeof compareRegistrations>>

type Scope = ReturnType<typeof scopeOf>

/** Says who the people of rows are, and which registrations then have no row. */
async function identify(
  asked: DesiredRegistrations,
  present: ReadonlyMap<string, Registration>,
  { members, registrations }: Present,
  service: RegistrationService,
  scope: Scope,
  options: CompareOptions,
) {
  const people = new People(members?.users ?? [], registrations)
  const desired = asked.registrations.map((one) => ({ ...one, userId: people.find(one.body)?.userId }))

  const isChecked = checksOf(desired, present, scope, options)
  const checked = await check(desired.filter(isChecked), service, registrations)
  const found = [...desired.filter((one) => !isChecked(one)), ...checked.identified]
  const missing = missingIn(present, found).filter(scope.isInScope)
  const areCompared = found.some(({ loginName, lastName }) => (loginName ?? lastName) !== undefined)
  const needsUsers = missing.length > 0 || areCompared
  const users = scope.usersById ?? (needsUsers ? await service.visibleUsers() : new Map<number, User>())
  return { desired, checked, found, missing, users }
}

/** The registrations that none of these rows asks for. */
function missingIn(present: ReadonlyMap<string, Registration>, rows: readonly PersonRegistration[]) {
  const keys = new Set(rows.map(keyOf))
  return [...present].filter(([key]) => !keys.has(key)).map(([, one]) => one)
}

/** Which rows the service checks before anything is done. */
function checksOf(
  desired: readonly PersonRegistration[],
  present: ReadonlyMap<string, Registration>,
  { usersById, isInGroup, isInScope }: Scope,
  { dryRun, yes }: CompareOptions,
) {
  const waysToName = new Set(desired.map(({ body }) => personFieldsOf(body).join()))
  // The service says who all unknown people are before anything is withdrawn, and where two rows may name one
  // person in two ways.
  const areAllChecked =
    usersById !== undefined || missingIn(present, desired).some(isInScope) || waysToName.size > 1
  const isUnknown = (one: PersonRegistration) =>
    one.userId === undefined && (areAllChecked || !namesByOneId(one))
  // For a person who reads the plan, the service checks everything that would be sent.
  return (one: PersonRegistration) =>
    isUnknown(one) || ((dryRun || !yes) && isInGroup(one.userId) && !present.has(keyOf(one)))
}

/** Which sources keep people, and whether the file is that of another source. */
function sourcesOf(
  found: readonly PersonRegistration[],
  rows: number,
  { remove, users }: { readonly remove: readonly Registration[]; readonly users: ReadonlyMap<number, User> },
  options: CompareOptions,
) {
  const { source } = options
  const sourceOf = (userId: number | undefined) => users.get(userId ?? 0)?.managedBy ?? ''
  const ofRows = [...new Map(found.map((one) => [one.line, sourceOf(one.userId)])).values()]
  const ofAll = new Set([...ofRows, ...remove.map(({ userId }) => sourceOf(userId))])
  const ofOthers = ofRows.filter((name) => name !== '' && name !== source)
  return {
    sourceOf,
    /** Whether several sources keep these people, and the command names none. */
    isSourceMissing: source === undefined && [...ofAll].filter(Boolean).length > 1,
    /** Why the file is not trusted, so that nothing is done; if so. */
    objection: source ? wrongSource(options, { rows, ofOthers, users: users.values() }) : undefined,
  }
}

const errorsOfUnknown = (
  unknown: Awaited<ReturnType<typeof check>>['unknown'],
  errorIfRewritten: ReturnType<typeof rewrittenAmong>,
): readonly SyncResult[] =>
  unknown.map((row) => {
    const { userExternalId, userEmail } = row.body
    const said = { loginName: row.loginName, lastName: row.lastName, email: textIn(userEmail) }
    const error = row.error.code === MERGED ? undefined : errorIfRewritten(row.line, userExternalId, said)
    return error ? { ...error, courseId: row.course.id } : row.error
  })

const MOVE =
  'If users sync has an error for this person, correct that first. Otherwise an operator moves the person: ' +
  'rollcall members add, then remove from the other group. Does another source keep the person than that ' +
  'of this group? Then also: rollcall sources hand-over.'

const outsideOf = (group: number | undefined, { line, course }: DesiredRegistration): SyncResult => ({
  ...rejected(line, 'outside-group', `The person is not in group ${group}. ${MOVE}`),
  courseId: course.id,
})

const USER_HELD =
  'The last users sync of this file has left the account of this person as it is. So the registration ' +
  'stays, too. Do what it says about the person, and run both again.'

/** Whose registrations the file describes: those of the group, and of the people of the source. */
function scopeOf(
  members: GroupMembers | undefined,
  {
    group,
    source,
    removedBefore,
    heldUsers,
  }: Pick<CompareOptions, 'group' | 'source' | 'removedBefore' | 'heldUsers'>,
) {
  const usersById = members && new Map(members.users.map((user) => [user.id, user]))
  const isInGroup = (userId: number | undefined) =>
    group === undefined || userId === undefined || usersById?.has(userId) === true
  const isOfGroup = (one: Registration) => isOpen(one) && isInGroup(one.userId)
  const isOwn = ({ userId }: Registration) =>
    source === undefined || usersById?.get(userId)?.managedBy === source
  return {
    usersById,
    isInGroup,
    isInScope: (one: Registration) => isOfGroup(one) && isOwn(one),
    /** Of people of the group whom another source or none keeps. */
    isOfOthers: (one: Registration) => isOfGroup(one) && !isOwn(one),
    /** Why a registration without a row is left alone: another file may name the person. */
    errorOf: ({ id, courseId, userId, userExternalId }: Registration): SyncResult | undefined => {
      const user = usersById?.get(userId)
      if (user && members?.isElsewhere(user)) return { ...inSeveralGroups(user), id, courseId, userId }
      if (!removedBefore.has(keyOfUser(courseId, userId))) return undefined
      const error = broughtBack(userExternalId || `user ${userId}`, 'withdrew the registration', {
        ifStays: 'give the person a row',
        ifGone: `rollcall registrations withdraw ${id}`,
      })
      return { ...error, id, courseId, userId }
    },
    /** Why a registration without a row is left alone that no row holds: users sync has left the person. */
    errorOfHeld: ({ id, courseId, userId }: Registration): SyncResult | undefined => {
      const user = heldUsers.has(String(userId)) ? usersById?.get(userId) : undefined
      if (user === undefined || isExpired(user, new Date())) return undefined
      return { ok: false, who: nameOfUser(user), code: 'user-held', detail: USER_HELD, id, courseId, userId }
    },
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
  // An open one is set last, because it counts more than a completed one, and that more than a withdrawn one.
  const rankOf = (one: Registration) => (isOpen(one) ? 2 : isWithdrawn(one) ? 0 : 1)
  const inOrder = relevant.toSorted((a, b) => rankOf(a) - rankOf(b))
  return new Map(inOrder.map((one) => [keyOfUser(one.courseId, one.userId), one]))
}

/** Finds the day on which the person of a row has last completed the course. */
function lastCompletions(registrations: readonly Registration[]) {
  const days = registrations.flatMap(({ statusName, completionDate, courseId, userId }) =>
    statusName === 'Completed' && completionDate
      ? [[keyOfUser(courseId, userId), completionDate.toISOString().slice(0, 10)] as const]
      : [],
  )
  const lastDays = new Map(days.toSorted(([, a], [, b]) => (a < b ? -1 : 1)))
  return ({ course, userId = 0 }: PersonRegistration) => lastDays.get(keyOfUser(course.id, userId))
}

/** A completion that was withdrawn is none. One that was withdrawn elsewhere has ended there. */
const isFinished = ({ statusName, importedStatus }: Registration) =>
  statusName === 'Completed' || (isWithdrawn({ statusName }) && importedStatus === 'Withdrawn')

export const isWithdrawn = ({ statusName }: Pick<Registration, 'statusName'>) => statusName === 'Withdrawn'

const keyOfUser = (courseId: number, userId: number) => keyOfRemoved({ courseId, userId })

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

/** By the advice of the service, an account that is held would be made active for another person. */
export const failedResult = (desired: DesiredRegistration, result: ItemResult | undefined): SyncResult => ({
  ...failedRow('registrations', desired, result),
  ...(result?.code === 'user-inactive' && { detail: INACTIVE }),
  courseId: desired.course.id,
})
