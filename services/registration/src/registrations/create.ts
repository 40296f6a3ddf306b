import type { Call, Handler } from '../../../platform/contract/operation.ts'
import { accountKey } from '../../../platform/domain/account.ts'
import {
  accepted,
  rejected,
  requireAccepted,
  Unavailable,
  type Rejected,
  type Result,
} from '../../../platform/errors.ts'
import type { Idempotency } from '../../../platform/work/idempotency.ts'
import type { Activity } from '../../../platform/store/activity.ts'
import type { Ids } from '../../../platform/store/counters.ts'
import type { Clock } from '../../../platform/domain/time.ts'
import type { Trace } from '../../../platform/observability/trace.ts'
import type { UserResolver } from '../clients/user-service.ts'
import type { Courses } from '../courses/repository.ts'
import type { CourseMatches } from '../courses/rules.ts'
import { AlreadyRegistered, ExternalIdTaken, RegistrationNotFound } from '../errors.ts'
import { presentRegistration } from './presenter.ts'
import { registrationCreatedEvent } from './record.ts'
import type { InsertOutcome, Registrations } from './repository.ts'
import {
  evaluate,
  resultOfEarlierAttempt,
  requireCourseAndUserInScope,
  requireParameters,
  type AcceptedRegistration,
  type Registered,
  type RegistrationRequest,
  type IdentifiedBy,
  type UserIdentification,
  type UserUnavailable,
} from './rules.ts'

export interface CreateDeps {
  readonly courses: Courses
  readonly users: UserResolver
  readonly registrations: Registrations
  readonly idempotency: Idempotency
  readonly ids: Ids
  readonly clock: Clock
  /** Counts created registrations for the status that operators see. */
  readonly createdPerMinute: Pick<Activity, 'add'>
}

/** Registers one user for one course. */
export const createRegistration =
  (deps: CreateDeps): Handler<'createRegistration'> =>
  async (call) => {
    const requests = [requireParameters(call.body)]
    if (call.prefer.validateOnly) {
      const previews = await previewAll(deps, requests, call)
      return { status: 200, ...responseTo(call, requireOnly(previews)) }
    }
    return deps.idempotency.once({
      accountKey: accountKey(call.account),
      operation: 'createRegistration',
      key: call.header('idempotency-key'),
      body: call.body,
      reserveIds: () => deps.ids.next(),
      // One id is reserved, so the first one is the only one.
      perform: async ({ firstId: id, isRetry }) => {
        const items = requests.map((request) => ({ request, id }))
        const registered = requireOnly(await registerAll(deps, items, call, isRetry))
        const { headers, ...response } = responseTo(call, registered)
        const location = `${call.pathWithSlash}${registered.registration.id}/`
        return {
          response: { status: 201 as const, ...response, headers: { ...headers, location } },
          wasCreatedEarlier: registered.wasCreatedEarlier,
        }
      },
      requireAccessForReplay: async (_response, id) => {
        const registration = await deps.registrations.find(id)
        if (!registration) throw new RegistrationNotFound()
        requireCourseAndUserInScope(registration, call.scope)
      },
      // By these ids, an erasure finds the stored response.
      userIdsInResponse: ({ body: { userId } }) => [userId],
    })
  }

/** The value of the only result of a batch of one. @throws its error */
const requireOnly = <T>(results: readonly Result<T>[]): T => requireAccepted(results[0] as Result<T>)

function responseTo(
  call: Call<'createRegistration'>,
  { registration, identifiedBy }: Omit<Registered, 'wasCreatedEarlier'>,
) {
  return {
    body: presentRegistration(registration),
    headers: { 'x-resolved-by': presentIdentifiedBy(identifiedBy) },
    applied: appliedPreferences(call),
  }
}

const presentIdentifiedBy = ({ course, user }: IdentifiedBy) => `course=${course}; user=${user}`

export const appliedPreferences = ({ prefer }: Pick<CreateCall, 'prefer'>) => [
  prefer.strict && 'handling=strict',
  prefer.validateOnly && 'validate-only',
]

/** The parts of a call that registering depends on. */
export type CreateCall = Pick<Call<'createRegistration'>, 'account' | 'scope' | 'prefer' | 'trace'>

/** A request with the id reserved for its registration. */
export interface CreateItem {
  readonly request: RegistrationRequest
  readonly id: number
}

