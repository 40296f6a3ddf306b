import { readDateTime } from '../../../platform/domain/time.ts'
import { inBody, InvalidRequest, type Result, resultOf } from '../../../platform/errors.ts'
import { USER_PARAMETERS } from '../clients/identification.ts'
import { COURSE_PARAMETERS } from '../courses/rules.ts'
import { EventBasedCourse } from '../errors.ts'
import {
  identifyCourse,
  isOpen,
  newRegistration,
  requireAgreement,
  requireParameters,
  requireUser,
  type AllowedRegistration,
  type LookedUp,
  type Registration,
  type RegistrationRequest,
  type Status,
} from './rules.ts'

/** A registration from another platform, as an operator sends it. */
export interface SentRegistration extends RegistrationRequest {
  readonly statusName: Status
  readonly createdDate?: string
  readonly registrationDate?: string
  readonly completionDate?: string | null
  readonly score?: number | null
  readonly success?: boolean | string | null
  readonly openRegistration?: 'complete' | 'beside'
  readonly id?: number
  readonly updatedDate?: unknown
  readonly importedStatus?: unknown
}

/** The same, with its state as it is stored. */
export interface ImportRequest extends RegistrationRequest {
  readonly state: Pick<
    Registration,
    'status' | 'createdAt' | 'registeredAt' | 'completedAt' | 'score' | 'success'
  >
  /** What happens to an open registration of the user; undefined if the item is open itself. */
  readonly whenOpen: WhenOpen | undefined
  /** The id that an export has given for it. */
  readonly exportedId: number | undefined
  /** An export without details has no `success`. */
  readonly isSuccessGiven: boolean
}

/** With `complete-only` the item is not stored if there is none. */
export type WhenOpen = 'reject' | 'complete' | 'complete-only' | 'beside'

/** An imported item that the rules allow. */
export interface AllowedImport
  extends AllowedRegistration, Pick<ImportRequest, 'whenOpen' | 'exportedId' | 'isSuccessGiven'> {}

/** @throws InvalidRequest when its dates do not fit each other, its status or the present time */
export function readImport(sent: SentRegistration, now: Date): ImportRequest {
  const { statusName, openRegistration: _, score, success, ...others } = sent
  const { createdDate, registrationDate, completionDate, id: exportedId, ...identified } = others
  const { updatedDate: __, importedStatus: ___, ...parameters } = identified
  const whenOpen = whenOpenOf(sent)
  const isStored = whenOpen !== 'complete-only'
  // An item that is not stored itself needs neither.
  const created = createdDate ?? registrationDate ?? (isStored ? undefined : completionDate)
  const registered = registrationDate ?? created
  if (!created || !registered)
    throw isStored
      ? new InvalidRequest('One of createdDate, registrationDate is required.', inBody('createdDate'))
      : new InvalidRequest('completionDate is required.', inBody('completionDate'))
  const state = {
    status: statusName,
    createdAt: readDateTime('createdDate', created),
    registeredAt: readDateTime('registrationDate', registered),
    completedAt: completionDate ? readDateTime('completionDate', completionDate) : null,
    score: score ?? null,
    success: success === undefined || success === null ? null : String(success).toLowerCase() === 'true',
  }
  requireCompletionDate(state)
  // An export has all of them. A list of another program may have an id of its own.
  const isExported = exportedId !== undefined && createdDate !== undefined && registrationDate !== undefined
  requireOrder(state, isExported)
  requirePossible(state, now)
  const isSuccessGiven = success !== undefined
  return { ...requireParameters(parameters), state, whenOpen, exportedId, isSuccessGiven }
}

/** Whether an item only completes the registration that has its external id. */
export const namesOnlyExternalId = (sent: SentRegistration): boolean =>
  whenOpenOf(sent) === 'complete-only' &&
  Boolean(sent.externalId) &&
  [...COURSE_PARAMETERS, ...USER_PARAMETERS].every((parameter) => sent[parameter] === undefined)

function whenOpenOf(sent: SentRegistration): WhenOpen | undefined {
  const { statusName, createdDate, registrationDate, openRegistration } = sent
  if (isOpen(statusName)) return undefined
  const isDated = createdDate !== undefined || registrationDate !== undefined
  return openRegistration === 'complete' && !isDated ? 'complete-only' : (openRegistration ?? 'reject')
}

/** A registration has been completed once if its status is Completed, and never if it is Not Started. */
function requireCompletionDate({ status, completedAt }: ImportRequest['state']): void {
  if (status === 'Completed' && !completedAt)
    throw new InvalidRequest(
      'completionDate is required with the status Completed.',
      inBody('completionDate'),
    )
  if (status === 'Not Started' && completedAt)
    throw new InvalidRequest(
      'completionDate must be left out with the status Not Started.',
      inBody('completionDate'),
    )
}

