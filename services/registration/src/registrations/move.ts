import type { components } from '../../../platform/contract/generated/openapi.ts'
import type { Call, Handler } from '../../../platform/contract/operation.ts'
import { requireConditions } from '../../../platform/http/conditional.ts'
import type { Clock } from '../../../platform/domain/time.ts'
import type { UserResolver } from '../clients/user-service.ts'
import type { Courses } from '../courses/repository.ts'
import { RegistrationNotFound } from '../errors.ts'
import { presentRegistration, tagOf } from './presenter.ts'
import type { Registrations } from './repository.ts'
import { move, requireVisible, type Move, type Registration } from './rules.ts'

interface Deps {
  readonly registrations: Registrations
  readonly courses: Courses
  readonly users: UserResolver
  readonly clock: Clock
}

export const approveRegistration =
  (deps: Deps): Handler<'approveRegistration'> =>
  async (call) =>
    moveRegistration(deps, await deps.registrations.find(call.path.id), { to: 'Approved' }, call)

export const approveRegistrationByExternalId =
  (deps: Deps): Handler<'approveRegistrationByExternalId'> =>
  async (call) => {
    const found = await deps.registrations.findByExternalId(call.path.registrationExternalId)
    return moveRegistration(deps, found, { to: 'Approved' }, call)
  }

export const completeRegistration =
  (deps: Deps): Handler<'completeRegistration'> =>
  async (call) =>
    moveRegistration(deps, await deps.registrations.find(call.path.id), completionOf(call.body), call)

export const completeRegistrationByExternalId =
  (deps: Deps): Handler<'completeRegistrationByExternalId'> =>
  async (call) => {
    const found = await deps.registrations.findByExternalId(call.path.registrationExternalId)
    return moveRegistration(deps, found, completionOf(call.body), call)
  }

export const withdrawRegistration =
  (deps: Deps): Handler<'withdrawRegistration'> =>
  async (call) =>
    moveRegistration(deps, await deps.registrations.find(call.path.id), { to: 'Withdrawn' }, call)

export const withdrawRegistrationByExternalId =
  (deps: Deps): Handler<'withdrawRegistrationByExternalId'> =>
  async (call) => {
    const found = await deps.registrations.findByExternalId(call.path.registrationExternalId)
    return moveRegistration(deps, found, { to: 'Withdrawn' }, call)
  }

/** The contract has validated `success`: a boolean, or its text (case-insensitive). */
function completionOf(body: components['schemas']['Completion'] | undefined): Move {
  const { score, success } = body ?? {}
  return {
    to: 'Completed',
    score: score ?? undefined,
    success: success === undefined ? undefined : String(success).toLowerCase() === 'true',
  }
}

type MoveCall = Pick<Call<'approveRegistration'>, 'account' | 'scope' | 'trace' | 'header'>

/** @throws RegistrationNotFound, Forbidden, PreconditionFailed, ReopenConflict, Unavailable */
async function moveRegistration(deps: Deps, found: Registration | undefined, to: Move, call: MoveCall) {
  if (!found) throw new RegistrationNotFound()
  await requireAccess(deps, found, call)
  const registration = await deps.registrations.change(found, call.trace, (current) => {
    requireConditions(call.header, () => tagOf(current))
    return move(current, to, call.account, deps.clock.now())
  })
  return { status: 200, body: presentRegistration(registration), etag: tagOf(registration) } as const
}

/**
 * Access is decided by the current groups, not by the copies, so that a changed membership takes effect at
 * once.
 */
async function requireAccess(
  deps: Deps,
  { course, user }: Registration,
  { scope, trace }: MoveCall,
): Promise<void> {
  const [[currentCourse], [currentUser]] = await Promise.all([
    deps.courses.findMany([course.id]),
    deps.users.resolveUsers([{ userId: user.userId }], false, trace),
  ])
  if (!currentCourse || currentCourse.deleted || currentUser?.kind !== 'identified')
    throw new RegistrationNotFound()
  requireVisible({ course: currentCourse, user: currentUser.record }, scope)
}