interface EvaluatedItem extends CreateItem {
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
export async function registerAll(
  deps: Omit<CreateDeps, 'idempotency' | 'ids'>,
  items: readonly CreateItem[],
  call: CreateCall,
  isRetry: boolean,
): Promise<Result<Registered>[]> {
  const inserted = isRetry ? await deps.registrations.findMany(items.map(({ id }) => id)) : []
  const insertedById = new Map(inserted.map((registration) => [registration.id, registration]))
  // Items that an earlier attempt has inserted are not evaluated again, so a retry of them does not need the
  // user service.
  const remaining = items.filter(({ id }) => !insertedById.has(id))
  const results = await insertAll(deps, await evaluateAll(deps, remaining, call), call)
  return items.map(({ request, id }) => {
    const registration = insertedById.get(id)
    return registration
      ? resultOfEarlierAttempt(request, registration, call.scope)
      : (results.get(id) as Result<Registered>)
  })
}

/** The id that a preview shows. */
const NO_ID = 0

/** The results that {@link registerAll} would have; inserts nothing. */
export async function previewAll(
  deps: Pick<CreateDeps, 'courses' | 'users' | 'registrations' | 'clock'>,
  requests: readonly RegistrationRequest[],
  call: CreateCall,
): Promise<Result<AcceptedRegistration>[]> {
  const items = requests.map((request) => ({ request, id: NO_ID }))
  const evaluated = await evaluateAll(deps, items, call)
  const acceptedRegistrations = acceptedOf(evaluated).map(({ registration }) => registration)
  const existing = await deps.registrations.findConflicting(acceptedRegistrations)
  return evaluated.map(({ result }) => {
    if (result.kind === 'rejected') return result
    const conflict = existing.conflictOf(result.value.registration, call.scope)
    if (conflict) return rejected(conflict)
    // A later request of the preview may conflict with this one.
    existing.addFromPreview(result.value.registration)
    return result
  })
}

/**
 * Finds the courses of all requests together, and their users with one call to the user service. Applies the
 * rules to each request.
 */
async function evaluateAll(
  deps: Pick<CreateDeps, 'courses' | 'users' | 'clock'>,
  items: readonly CreateItem[],
  call: CreateCall,
): Promise<EvaluatedItem[]> {
  if (items.length === 0) return []
  const requests = items.map(({ request }) => request)
  const [matches, users] = await Promise.all([
    deps.courses.findMatches(requests),
    usersOrUnavailable(deps.users, requests, call.prefer.strict, call.trace),
  ])
  const context = { actor: call.account, scope: call.scope, strict: call.prefer.strict }
  const now = deps.clock.now()
  return items.map(({ request, id }, i) => {
    const found = {
      courses: matches[i] as CourseMatches,
      user: users[i] as UserIdentification | UserUnavailable,
    }
    return { request, id, result: evaluate(request, found, context, id, now) }
  })
}

/** The users of the requests; the same error for each of them when the user service is unavailable. */
async function usersOrUnavailable(
  users: UserResolver,
  requests: readonly RegistrationRequest[],
  strict: boolean,
  trace: Trace,
): Promise<readonly (UserIdentification | UserUnavailable)[]> {
  try {
    return await users.resolveUsers(requests, strict, trace)
  } catch (error) {
    if (!(error instanceof Unavailable)) throw error
    return requests.map(() => ({ kind: 'unavailable', error }))
  }
}

/** Inserts the accepted registrations with their events. @returns the results by id */
async function insertAll(
  deps: Pick<CreateDeps, 'registrations' | 'createdPerMinute'>,
  evaluated: readonly EvaluatedItem[],
  call: CreateCall,
): Promise<ReadonlyMap<number, Result<Registered>>> {
  const toInsert = acceptedOf(evaluated).map(({ registration, user }) => ({
    registration,
    event: registrationCreatedEvent({ registration, user }, call.trace),
  }))
  const outcomes = await deps.registrations.insert(toInsert)
  deps.createdPerMinute.add(outcomes.filter(({ kind }) => kind === 'inserted').length)
  const rejections = await rejectDuplicates(deps, outcomes, call)
  // Another attempt with the same key may have inserted a registration, with an earlier date.
  const stored = new Map(outcomes.map(({ registration }) => [registration.id, registration]))
  return new Map(
    evaluated.map(({ id, result }) => [
      id,
      result.kind === 'rejected'
        ? result
        : (rejections.get(id) ??
          accepted({
            registration: stored.get(id) ?? result.value.registration,
            identifiedBy: result.value.identifiedBy,
            wasCreatedEarlier: false,
          })),
    ]),
  )
}

/**
 * Rejects each duplicate. A registration can violate two unique indexes (one open registration for each user
 * and course, one registration for each external id), and MongoDB reports only one of them. So both conflicts
 * are looked up. If both exist, the error is about the open registration, as in a preview.
 *
 * @returns the rejections by id
 */
async function rejectDuplicates(
  { registrations }: Pick<CreateDeps, 'registrations'>,
  outcomes: readonly InsertOutcome[],
  { scope }: CreateCall,
): Promise<ReadonlyMap<number, Rejected>> {
  const duplicates = outcomes.filter((outcome) => outcome.kind === 'duplicate')
  const existing = await registrations.findConflicting(duplicates.map(({ registration }) => registration))
  const batchIds = new Set(outcomes.map(({ registration }) => registration.id))
  const rejections = new Map<number, Rejected>()
  for (const { registration, violatedRule } of duplicates) {
    // A later item of the batch was inserted after this one was rejected, so it was not the reason.
    const isLaterItem = (id: number) => batchIds.has(id) && id > registration.id
    const conflict = existing.conflictOf(registration, scope, isLaterItem)
    // If the conflict is not found, the other registration may have changed or been removed since the insert.
    const withoutDetails =
      violatedRule === 'open-registration' ? new AlreadyRegistered() : new ExternalIdTaken()
    rejections.set(registration.id, rejected(conflict ?? withoutDetails))
  }
  return rejections
}

const acceptedOf = (evaluated: readonly EvaluatedItem[]): AcceptedRegistration[] =>
  evaluated.flatMap(({ result }) => (result.kind === 'accepted' ? [result.value] : []))
