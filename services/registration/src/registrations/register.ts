import { resultOf, type DomainError, type Result } from '../../../shared/errors.ts'
import type { Clock } from '../../../shared/time.ts'
import { AlreadyRegistered } from '../errors.ts'
import type { Changes } from '../user-copies/changes.ts'
import type { Courses } from '../courses/repository.ts'
import type { AddOutcome, Registrations } from './repository.ts'
import type { Users } from '../clients/users.ts'
import {
  check,
  repeatedly,
  type Asking,
  type Eligible,
  type Registered,
  type RegistrationRequest,
} from './check.ts'
import { externalIdTaken } from './preview.ts'

export interface RegisteringDeps {
  readonly courses: Courses
  readonly users: Users
  readonly changes: Changes
  readonly registrations: Registrations
  readonly clock: Clock
}

/**
 * Registers a user for a course: identify → access → eligibility → write (decision A5).
 *
 * @param id reserved for this registration
 * @param repeated an earlier try may have written a registration with this id: then that is the result
 * @throws the first rule that is broken; Unavailable
 */
export async function register(
  deps: RegisteringDeps,
  request: RegistrationRequest,
  id: number,
  asking: Asking,
  repeated: boolean,
): Promise<Registered> {
  const [written] = repeated ? await deps.registrations.findMany([id]) : []
  if (written) return repeatedly(request, written, asking.scope)
  const judge = await check(deps, [request], asking)
  const eligible = judge(0, id)
  const [refusal] = await write(deps, [eligible], asking)
  if (refusal) throw refusal
  return eligible
}

/**
 * Registers many at once. Each request has its own result; only an unavailable server fails the whole batch.
 */
export async function registerAll(
  deps: RegisteringDeps,
  requests: readonly RegistrationRequest[],
  ids: readonly number[],
  asking: Asking,
  repeated: boolean,
): Promise<Result<Registered>[]> {
  const found = repeated ? await deps.registrations.findMany(ids) : []
  const written = new Map(found.map((registration) => [registration.id, registration]))
  // What an earlier try has written needs no look-up, so its repetition waits for no user service.
  const unwritten = [...ids.keys()].filter((i) => !written.has(ids[i] as number))
  const requestAt = (i: number) => requests[i] as RegistrationRequest
  const judge = await check(deps, unwritten.map(requestAt), asking)
  const results = ids.map((id, i) => {
    const earlier = written.get(id)
    return resultOf<Registered | Eligible>(() =>
      earlier ? repeatedly(requestAt(i), earlier, asking.scope) : judge(unwritten.indexOf(i), id),
    )
  })
  const toWrite = results.filter((result): result is Eligible => 'user' in result)
  const refusals = await write(deps, toWrite, asking)
  return results.map((result) => ('user' in result && refusals[toWrite.indexOf(result)]) || result)
}

/** Writes the registrations; returns for each, in order, why it was refused. */
async function write(
  { registrations }: RegisteringDeps,
  eligible: readonly Eligible[],
  asking: Asking,
): Promise<(DomainError | undefined)[]> {
  if (eligible.length === 0) return []
  const outcomes = await registrations.add(eligible, asking.trace)
  const refusals: (DomainError | undefined)[] = []
  for (const [i, outcome] of outcomes.entries())
    refusals.push(outcome === 'added' ? undefined : await refusal(i, outcome))
  return refusals

  /**
   * Which of two violated indexes is reported is chance, so both are looked up in the order of a preview
   * (decision R11).
   */
  async function refusal(position: number, outcome: Exclude<AddOutcome, 'added'>): Promise<DomainError> {
    const { user, course, externalId } = (eligible[position] as Eligible).registration
    const open = await registrations.findOpen(user.userId, course.id)
    if (outcome === 'already-registered') return new AlreadyRegistered(undefined, open)
    // A later item of the batch was written after this one was refused, so it was not the reason.
    const later = eligible.slice(position + 1).some(({ registration }) => registration.id === open)
    if (open !== undefined && !later) return new AlreadyRegistered(undefined, open)
    return externalIdTaken(await registrations.findByExternalId(externalId), asking.scope)
  }
}
