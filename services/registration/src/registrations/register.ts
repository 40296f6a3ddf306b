import { accepted, rejected, Unavailable, type Result } from '../../../platform/errors.ts'
import type { DomainEvent } from '../../../platform/messaging/event.ts'
import type { Trace } from '../../../platform/observability/trace.ts'
import type { Activity } from '../../../platform/store/activity.ts'
import type { Scope } from '../../../platform/domain/account.ts'
import type { Clock } from '../../../platform/domain/time.ts'
import type { UserDirectory } from '../clients/user-service.ts'
import type { Courses } from '../courses/repository.ts'
import type { CourseMatches } from '../courses/rules.ts'
import { ERROR_OF_RULE, pairOf, type ExistingRegistrations } from './conflicts.ts'
import { decideFinished, finishInPreview, finishOpen } from './finish-open.ts'
import type { InsertOutcome, Registrations } from './repository.ts'
import {
  resultOfEarlierAttempt,
  type AcceptedRegistration,
  type LookedUp,
  type LookedUpUser,
  type Registered,
  type Registration,
  type RegistrationRequest,
} from './rules.ts'

export interface RegisterDeps {
  readonly courses: Courses
  readonly users: UserDirectory
  readonly registrations: Registrations
  readonly clock: Clock
  /** Counts inserted registrations, also imported ones, for the status that operators see. */
  readonly createdPerMinute: Pick<Activity, 'add'>
}

/** In what a create and an import differ: who sends the requests, and what each of them becomes. */
export interface RegisterOptions<R extends RegistrationRequest = RegistrationRequest> {
  /** Whether all parameters of a request have to name the same records. */
  readonly strict: boolean
  /** Undefined for an operator, who sees all groups. */
  readonly scope: Scope | undefined
  readonly trace: Trace
  /** Applies the rules to one request, for which the id is reserved. */
  readonly evaluate: (request: R, lookedUp: LookedUp, id: number, now: Date) => Result<AcceptedRegistration>
  /** The event that announces a registration; undefined when it is not announced. */
  readonly eventOf: (accepted: AcceptedRegistration) => DomainEvent<'registration.created.v1'> | undefined
}

/** A request with the id reserved for its registration. */
export interface RegisterItem<R extends RegistrationRequest = RegistrationRequest> {
  readonly request: R
  readonly id: number
}

interface EvaluatedItem<R extends RegistrationRequest> extends RegisterItem<R> {
  readonly result: Result<AcceptedRegistration>
}

/**
 * Carries out all requests that the rules allow: looks up, evaluates, and inserts the registrations with
 * their events, which the repository also passes to the relay. Before an event is marked as published, the
 * copies of the course and the user are compared once more (`copies/refresh.ts`). A single create is a batch
 * of one: one item, and one result.
 *
 * @param items in ascending order of their ids
 * @param isRetry whether an earlier attempt may have inserted some of them
 * @returns a result for each item, in the same order
 */
export async function registerAll<R extends RegistrationRequest>(
  deps: RegisterDeps,
  items: readonly RegisterItem<R>[],
  options: RegisterOptions<R>,
  isRetry: boolean,
): Promise<Result<Registered>[]> {
  const inserted = isRetry ? await deps.registrations.findMany(items.map(({ id }) => id)) : []
  const insertedById = new Map(inserted.map((registration) => [registration.id, registration]))
  // Items that an earlier attempt has inserted are not evaluated again, so a retry of them does not need the
  // user service.
  const remaining = items.filter(({ id }) => !insertedById.has(id))
  const evaluated = await evaluateAll(deps, remaining, options)
  const { first, later } = inTwoSteps(evaluated)
  const results = new Map(await insertAccepted(deps, first, options))
  if (later.length > 0)
    for (const [id, result] of await insertAccepted(deps, later, options)) results.set(id, result)
  return items.map(({ request, id }) => {
    const registration = insertedById.get(id)
    return registration
      ? resultOfEarlierAttempt(request, registration, options.scope)
      : (results.get(id) as Result<Registered>)
  })
}

/** The id that a preview shows. */
const NO_ID = 0