/** @param isExported what a completion list has finished may have a date before its registration */
function requireOrder(
  { createdAt, registeredAt, completedAt }: ImportRequest['state'],
  isExported: boolean,
): void {
  const error = (later: string, earlier: string) =>
    new InvalidRequest(`${later} must not be earlier than ${earlier}.`, inBody(later))
  if (registeredAt < createdAt) throw error('registrationDate', 'createdDate')
  if (!isExported && completedAt && completedAt < registeredAt)
    throw error('completionDate', 'registrationDate')
}

/** An earlier date is a typing error, such as 1925 for 2025, or the zero of a spreadsheet. */
const FIRST_DAY = '1950-01-01'

function requirePossible({ createdAt, registeredAt, completedAt }: ImportRequest['state'], now: Date): void {
  const dates = { completionDate: completedAt, registrationDate: registeredAt, createdDate: createdAt }
  for (const [name, date] of Object.entries(dates)) {
    if (date && date > now) throw new InvalidRequest(`${name} must not be in the future.`, inBody(name))
    if (date && date < new Date(FIRST_DAY))
      throw new InvalidRequest(`${name} must not be before ${FIRST_DAY}.`, inBody(name))
  }
}

/**
 * Applies the rules to one request. Finished training is a fact: the course and the user must exist, and need
 * not be eligible for a new registration.
 *
 * @param id reserved for the registration
 * @returns the registration to be inserted, or the first rule that the request breaks
 * @throws Unavailable when the user had to be known and the user service did not respond
 */
export function evaluateImport(
  request: ImportRequest,
  { courseMatches, user: foundUser }: LookedUp,
  { operatorName, strict }: { readonly operatorName: string; readonly strict: boolean },
  id: number,
  now: Date,
): Result<AllowedImport> {
  return resultOf(() => {
    const course = identifyCourse(courseMatches, strict)
    const user = requireUser(foundUser)
    requireAgreement(course, user)
    if (course.record.eventBased) throw new EventBasedCourse()
    const actor = { id: null, name: operatorName }
    const created = newRegistration(id, course.record, user.record, request.externalId ?? '', actor, now)
    return {
      whenOpen: request.whenOpen,
      exportedId: request.exportedId,
      isSuccessGiven: request.isSuccessGiven,
      registration: withState(created, request),
      user: user.record,
      identifiedBy: { course: course.identifiedBy, user: user.identifiedBy },
    }
  })
}

/** `updatedAt` and the entry of the history keep the time of the import. */
function withState(created: Registration, { state, whenOpen }: ImportRequest): Registration {
  const [creation] = created.history
  if (!creation) throw new Error('a new registration has no history')
  const { status, score, success } = state
  return {
    ...created,
    ...state,
    history: [{ ...creation, to: status, score, success, imported: true }],
    importKey: importKeyOf(created, state, whenOpen),
  }
}

/** The same for two items about the same user, course, status and dates, as far as they were sent. */
function importKeyOf(
  { user, course }: Registration,
  { status, createdAt, registeredAt, completedAt }: ImportRequest['state'],
  whenOpen: WhenOpen | undefined,
): string {
  const begun = whenOpen === 'complete-only' ? [null, null] : [createdAt, registeredAt]
  const dates = [...begun, completedAt].map((date) => date?.getTime() ?? '')
  return [user.userId, course.id, status, ...dates].join(':')
}

/** The same item about another account of the same person; "" stays. */
export const importKeyFor = (userId: number, importKey: string): string =>
  importKey.replace(/^\d+(?=:)/, String(userId))

/** The status that it was imported with, whatever has become of it since; undefined if it was not. */
export function importedStatusOf({ importKey }: Pick<Registration, 'importKey'>): Status | undefined {
  const [, , status] = importKey.split(':')
  return status as Status | undefined
}

/**
 * Whether an item repeats an import, whatever has become of the registration since, or says what has become
 * of it. Both are about the same user, course and training.
 */
export function isSameImport(item: Registration, stored: Registration): boolean {
  if (isPresentState(item, stored)) return true
  const finishedBy = stored.finishedBy?.find(({ importKey }) => importKey === item.importKey)
  if (finishedBy) return finishedBy.score === item.score && finishedBy.success === item.success
  if (item.importKey !== stored.importKey) return false
  if (item.externalId !== '' && item.externalId !== stored.externalId) return false
  const [was, is] = [entryOfImport(stored), entryOfImport(item)]
  // A long history has lost its first entries.
  return !was || (was.score === is?.score && was.success === is.success)
}

const isPresentState = (item: Registration, stored: Registration): boolean =>
  item.status === stored.status &&
  item.completedAt?.getTime() === stored.completedAt?.getTime() &&
  (item.externalId === '' || item.externalId === stored.externalId) &&
  isSameResult(item, stored)

/** As far as the item has a result. */
export const isSameResult = (item: Registration, one: Registration): boolean =>
  (item.score ?? one.score) === one.score && (item.success ?? one.success) === one.success

const entryOfImport = ({ history }: Registration) => history.find(({ imported }) => imported)
