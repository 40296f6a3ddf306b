import type { Call, Handler } from '../../../platform/contract/operation.ts'
import { requireConditions } from '../../../platform/http/conditional.ts'
import type { Clock } from '../../../platform/domain/time.ts'
import type { UserLookup } from '../clients/user-service.ts'
import type { Courses } from '../courses/repository.ts'
import { RegistrationNotFound } from '../errors.ts'
import { presentRegistration, tagOf } from './presenter.ts'
import type { Registrations } from './repository.ts'
import { move, requireVisible, type Move, type Registration } from './rules.ts'

interface Deps {
  readonly registrations: Registrations
  readonly courses: Courses
  readonly users: UserLookup
  readonly clock: Clock
}

export const approveRegistration = (deps: Deps): Handler<'approveRegistration'> =>
  byId(deps, () => ({ to: 'Approved' }))

export const approveRegistrationByExternalId = (deps: Deps): Handler<'approveRegistrationByExternalId'> =>
  byExternalId(deps, () => ({ to: 'Approved' }))

export const completeRegistration = (deps: Deps): Handler<'completeRegistration'> =>
  byId(deps, ({ body }) => completionOf(body))

export const completeRegistrationByExternalId = (deps: Deps): Handler<'completeRegistrationByExternalId'> =>
  byExternalId(deps, ({ body }) => completionOf(body))

export const withdrawRegistration = (deps: Deps): Handler<'withdrawRegistration'> =>
  byId(deps, () => ({ to: 'Withdrawn' }))

export const withdrawRegistrationByExternalId = (deps: Deps): Handler<'withdrawRegistrationByExternalId'> =>
  byExternalId(deps, () => ({ to: 'Withdrawn' }))

type MoveCall = Pick<Call<'approveRegistration'>, 'account' | 'scope' | 'trace' | 'header'>

const byId =
  <C extends MoveCall & { path: { id: number } }>(deps: Deps, moveOf: (call: C) => Move) =>
  async (call: C) =>
    moveRegistration(deps, await deps.registrations.find(call.path.id), moveOf(call), call)

const byExternalId =
  <C extends MoveCall & { path: { registrationExternalId: string } }>(
    deps: Deps,
    moveOf: (call: C) => Move,
  ) =>
  async (call: C) => {
    const found = await deps.registrations.findByExternalId(call.path.registrationExternalId)
    return moveRegistration(deps, found, moveOf(call), call)
  }

/** The contract has validated `success`: a boolean, or its text (case-insensitive). */
function completionOf(body: Call<'completeRegistration'>['body']): Move {
  const { score, success } = body ?? {}
  return {
    to: 'Completed',
    score: score ?? undefined,
    success: success === undefined ? undefined : String(success).toLowerCase() === 'true',
  }
}

/** @throws RegistrationNotFound, Forbidden, PreconditionFailed, ReopenConflict, Unavailable */
async function moveRegistration(deps: Deps, found: Registration | undefined, wanted: Move, call: MoveCall) {
  if (!found) throw new RegistrationNotFound()
  await requireAccess(deps, found, call)
  const registration = await deps.registrations.change(found, call.trace, (current) => {
    requireConditions(call.header, () => tagOf(current))
    return move(current, wanted, call.account, deps.clock.now())
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
    deps.users.identifyUsers([{ userId: user.userId }], false, trace),
  ])
  if (!currentCourse || currentCourse.deleted || currentUser?.kind !== 'identified')
    throw new RegistrationNotFound()
  requireVisible({ course: currentCourse, user: currentUser.record }, scope)
}
