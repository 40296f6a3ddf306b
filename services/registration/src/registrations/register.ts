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
import { finishes, finishInPreview, finishOpen, resultOfFinished } from './finish-open.ts'
import type { InsertOutcome, Registrations } from './repository.ts'
import {
  resultOfEarlierAttempt,
  type AcceptedRegistration,
  type LookedUp,
  type LookedUpUser,
  type Registered,
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

/** The ids that are reserved for the registrations: `firstId`, and those that follow it. */
interface ReservedIds {
  readonly firstId: number
  /** Whether an earlier attempt may have inserted some of them. */
  readonly isRetry: boolean
}

/** A request on its way. The step that knows its result sets it, and the steps after that leave it alone. */
interface Item<R extends RegistrationRequest> {
  readonly request: R
  readonly id: number
  /** Set by {@link evaluateAll}. */
  accepted?: AcceptedRegistration
  result?: Result<Registered> | undefined
}

type AcceptedItem = Pick<Item<RegistrationRequest>, 'result'> & { readonly accepted: AcceptedRegistration }

/** The id that a preview shows. */
const NO_ID = 0

/**
 * Carries out all requests that the rules allow, and previews them when no ids are reserved. A single create
 * is a batch of one.
 *
 * An insert writes a registration with its event, and passes the event to the relay. When the broker has it,
 * or at once if there is no event, `Copies.refreshNew` compares the registration with the newest course and
 * user, which may have changed since they were looked up. Only then is it done; until then a sweep finds it.
 *
 * @param requests malformed ones have their rejections already
 * @returns a result for each request, in the same order
 */
export async function registerAll<R extends RegistrationRequest>(
  deps: RegisterDeps,
  requests: readonly Result<R>[],
  options: RegisterOptions<R>,
  reserved?: ReservedIds,
): Promise<Result<Registered>[]> {
  const wellFormed = requests.flatMap((request) => (request.kind === 'accepted' ? [request.value] : []))
  const items = wellFormed.map((request, i): Item<R> => ({
    request,
    id: reserved ? reserved.firstId + i : NO_ID,
  }))
  if (reserved?.isRetry) await settleInserted(deps, items, options)
  const toEvaluate = items.filter(({ result }) => !result)
  await evaluateAll(deps, toEvaluate, options)
  const allowed = unsettled(items)
  if (!reserved) await previewAll(deps, allowed, options)
  else
    for (const turn of inTurns(allowed)) {
      await settleFinished(deps, turn, options)
      await insertAll(deps, unsettled(turn), options)
    }
  const ended = items.values()
  return requests.map((request) =>
    request.kind === 'rejected' ? request : (ended.next().value?.result as Result<Registered>),
  )
}

const unsettled = (items: readonly Partial<AcceptedItem>[]): AcceptedItem[] =>
  items.filter((item): item is AcceptedItem => !item.result && item.accepted !== undefined)

/**
 * What an earlier attempt has inserted is not evaluated again, so a retry does not need the user service for
 * it.
 */
async function settleInserted<R extends RegistrationRequest>(
  { registrations }: Pick<RegisterDeps, 'registrations'>,
  items: readonly Item<R>[],
  { scope }: RegisterOptions<R>,
): Promise<void> {
  const inserted = await registrations.findMany(items.map(({ id }) => id))
  const byId = new Map(inserted.map((registration) => [registration.id, registration]))
  for (const item of items) {
    const registration = byId.get(item.id)
    if (registration) item.result = resultOfEarlierAttempt(item.request, registration, scope)
  }
}

/**
 * Finds the courses of all requests together, which this service stores, and their users with one call to the
 * user service. Applies the rules to each request.
 */
async function evaluateAll<R extends RegistrationRequest>(
  deps: Pick<RegisterDeps, 'courses' | 'users' | 'clock'>,
  items: readonly Item<R>[],
  { evaluate, strict, trace }: RegisterOptions<R>,
): Promise<void> {
  if (items.length === 0) return
  const requests = items.map(({ request }) => request)
  const [courses, users] = await Promise.all([
    deps.courses.findMatches(requests),
    usersOrUnavailable(deps.users, requests, strict, trace),
  ])
  const now = deps.clock.now()
  for (const [i, item] of items.entries()) {
    const lookedUp = { courseMatches: courses[i] as CourseMatches, user: users[i] as LookedUpUser }
    const result = evaluate(item.request, lookedUp, item.id, now)
    if (result.kind === 'rejected') item.result = result
    else item.accepted = result.value
  }
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

/** Finished training comes after items that open a registration for the same user and course. */
function inTurns(items: readonly AcceptedItem[]): AcceptedItem[][] {
  const opened = new Set<string>()
  const later = items.filter(({ accepted: { registration, whenOpen } }) => {
    const pair = pairOf(registration)
    if (whenOpen === undefined) opened.add(pair)
    return whenOpen !== undefined && opened.has(pair)
  })
  const first = items.filter((item) => !later.includes(item))
  return [first, later].filter((turn) => turn.length > 0)
}

/** Finds the results that an insert would have. */
async function previewAll(
  deps: ConflictDeps,
  items: readonly AcceptedItem[],
  { scope, trace }: ConflictOptions,
): Promise<void> {
  const toInsert = items.map((item) => item.accepted)
  const existing = await findConflicting(deps, toInsert, trace)
  const open = await deps.registrations.findMany(
    toInsert.flatMap(({ registration, whenOpen }) =>
      whenOpen === undefined ? [] : (existing.openOf(registration)?.id ?? []),
    ),
  )
  for (const item of items) {
    const { registration, identifiedBy } = item.accepted
    const finish = (openId: number | undefined) =>
      finishInPreview(
        item.accepted,
        open.find(({ id }) => id === openId),
      )
    const known =
      (await resultOfFinished(item.accepted, existing, finish)) ?? existing.resultOf(item.accepted, scope)
    // A later request of the preview may conflict with this one.
    if (!known) existing.addFromPreview(registration)
    item.result = known ?? accepted({ registration, identifiedBy, wasCreatedEarlier: false })
  }
}

/** Finished training that is not inserted. Finishes the open registrations. */
async function settleFinished(
  deps: ConflictDeps,
  items: readonly AcceptedItem[],
  { trace }: ConflictOptions,
): Promise<void> {
  const finished = items.filter(
    ({ accepted: { whenOpen, exportedId } }) => (whenOpen ?? exportedId) !== undefined,
  )
  if (finished.length === 0) return
  const existing = await findConflicting(
    deps,
    finished.map((item) => item.accepted),
    trace,
  )
  const ofPairs = Map.groupBy(finished, (item) => pairOf(item.accepted.registration)).values()
  await Promise.all(
    [...ofPairs].map(async (ofPair) => {
      for (const item of ofPair)
        item.result = await resultOfFinished(item.accepted, existing, (openId) =>
          finishOpen(deps.registrations, item.accepted, openId as number),
        )
    }),
  )
}

/** Inserts the accepted registrations with their events. */
async function insertAll<R extends RegistrationRequest>(
  deps: RegisterDeps,
  items: readonly AcceptedItem[],
  { eventOf, scope, trace }: RegisterOptions<R>,
): Promise<void> {
  const outcomes = await deps.registrations.insert(
    items.map((item) => ({ registration: item.accepted.registration, event: eventOf(item.accepted) })),
  )
  deps.createdPerMinute.add(outcomes.filter(({ kind }) => kind === 'inserted').length)
  const duplicates = outcomes.filter(({ kind }) => kind === 'duplicate')
  const existing = duplicates.length > 0 ? await findConflicting(deps, duplicates, trace) : undefined
  const batchIds = new Set(outcomes.map(({ registration }) => registration.id))
  for (const [i, item] of items.entries()) {
    const outcome = outcomes[i] as InsertOutcome
    const { identifiedBy } = item.accepted
    // Another attempt with the same key may have inserted it, with an earlier date.
    if (outcome.kind === 'inserted') {
      item.result = accepted({ registration: outcome.registration, identifiedBy, wasCreatedEarlier: false })
      continue
    }
    // A later item of a batch was inserted after this one was rejected, so it was not the reason.
    const isLaterItem = (id: number) => batchIds.has(id) && id > outcome.registration.id
    // MongoDB reports only one of the unique indexes that a registration violates. So all conflicts are
    // looked up, and the error is the same as in a preview. If none is found, the other registration may have
    // changed or been removed since the insert.
    item.result =
      existing?.resultOf(item.accepted, scope, isLaterItem) ??
      rejected(new ERROR_OF_RULE[outcome.violatedRule]())
  }
}

type ConflictOptions = Pick<RegisterOptions, 'scope' | 'trace'>
type ConflictDeps = Pick<RegisterDeps, 'registrations' | 'courses' | 'users'>

/**
 * Finds what new registrations may conflict with. Those that have their external ids may have just lost their
 * user or course, and release the ids when their copies are refreshed.
 */
async function findConflicting(
  { registrations, courses, users }: ConflictDeps,
  items: readonly Pick<AcceptedRegistration, 'registration' | 'exportedId' | 'whenOpen'>[],
  trace: Trace,
): Promise<ExistingRegistrations> {
  const existing = await registrations.findConflicting(
    items.map(({ registration }) => registration),
    items.flatMap(({ exportedId }) => exportedId ?? []),
    items.flatMap(({ registration, whenOpen }) => (finishes(whenOpen) ? registration : [])),
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
