import { errors } from '../../../shared/contract/generated/errors.ts'
import type { Call, RegistrationBody } from './calls.ts'
import {
  anyText,
  lower,
  ok,
  Refused,
  type Draft,
  type Expected,
  type ModelAccount,
  type ModelRegistration,
} from './records.ts'
import { begin, freshId, identify, preferring, requireEligible, requireParameters } from './rules.ts'
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
      mayReplay: () => state.sees(account, created),
    }
  })
}

/** B1: as many creates, one after the other; none spoils another. */
export function createBatch(state: State, call: Call, seen: unknown, now: string): Expected {
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
    const mayReplay = () => tried.every((registration) => state.sees(account, registration))
    return { answer: ok(200, body, preferring(call)), mayReplay }
  }
  return call.validateOnly ? perform().answer : once(state, call, items, perform)
}

/** R10: only what succeeded is kept. */
export function once(
  state: State,
  { operation, account, key }: Call,
  request: unknown,
  perform: () => { answer: Expected; mayReplay: () => boolean },
): Expected {
  if (key === undefined) return perform().answer
  const name = `${operation} ${account} ${key}`
  const body = JSON.stringify(request)
  const kept = state.kept.get(name)
  if (!kept) {
    const done = perform()
    state.kept.set(name, { body, ...done })
    return done.answer
  }
  if (kept.body !== body) throw new Refused('idempotency-key-reused')
  if (!kept.mayReplay()) throw new Refused('forbidden')
  return { ...kept.answer, headers: { ...kept.answer.headers, 'idempotent-replayed': 'true' } }
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
  if (!state.reaches(account, course.record, user.record)) throw new Refused('forbidden')
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
