import { accepted, rejected, Unavailable, type Rejected, type Result } from '../../../platform/errors.ts'
import type { DomainEvent } from '../../../platform/messaging/event.ts'
import type { Trace } from '../../../platform/observability/trace.ts'
import type { Activity } from '../../../platform/store/activity.ts'
import type { Attempt } from '../../../platform/store/idempotency.ts'
import type { Scope } from '../../../platform/domain/account.ts'
import type { Clock } from '../../../platform/domain/time.ts'
import type { UserLookup } from '../clients/user-service.ts'
import type { Courses } from '../courses/repository.ts'
import type { CourseMatches } from '../courses/rules.ts'
import { ERROR_OF_RULE, type ExistingRegistrations } from './conflicts.ts'
import type { InsertOutcome, Registrations } from './repository.ts'
import {
  resultOfEarlierAttempt,
  type AllowedRegistration,
  type LookedUp,
  type LookedUpUser,
  type Registered,
  type RegistrationRequest,
} from './rules.ts'

export interface RegisterDeps {
  readonly courses: Courses
  readonly users: UserLookup
  readonly registrations: Registrations
  readonly clock: Clock
  /** Counts inserted registrations, also imported ones, for the status that operators see. */
  readonly createdPerMinute: Pick<Activity, 'add'>
}

/** In what a create and an import differ: who sends the requests, and what each of them becomes. */
export interface RegisterOptions<
  R extends RegistrationRequest = RegistrationRequest,
  A extends AllowedRegistration = AllowedRegistration,
> {
  /** Whether all parameters of a request have to name the same records. */
  readonly strict: boolean
  /** Undefined for an operator, who sees all groups. */
  readonly scope: Scope | undefined
  readonly trace: Trace
  /** Applies the rules to one request, for which the id is reserved: `evaluate` or `evaluateImport`. */
  readonly evaluate: (request: R, lookedUp: LookedUp, id: number, now: Date) => Result<A>
  /** The event that announces a registration: `registrationCreatedEvent`; undefined for an import. */
  readonly eventOf: (allowed: AllowedRegistration) => DomainEvent<'registration.created.v1'> | undefined
}

/** A request on its way. The step that knows its result sets it, and the steps after that leave it alone. */
interface Item<R, A> {
  readonly request: R
  readonly id: number
  /** Set if the rules allow the request. */
  allowed?: A
  result?: Result<Registered> | undefined
}

/** A malformed request has only its result. */
type Items<R, A> = readonly (Item<R, A> | { readonly result: Rejected })[]

/** An item whose registration may be inserted. */
export type AllowedItem<A = AllowedRegistration> = Item<unknown, A> & { readonly allowed: A }

/** The id that a preview shows. */
const NO_ID = 0

/**
 * Carries out all requests that the rules allow. A single create is a batch of one. An import takes other
 * steps: `importAll` (`import.ts`).
 *
 * An insert writes a registration with its event, and passes the event to the relay. When the broker has the
 * event, or at once if there is none, `Copies.refreshNew` compares the registration with the newest course
 * and user, which may have changed since they were looked up. Until then, a sweep finds the registration.
 *
 * @param requests malformed ones have their rejections already
 * @param attempt with the reserved ids, in the order of the requests
 * @returns a result for each request, in the same order
 */
export async function registerAll(
  deps: RegisterDeps,
  requests: readonly Result<RegistrationRequest>[],
  options: RegisterOptions,
  attempt: Attempt,
): Promise<Result<Registered>[]> {
  const items = await evaluateAll(deps, requests, options, attempt)
  await insertAllowed(deps, allowedItems(items), options)
  return resultsOf(items)
}

/** What {@link registerAll} would do. */
export async function previewAll(
  deps: RegisterDeps,
  requests: readonly Result<RegistrationRequest>[],
  options: RegisterOptions,
): Promise<Result<Registered>[]> {
  const items = await evaluateAll(deps, requests, options)
  const allowed = allowedItems(items)
  const existingRegistrations = await findExistingRegistrations(deps, allowed, options.trace)
  for (const item of allowed) item.result = existingRegistrations.preview(item.allowed, options.scope)
  return resultsOf(items)
}

/**
 * Finds the courses of all requests together, which this service stores, and their users with one call to the
 * user service. Applies the rules to each request.
 * @param attempt undefined for a preview
 */
export async function evaluateAll<R extends RegistrationRequest, A extends AllowedRegistration>(
  deps: RegisterDeps,
  requests: readonly Result<R>[],
  options: RegisterOptions<R, A>,
  attempt?: Attempt,
): Promise<Items<R, A>> {
  const items: Items<R, A> = requests.map((request, i) =>
    request.kind === 'rejected'
      ? { result: request }
      : { request: request.value, id: attempt ? attempt.firstId + i : NO_ID },
  )
  const wellFormed = items.filter((item) => 'request' in item)
  if (attempt?.isRetry) await settleInserted(deps, wellFormed, options.scope)
  const toEvaluate = wellFormed.filter(({ result }) => !result)
  if (toEvaluate.length === 0) return items
  const queries = toEvaluate.map(({ request }) => request)
  const [courses, users] = await Promise.all([
    deps.courses.findMatches(queries),
    usersOrUnavailable(deps.users, queries, options),
  ])
  const now = deps.clock.now()
  for (const [i, item] of toEvaluate.entries()) {
    const lookedUp = { courseMatches: courses[i] as CourseMatches, user: users[i] as LookedUpUser }
    const result = options.evaluate(item.request, lookedUp, item.id, now)
    if (result.kind === 'rejected') item.result = result
    else item.allowed = result.value
  }
  return items
}