/** The results that {@link registerAll} would have; inserts nothing. */
export async function previewAll<R extends RegistrationRequest>(
  deps: Pick<RegisterDeps, 'courses' | 'users' | 'registrations' | 'clock'>,
  requests: readonly R[],
  options: RegisterOptions<R>,
): Promise<Result<Registered>[]> {
  const items = requests.map((request) => ({ request, id: NO_ID }))
  const evaluated = await evaluateAll(deps, items, options)
  const existing = await findConflicting(deps, acceptedOf(evaluated), options.trace)
  const open = await deps.registrations.findMany(
    acceptedOf(evaluated).flatMap((item) =>
      item.whenOpen === undefined ? [] : (existing.openOf(item.registration)?.id ?? []),
    ),
  )
  return evaluated.map(({ result }): Result<Registered> => {
    if (result.kind === 'rejected') return result
    const { registration, identifiedBy } = result.value
    const decision = decideFinished(result.value, existing)
    if (decision.kind === 'settled') return decision.result
    if (decision.kind === 'finish') {
      const preview = finishInPreview(
        result.value,
        open.find(({ id }) => id === decision.openId),
      )
      if (preview.kind === 'accepted') existing.finish(registration, preview.value.registration)
      return preview
    }
    const imported = existing.importOf(registration)
    if (imported) return accepted({ registration: imported, identifiedBy, wasCreatedEarlier: true })
    const conflict = existing.conflictOf(registration, options.scope)
    if (conflict) return rejected(conflict)
    // A later request of the preview may conflict with this one.
    existing.addFromPreview(registration)
    return accepted({ registration, identifiedBy, wasCreatedEarlier: false })
  })
}

/**
 * Finds the courses of all requests together, which this service stores, and their users with one call to the
 * user service. Applies the rules to each request.
 */
async function evaluateAll<R extends RegistrationRequest>(
  deps: Pick<RegisterDeps, 'courses' | 'users' | 'clock'>,
  items: readonly RegisterItem<R>[],
  { evaluate, strict, trace }: RegisterOptions<R>,
): Promise<EvaluatedItem<R>[]> {
  if (items.length === 0) return []
  const requests = items.map(({ request }) => request)
  const [courses, users] = await Promise.all([
    deps.courses.findMatches(requests),
    usersOrUnavailable(deps.users, requests, strict, trace),
  ])
  const now = deps.clock.now()
  return items.map(({ request, id }, i) => {
    const lookedUp = { courseMatches: courses[i] as CourseMatches, user: users[i] as LookedUpUser }
    return { request, id, result: evaluate(request, lookedUp, id, now) }
  })
}

/** The users of the requests; the same error for each of them when the user service is unavailable. */
async function usersOrUnavailable(
  users: UserDirectory,
  requests: readonly RegistrationRequest[],
  strict: boolean,
  trace: Trace,
): Promise<readonly LookedUpUser[]> {
  try {
    return await users.identifyUsers(requests, strict, trace)
  } catch (error) {
    if (!(error instanceof Unavailable)) throw error
    return requests.map(() => ({ kind: 'unavailable', error }))
  }
}

/** Inserts the accepted registrations with their events. @returns the results by id */
async function insertAccepted<R extends RegistrationRequest>(
  deps: RegisterDeps,
  evaluated: readonly EvaluatedItem<R>[],
  { eventOf, ...options }: RegisterOptions<R>,
): Promise<ReadonlyMap<number, Result<Registered>>> {
  const settled = await settleFinished(deps, acceptedOf(evaluated), options)
  const toInsert = acceptedOf(evaluated)
    .filter(({ registration }) => !settled.has(registration.id))
    .map((toAnnounce) => ({ registration: toAnnounce.registration, event: eventOf(toAnnounce) }))
  const outcomes = await deps.registrations.insert(toInsert)
  deps.createdPerMinute.add(outcomes.filter(({ kind }) => kind === 'inserted').length)
  const duplicates = await resultsOfDuplicates(deps, outcomes, options)
  // Another attempt with the same key may have inserted a registration, with an earlier date.
  const stored = new Map(outcomes.map(({ registration }) => [registration.id, registration]))
  return new Map(
    evaluated.map(({ id, result }): [number, Result<Registered>] => {
      if (result.kind === 'rejected') return [id, result]
      const { registration, identifiedBy } = result.value
      const alreadySettled = settled.get(id)
      if (alreadySettled) return [id, alreadySettled]
      const duplicate = duplicates.get(id)
      if (duplicate?.kind === 'rejected') return [id, duplicate]
      const found = duplicate?.value ?? stored.get(id) ?? registration
      return [id, accepted({ registration: found, identifiedBy, wasCreatedEarlier: duplicate !== undefined })]
    }),
  )
}

/** Finished training after items that open a registration for the same user and course. */
function inTwoSteps<R extends RegistrationRequest>(evaluated: readonly EvaluatedItem<R>[]) {
  const opened = new Set<string>()
  const later = evaluated.filter(({ result }) => {
    if (result.kind === 'rejected') return false
    const { registration, whenOpen } = result.value
    const pair = pairOf(registration)
    if (whenOpen === undefined) opened.add(pair)
    return whenOpen !== undefined && opened.has(pair)
  })
  return { first: evaluated.filter((item) => !later.includes(item)), later }
}

