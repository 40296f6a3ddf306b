import type { Call, RegistrationBody, Tag, UserBody } from './calls.ts'
import {
  lower,
  Refused,
  REQUIRED_OF_USERS,
  type Draft,
  type Expected,
  type Kept,
  type ModelAccount,
  type ModelCourse,
  type ModelRegistration,
  type ModelUser,
} from './records.ts'
import { appliedOf } from './requests.ts'
import type { State } from './state.ts'

export function begin(
  id: number,
  { user, course, externalId }: Draft,
  by: ModelAccount,
  now: string,
): ModelRegistration {
  const first = {
    at: now,
    by: by.id,
    byName: by.name,
    from: null,
    to: 'Not Started',
    score: null,
    success: null,
  }
  return {
    id,
    user,
    courseId: course.id,
    externalId,
    createdDate: now,
    updatedDate: now,
    status: 'Not Started',
    completionDate: null,
    score: null,
    history: [first],
  }
}

/** R3 */
export function identify<T extends { readonly id: number }>(
  parameters: readonly (readonly [name: string, given: unknown, matches: (record: T) => boolean])[],
  records: readonly T[],
  strict: boolean,
  what: 'course' | 'user',
): { record: T; by: string } {
  const supplied = parameters
    .filter(([, given]) => given !== undefined)
    .map(([by, , matches]) => ({ by, found: records.filter(matches) }))
  const first = supplied.find(({ found }) => found.length > 0)
  const [record, another] = first?.found ?? []
  if (!first || !record) throw new Refused(`${what}-not-found`)
  if (another) throw new Refused(`${what}-ambiguous`)
  if (strict && !supplied.every(({ found }) => found.includes(record)))
    throw new Refused('identifiers-disagree')
  return { record, by: first.by }
}

export function requireEligible(course: ModelCourse, user: ModelUser): void {
  if (!course.active) throw new Refused('course-inactive')
  if (!course.published) throw new Refused('course-not-published')
  if (course.eventBased) throw new Refused('event-based-course')
  if (!course.requiresRegistration) throw new Refused('registration-not-required')
  const { expirationDate = '' } = user.fields
  if (expirationDate !== '' && new Date(expirationDate) <= new Date()) throw new Refused('user-inactive')
}

/** R4: one parameter for the course and one for the user, and no unknown field. */
export function requireParameters(body: RegistrationBody): void {
  const names = Object.keys(body)
  const given = (what: string) => names.some((name) => name.startsWith(what))
  if (!given('course') || !given('user') || body.colour !== undefined) throw new Refused('invalid-request')
}

/** R17, R19, of the values that sequences send. */
export function requireUserFields(body: UserBody): void {
  if (REQUIRED_OF_USERS.some((field) => body[field] === '')) throw new Refused('invalid-request')
  if (body['country'] === 'XX') throw new Refused('invalid-request')
}

export function requireTag(tag: Tag | undefined, shown: unknown): void {
  if (tag && tag.shown !== JSON.stringify(shown)) throw new Refused('precondition-failed')
}

export function preferring(call: Call, draft?: Draft): Record<string, string> {
  const applied = appliedOf(call)
  return {
    vary: 'Prefer',
    ...(applied === '' ? {} : { 'preference-applied': applied }),
    ...(draft ? { 'x-resolved-by': draft.resolvedBy } : {}),
  }
}

/** `seen` shows the date of the last change where that is not known. */
export function presentUser(user: ModelUser, seen?: unknown): Record<string, unknown> {
  user.updatedDate ??= (seen as { updatedDate?: string } | undefined)?.updatedDate
  const { id, fields, createdDate, updatedDate } = user
  return { id, ...fields, createdDate, updatedDate }
}

/** Ids grow; any other id is a difference: it equals nothing. */
export function freshId(seen: unknown, records: readonly { readonly id: number }[]): number {
  const id = (seen as { id?: unknown } | undefined)?.id
  return typeof id === 'number' && Number.isInteger(id) && id > (records.at(-1)?.id ?? 0) ? id : NaN
}

/** R15 */
export function requireFreeUser(
  users: readonly ModelUser[],
  id: number,
  fields: Readonly<Record<string, string>>,
): void {
  const others = users.filter((user) => user.id !== id && !user.deleted)
  if (others.some((user) => lower(user.fields['loginName']) === lower(fields['loginName'])))
    throw new Refused('login-name-taken')
  const { externalId } = fields
  if (externalId && others.some((user) => user.fields['externalId'] === externalId))
    throw new Refused('user-external-id-taken')
}

/** R10: only what succeeded is kept. */
export function once(
  state: State,
  { operation, account, key }: Call,
  request: unknown,
  perform: () => Omit<Kept, 'body'>,
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
  const refusal = kept.mayNotReplay()
  if (refusal) throw new Refused(refusal)
  return { ...kept.answer, headers: { ...kept.answer.headers, 'idempotent-replayed': 'true' } }
}
