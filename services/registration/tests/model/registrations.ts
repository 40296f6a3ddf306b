import { freshId, ok, page, preferring, Refused, requireTag, unlessKnown, type Expected } from './answers.ts'
import type { Call, RegistrationBody } from './calls.ts'
import {
  isOpen,
  type ModelAccount,
  type ModelCourse,
  type ModelRegistration,
  type ModelUser,
  type State,
} from './state.ts'

export function createRegistration(state: State, call: Call, seen: unknown, now: string): Expected {
  const account = state.caller(call)
  requireParameters(call.body)
  return state.once(call, call.body, () => {
    const { registration, shown, resolvedBy } = make(state, call, call.body, { seen, now })
    const { id, courseId, user } = registration
    const headers = { ...preferring(call), 'x-resolved-by': resolvedBy }
    const location = `/registrations/${id}/`
    return {
      answer: call.validateOnly ? ok(200, shown, headers) : ok(201, shown, { ...headers, location }),
      mayNotReplay: () => state.outOfReach(account, courseId, user),
    }
  })
}

/** B1: as many creates, one after the other; none spoils another. */
export function createRegistrationBatch(state: State, call: Call, seen: unknown, now: string): Expected {
  const account = state.caller(call)
  const items = call.body as readonly RegistrationBody[]
  const results = (Array.isArray(seen) ? seen : []) as { registration?: unknown }[]
  return state.once(call, items, () => {
    const made: ModelRegistration[] = []
    const body = items.map((item, index) => {
      try {
        // What a preview has tried before is not in the state.
        const tried = call.validateOnly ? made : []
        const result = make(state, call, item, { seen: results[index]?.registration, now, tried })
        made.push(result.registration)
        return { index, status: call.validateOnly ? 200 : 201, registration: result.shown }
      } catch (refused) {
        if (!(refused instanceof Refused)) throw refused
        const { status, code, detail } = refused
        return { index, status, code, detail }
      }
    })
    return {
      answer: ok(200, body, preferring(call)),
      mayNotReplay: () => (made.every((one) => state.sees(account, one)) ? undefined : 'forbidden'),
    }
  })
}

/** One registration, kept unless it is a preview: resolve, access, eligibility, in this order (A5, S3). */
function make(
  state: State,
  call: Call,
  body: RegistrationBody,
  { seen, now, tried = [] }: { seen: unknown; now: string; tried?: readonly ModelRegistration[] },
) {
  const account = state.caller(call)
  requireParameters(body)
  const { course, user, resolvedBy } = resolve(state, body, call.strict)
  const outOfReach = state.outOfReach(account, course.id, user)
  if (outOfReach) throw new Refused(outOfReach)
  requireEligible(course, user)
  const registration: ModelRegistration = {
    id: call.validateOnly ? 0 : freshId(seen, state.registrations),
    user,
    courseId: course.id,
    externalId: body.externalId ?? '',
    createdDate: now,
    updatedDate: now,
    status: '',
    completionDate: null,
    score: null,
    history: [],
  }
  requireFree(state, account, registration, tried)
  step(registration, account, now, { from: null, to: 'Not Started', score: null, success: null })
  if (!call.validateOnly) state.registrations.push(registration)
  return { registration, shown: presentRegistration(state, registration), resolvedBy }
}

/** R4: one parameter for the course and one for the user, and no unknown field. */
function requireParameters(body: RegistrationBody): void {
  const names = Object.keys(body)
  const given = (what: string) => names.some((name) => name.startsWith(what))
  if (!given('course') || !given('user') || body.colour !== undefined) throw new Refused('invalid-request')
}

/** The one course and the one user that a body names. */
function resolve(state: State, body: RegistrationBody, strict = false) {
  const wanted = { ...body, userEmail: body.userEmail?.toLowerCase() }
  const courses = [...state.courses.values()].filter(({ deleted }) => !deleted)
  const course = identify('course', courses, wanted, strict, {
    courseId: ({ id }) => id,
    courseName: ({ name }) => name,
    courseExternalId: ({ externalId }) => externalId,
  })
  const users = state.users.filter(({ deleted }) => !deleted)
  const user = identify('user', users, wanted, strict, {
    userId: ({ id }) => id,
    userExternalId: ({ fields }) => fields['externalId'],
    userEmail: ({ fields }) => fields['email']?.toLowerCase(),
  })
  return { course: course.record, user: user.record, resolvedBy: `course=${course.by}; user=${user.by}` }
}

/** R3 */
function identify<T>(
  what: 'course' | 'user',
  records: readonly T[],
  wanted: object,
  strict: boolean,
  parameters: Readonly<Record<string, (record: T) => unknown>>,
): { record: T; by: string } {
  const supplied = Object.entries(parameters)
    .map(([by, valueOf]) => ({ by, value: Reflect.get(wanted, by) as unknown, valueOf }))
    .filter(({ value }) => value !== undefined)
    .map(({ by, value, valueOf }) => ({ by, found: records.filter((record) => valueOf(record) === value) }))
  const first = supplied.find(({ found }) => found.length > 0)
  const [record, another] = first?.found ?? []
  if (!first || !record) throw new Refused(`${what}-not-found`)
  if (another) throw new Refused(`${what}-ambiguous`)
  if (strict && !supplied.every(({ found }) => found.includes(record)))
    throw new Refused('identifiers-disagree')
  return { record, by: first.by }
}

