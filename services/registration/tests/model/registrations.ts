import { errors } from '../../../shared/contract/generated/errors.ts'
import type { Call, RegistrationBody } from './calls.ts'
import {
  anyText,
  isOpen,
  lower,
  ok,
  Refused,
  type Draft,
  type Expected,
  type ModelAccount,
  type ModelRegistration,
} from './records.ts'
import {
  begin,
  freshId,
  identify,
  once,
  preferring,
  requireEligible,
  requireParameters,
  requireTag,
} from './rules.ts'
import type { State } from './state.ts'

export function createRegistration(state: State, call: Call, seen: unknown, now: string): Expected {
  const account = state.registrar(call)
  const body = call.body as RegistrationBody
  requireParameters(body)
  const draft = () => {
    const eligible = requireDraft(state, account, body, call.strict)
    requireFree(state, account, eligible)
    return eligible
  }
  if (call.validateOnly) {
    const eligible = draft()
    return ok(200, state.present(begin(0, eligible, account, now)), preferring(call, eligible))
  }
  return once(state, call, body, () => {
    const eligible = draft()
    const created = begin(freshId(seen, state.registrations), eligible, account, now)
    state.registrations.push(created)
    const headers = { ...preferring(call, eligible), location: `/registrations/${created.id}/` }
    return {
      answer: ok(201, state.present(created), headers),
      mayNotReplay: () => state.outOfReach(account, created.courseId, created.user),
    }
  })
}

/** B1: as many creates, one after the other; none spoils another. */
export function createRegistrationBatch(state: State, call: Call, seen: unknown, now: string): Expected {
  const account = state.registrar(call)
  const items = call.body as readonly RegistrationBody[]
  const results = (Array.isArray(seen) ? seen : []) as { registration?: unknown }[]
  const perform = () => {
    const tried: ModelRegistration[] = []
    const body = items.map((item, index) => {
      try {
        requireParameters(item)
        const draft = requireDraft(state, account, item, call.strict)
        requireFree(state, account, draft, call.validateOnly ? tried : [])
        const id = call.validateOnly ? 0 : freshId(results[index]?.registration, state.registrations)
        const registration = begin(id, draft, account, now)
        tried.push(registration)
        if (!call.validateOnly) state.registrations.push(registration)
        return { index, status: call.validateOnly ? 200 : 201, registration: state.present(registration) }
      } catch (refused) {
        if (!(refused instanceof Refused)) throw refused
        const { status, detail = anyText } = errors[refused.code]
        return { index, status, code: refused.code, detail: refused.detail ?? detail }
      }
    })
    const mayNotReplay = () => (tried.every((one) => state.sees(account, one)) ? undefined : 'forbidden')
    return { answer: ok(200, body, preferring(call)), mayNotReplay }
  }
  return call.validateOnly ? perform().answer : once(state, call, items, perform)
}

/** Resolve, access, eligibility, in this order (A5, S3). */
function requireDraft(state: State, account: ModelAccount, body: RegistrationBody, strict = false): Draft {
  const course = identify(
    [
      ['courseId', body.courseId, ({ id }) => id === body.courseId],
      ['courseName', body.courseName, ({ name }) => name === body.courseName],
      ['courseExternalId', body.courseExternalId, ({ externalId }) => externalId === body.courseExternalId],
    ],
    [...state.courses.values()].filter(({ deleted }) => !deleted),
    strict,
    'course',
  )
  const user = identify(
    [
      ['userId', body.userId, ({ id }) => id === body.userId],
      ['userExternalId', body.userExternalId, ({ fields }) => fields['externalId'] === body.userExternalId],
      ['userEmail', body.userEmail, ({ fields }) => lower(fields['email']) === lower(body.userEmail)],
    ],
    state.users.filter(({ deleted }) => !deleted),
    strict,
    'user',
  )
  const outOfReach = state.outOfReach(account, course.record.id, user.record)
  if (outOfReach) throw new Refused(outOfReach)
  requireEligible(course.record, user.record)
  return {
    course: course.record,
    user: user.record,
    externalId: body.externalId ?? '',
    resolvedBy: `course=${course.by}; user=${user.by}`,
  }
}

/** R8, R9; `tried` came before in the same dry run. */
function requireFree(
  state: State,
  account: ModelAccount,
  { course, user, externalId }: Draft,
  tried: readonly ModelRegistration[] = [],
): void {
  const open =
    state.hasOpen(user, course.id) || tried.some((one) => one.user === user && one.courseId === course.id)
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

/** The one that the account may read (A4, R12, R16). */
function readable(state: State, call: Call): ModelRegistration {
  const account = state.registrar(call)
  const found = state.registration(call.target)
  if (!found || !state.counts(found)) throw new Refused('not-registered')
  if (!state.sees(account, found)) throw new Refused('forbidden')
  return found
}

export function getRegistration(state: State, call: Call): Expected {
  const shown = state.present(readable(state, call))
  return call.ifNoneMatch?.shown === JSON.stringify(shown) ? ok(304, undefined) : ok(200, shown)
}

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
    const account = state.registrar(call)
    const { score = null, success } = (call.body ?? {}) as { score?: unknown; success?: unknown }
    const said = String(success).toLowerCase()
    if (success !== undefined && said !== 'true' && said !== 'false') throw new Refused('invalid-request')
    if (score !== null && typeof score !== 'number') throw new Refused('invalid-request')
    const found = readable(state, call)
    requireTag(call.ifMatch, state.present(found))
    const newScore = score ?? found.score
    if (found.status === to && found.score === newScore) return ok(200, state.present(found))
    if (isOpen(to) && !isOpen(found.status) && state.hasOpen(found.user, found.courseId))
      throw new Refused('reopen-conflict')
    found.history.push({
      at: now,
      by: account.id,
      byName: account.name,
      from: found.status,
      to,
      score: newScore,
      success: success === undefined ? null : said === 'true',
    })
    found.status = to
    found.score = newScore
    found.updatedDate = now
    if (to === 'Completed') found.completionDate ??= now
    return ok(200, state.present(found))
  }

export const approveRegistration = moveTo('Approved')
export const completeRegistration = moveTo('Completed')
export const withdrawRegistration = moveTo('Withdrawn')

/** R12–R14 */
export function listRegistrations(state: State, call: Call): Expected {
  const account = state.registrar(call)
  const { walk, countExact, query = {} } = call
  const { limit = 100, offset = 0, course_id, user_id, status, updated_after } = query
  if (limit < 0 || offset < 0) throw new Refused('invalid-request')
  const all = state.registrations
    .filter((one) => state.counts(one) && state.sees(account, one))
    .filter(({ courseId }) => course_id === undefined || courseId === course_id)
    .filter(({ user }) => user_id === undefined || user.id === user_id)
    .filter((one) => status === undefined || one.status === status)
    .filter(({ updatedDate }) => updated_after === undefined || updatedDate > updated_after)
    .sort((a, b) => a.id - b.id)
    .map((one) => state.present(one))
  const counted = { 'preference-applied': 'count=exact', 'x-total-count': String(all.length) }
  return ok(200, walk ? all.slice(offset) : all.slice(offset, offset + limit), {
    vary: 'Prefer',
    ...(!walk && all.length > offset + limit ? { link: 'next' } : {}),
    ...(countExact ? counted : {}),
  })
}