/**
 * What an earlier attempt has inserted is not evaluated again, so a retry does not need the user service for
 * it.
 */
async function settleInserted<R extends RegistrationRequest>(
  { registrations }: RegisterDeps,
  items: readonly Item<R, unknown>[],
  scope: Scope | undefined,
): Promise<void> {
  const inserted = await registrations.findMany(items.map(({ id }) => id))
  const byId = new Map(inserted.map((registration) => [registration.id, registration]))
  for (const item of items) {
    const registration = byId.get(item.id)
    if (registration) item.result = resultOfEarlierAttempt(item.request, registration, scope)
  }
}

/**
 * The users of the requests. When the user service is unavailable, errors about the courses still come first;
 * the first request without one fails all of them.
 */
async function usersOrUnavailable(
  users: UserLookup,
  requests: readonly RegistrationRequest[],
  { strict, trace }: Pick<RegisterOptions, 'strict' | 'trace'>,
): Promise<readonly LookedUpUser[]> {
  try {
    return await users.identifyUsers(requests, strict, trace)
  } catch (error) {
    if (!(error instanceof Unavailable)) throw error
    return requests.map(() => ({ kind: 'unavailable', error }))
  }
}

/** The items whose registrations may be inserted. */
export const allowedItems = <A>(items: Items<unknown, A>): AllowedItem<A>[] =>
  items.filter((item): item is AllowedItem<A> => !item.result && 'allowed' in item)

export const resultsOf = (items: Items<unknown, unknown>): Result<Registered>[] =>
  items.map(({ result }) => result as Result<Registered>)

/** Inserts the registrations with their events. */
export async function insertAllowed(
  deps: RegisterDeps,
  items: readonly AllowedItem[],
  { eventOf, scope, trace }: Pick<RegisterOptions, 'eventOf' | 'scope' | 'trace'>,
): Promise<void> {
  const outcomes = await deps.registrations.insert(
    items.map((item) => ({ registration: item.allowed.registration, event: eventOf(item.allowed) })),
  )
  const sent = items.map((item, i) => ({ item, outcome: outcomes[i] as InsertOutcome }))
  const duplicates = sent.flatMap(({ item, outcome }) => (outcome.kind === 'duplicate' ? [item] : []))
  deps.createdPerMinute.add(items.length - duplicates.length)
  const existingRegistrations = await findExistingRegistrations(deps, duplicates, trace)
  const lastId = items.at(-1)?.id ?? NO_ID
  for (const { item, outcome } of sent) {
    if (outcome.kind === 'stored') {
      const { registration } = outcome
      const { identifiedBy } = item.allowed
      // If an attempt that runs beside this one inserted it, this is still the first response to the caller,
      // so it is not marked as replayed.
      item.result = accepted({ registration, identifiedBy, wasCreatedEarlier: false })
      continue
    }
    // The ids of a batch follow each other. A later item was inserted after this one was rejected, so it was
    // not the reason.
    const isLaterItem = (id: number) => id > item.id && id <= lastId
    // MongoDB reports only one of the unique indexes that a registration violates. So all conflicts are
    // looked up, and the error is the same as in a preview. If none is found, the other registration may have
    // changed or been removed since the insert.
    item.result =
      existingRegistrations.resultOf(item.allowed, scope, isLaterItem) ??
      rejected(new ERROR_OF_RULE[outcome.violatedRule]())
  }
}

/** Finds the existing registrations that new ones may conflict with. */
async function findExistingRegistrations(
  deps: RegisterDeps,
  items: readonly AllowedItem[],
  trace: Trace,
): Promise<ExistingRegistrations> {
  const toInsert = items.map((item) => item.allowed.registration)
  const existingRegistrations = await deps.registrations.findConflicting(toInsert)
  await markReleasingHolders(deps, existingRegistrations, trace)
  return existingRegistrations
}

/**
 * Those that hold the external ids of new ones may have just lost their user, of which this asks the user
 * service, or their course: they release the ids when their copies are refreshed.
 */
export async function markReleasingHolders(
  { courses, users }: Pick<RegisterDeps, 'courses' | 'users'>,
  existingRegistrations: ExistingRegistrations,
  trace: Trace,
): Promise<void> {
  const { holders } = existingRegistrations
  if (holders.length === 0) return
  const queries = holders.map(({ user: { userId } }) => ({ userId }))
  const [foundCourses, foundUsers] = await Promise.all([
    courses.findMany([...new Set(holders.map(({ course }) => course.id))]),
    usersOrUnavailable(users, queries, { strict: false, trace }),
  ])
  const deletedCourses = new Set(foundCourses.flatMap(({ id, deleted }) => (deleted ? [id] : [])))
  existingRegistrations.markReleasing(
    holders.filter(({ course }, i) => foundUsers[i]?.kind === 'not-found' || deletedCourses.has(course.id)),
  )
}