function requireEligible(course: ModelCourse, user: ModelUser): void {
  if (!course.active) throw new Refused('course-inactive')
  if (!course.published) throw new Refused('course-not-published')
  if (course.eventBased) throw new Refused('event-based-course')
  if (!course.requiresRegistration) throw new Refused('registration-not-required')
  const { expirationDate = '' } = user.fields
  if (expirationDate !== '' && new Date(expirationDate) <= new Date()) throw new Refused('user-inactive')
}

/** R8, R9 */
function requireFree(
  state: State,
  account: ModelAccount,
  { courseId, user, externalId }: ModelRegistration,
  tried: readonly ModelRegistration[],
): void {
  const open =
    state.hasOpen(user, courseId) || tried.some((one) => one.user === user && one.courseId === courseId)
  if (open) throw new Refused('already-registered')
  if (externalId === '') return
  const holder = state.registration({ externalId })
  if (holder && state.counts(holder) && state.sees(account, holder))
    throw new Refused(
      'registration-external-id-taken',
      `Registration ${holder.id} has this externalId. Choose another one.`,
    )
  if (holder || tried.some((one) => one.externalId === externalId))
    throw new Refused('registration-external-id-taken')
}

/** Takes a registration to another status or score, and tells its history. */
function step(
  registration: ModelRegistration,
  { id, name }: ModelAccount,
  now: string,
  what: { from: string | null; to: string; score: number | null; success: boolean | null },
): void {
  registration.history.push({ at: now, by: id, byName: name, ...what })
  registration.status = what.to
  registration.score = what.score
  registration.updatedDate = now
}

/** The one that the account may read (A4, R12, R16). */
function readable(state: State, call: Call): ModelRegistration {
  const account = state.caller(call)
  const found = state.registration(call.target)
  if (!found || !state.counts(found)) throw new Refused('not-registered')
  if (!state.sees(account, found)) throw new Refused('forbidden')
  return found
}

export const getRegistration = (state: State, call: Call): Expected =>
  unlessKnown(call, presentRegistration(state, readable(state, call)))

export const getRegistrationHistory = (state: State, call: Call): Expected =>
  ok(200, readable(state, call).history)

export function getRegistrationNotification(state: State, call: Call): Expected {
  readable(state, call)
  throw new Refused('dependency-unavailable')
}

/** R5–R8 */
const moveTo =
  (to: 'Approved' | 'Completed' | 'Withdrawn') =>
  (state: State, call: Call, _seen: unknown, now: string): Expected => {
    const account = state.caller(call)
    const { score = null, success } = (call.body ?? {}) as { score?: unknown; success?: unknown }
    const said = String(success).toLowerCase()
    if (success !== undefined && said !== 'true' && said !== 'false') throw new Refused('invalid-request')
    if (score !== null && typeof score !== 'number') throw new Refused('invalid-request')
    const found = readable(state, call)
    requireTag(call.ifMatch, presentRegistration(state, found))
    const { status: from, score: before, user, courseId } = found
    const what = { from, to, score: score ?? before, success: success === undefined ? null : said === 'true' }
    if (from !== to || before !== what.score) {
      if (isOpen(to) && !isOpen(from) && state.hasOpen(user, courseId)) throw new Refused('reopen-conflict')
      step(found, account, now, what)
      if (to === 'Completed') found.completionDate ??= now
    }
    return ok(200, presentRegistration(state, found))
  }

export const approveRegistration = moveTo('Approved')
export const completeRegistration = moveTo('Completed')
export const withdrawRegistration = moveTo('Withdrawn')

/** R12–R14 */
export function listRegistrations(state: State, call: Call): Expected {
  const account = state.caller(call)
  const { limit = 0, offset = 0, course_id, user_id, status, updated_after } = call.query ?? {}
  if (limit < 0 || offset < 0) throw new Refused('invalid-request')
  const all = state.registrations
    .filter((one) => state.counts(one) && state.sees(account, one))
    .filter(({ courseId }) => course_id === undefined || courseId === course_id)
    .filter(({ user }) => user_id === undefined || user.id === user_id)
    .filter((one) => status === undefined || one.status === status)
    .filter(({ updatedDate }) => updated_after === undefined || updatedDate > updated_after)
    .sort((a, b) => a.id - b.id)
    .map((one) => presentRegistration(state, one))
  return page(call, all)
}

export const presentRegistration = (state: State, registration: ModelRegistration) => ({
  id: registration.id,
  courseId: registration.courseId,
  courseName: state.courses.get(registration.courseId)?.name,
  createdDate: registration.createdDate,
  registrationDate: registration.createdDate,
  completionDate: registration.completionDate,
  statusName: registration.status,
  externalId: registration.externalId,
  userExternalId: registration.user.fields['externalId'],
  userId: registration.user.id,
  score: registration.score,
})