/** The results of finished training that is not inserted, by id. Finishes the open registrations. */
async function settleFinished(
  deps: ConflictDeps,
  items: readonly AcceptedRegistration[],
  { trace }: Pick<RegisterOptions, 'trace'>,
): Promise<ReadonlyMap<number, Result<Registered>>> {
  const finished = items.filter(({ whenOpen, exportedId }) => (whenOpen ?? exportedId) !== undefined)
  if (finished.length === 0) return new Map()
  const existing = await findConflicting(deps, finished, trace)
  const results = new Map<number, Result<Registered>>()
  const settle = async (item: AcceptedRegistration) => {
    const decision = decideFinished(item, existing)
    if (decision.kind === 'store') return
    const { id } = item.registration
    if (decision.kind === 'settled') results.set(id, decision.result)
    else {
      const result = await finishOpen(deps.registrations, item, decision.openId as number)
      if (result.kind === 'accepted') existing.finish(item.registration, result.value.registration)
      results.set(id, result)
    }
  }
  const ofPairs = Map.groupBy(finished, ({ registration }) => pairOf(registration)).values()
  await Promise.all(
    [...ofPairs].map(async (ofPair) => {
      for (const item of ofPair) await settle(item)
    }),
  )
  return results
}

/**
 * Finds out why each duplicate was not inserted. One that was imported before is the earlier registration;
 * any other is rejected. A registration can violate several unique indexes (one open registration for each
 * user and course, one registration for each external id, one for each imported item), and MongoDB reports
 * only one of them. So all conflicts are looked up, and the error is the same as in a preview.
 *
 * @returns the results by id
 */
async function resultsOfDuplicates(
  deps: ConflictDeps,
  outcomes: readonly InsertOutcome[],
  { scope, trace }: Pick<RegisterOptions, 'scope' | 'trace'>,
): Promise<ReadonlyMap<number, Result<Registration>>> {
  const duplicates = outcomes.filter((outcome) => outcome.kind === 'duplicate')
  if (duplicates.length === 0) return new Map()
  const existing = await findConflicting(deps, duplicates, trace)
  const batchIds = new Set(outcomes.map(({ registration }) => registration.id))
  const results = new Map<number, Result<Registration>>()
  for (const { registration, violatedRule } of duplicates) {
    const imported = existing.importOf(registration)
    if (imported) {
      results.set(registration.id, accepted(imported))
      continue
    }
    // A later item of a batch was inserted after this one was rejected, so it was not the reason.
    const isLaterItem = (id: number) => batchIds.has(id) && id > registration.id
    const conflict = existing.conflictOf(registration, scope, isLaterItem)
    // If the conflict is not found, the other registration may have changed or been removed since the insert.
    results.set(registration.id, rejected(conflict ?? new ERROR_OF_RULE[violatedRule]()))
  }
  return results
}

type ConflictDeps = Pick<RegisterDeps, 'registrations' | 'courses' | 'users'>

/**
 * Finds what new registrations may conflict with. Those that have their external ids may have just lost their
 * user or course, and release the ids when their copies are refreshed.
 */
async function findConflicting(
  { registrations, courses, users }: ConflictDeps,
  items: readonly Pick<AcceptedRegistration, 'registration' | 'exportedId'>[],
  trace: Trace,
): Promise<ExistingRegistrations> {
  const existing = await registrations.findConflicting(
    items.map(({ registration }) => registration),
    items.flatMap(({ exportedId }) => exportedId ?? []),
  )
  const { holders } = existing
  if (holders.length === 0) return existing
  const queries = holders.map(({ user: { userId } }) => ({ userId }))
  const [foundCourses, foundUsers] = await Promise.all([
    courses.findMany([...new Set(holders.map(({ course }) => course.id))]),
    usersOrUnavailable(users, queries, false, trace),
  ])
  const deletedCourses = new Set(foundCourses.flatMap(({ id, deleted }) => (deleted ? [id] : [])))
  existing.markReleasing(
    holders.filter(({ course }, i) => foundUsers[i]?.kind === 'not-found' || deletedCourses.has(course.id)),
  )
  return existing
}

const acceptedOf = <R extends RegistrationRequest>(
  evaluated: readonly EvaluatedItem<R>[],
): AcceptedRegistration[] =>
  evaluated.flatMap(({ result }) => (result.kind === 'accepted' ? [result.value] : []))
