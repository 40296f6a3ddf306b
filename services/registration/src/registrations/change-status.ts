import type { components } from '../../../shared/contract/generated/openapi.ts'
import type { Call, Operation } from '../../../shared/contract/operation.ts'
import { requireMatch } from '../../../shared/http/conditional.ts'
import type { Move, Registration } from './rules.ts'
import { presentRegistration } from './presenter.ts'
import type { Mover } from './mover.ts'
import type { Registrations } from './repository.ts'

interface Deps {
  registrations: Registrations
  mover: Mover
}

type MoveCall = Pick<Call<'approveRegistration'>, 'account' | 'scope' | 'trace' | 'header'>

async function moved({ mover }: Deps, found: Registration | undefined, to: Move, call: MoveCall) {
  const { account: by, scope, trace, header } = call
  const expect = (current: Registration) =>
    requireMatch(header('if-match'), () => presentRegistration(current))
  const registration = await mover.move(found, to, { by, scope, trace, expect })
  return { status: 200, body: presentRegistration(registration) } as const
}

/** Specification §3, row "approve"; decision R5. */
export const approveRegistration =
  (deps: Deps): Operation<'approveRegistration'> =>
  async (call) =>
    moved(deps, await deps.registrations.find(call.path.id), { to: 'Approved' }, call)

export const approveRegistrationByExternalId =
  (deps: Deps): Operation<'approveRegistrationByExternalId'> =>
  async (call) =>
    moved(deps, await byExternalId(deps, call), { to: 'Approved' }, call)

/** Specification §3, row "complete"; decisions R5–R7. */
export const completeRegistration =
  (deps: Deps): Operation<'completeRegistration'> =>
  async (call) =>
    moved(deps, await deps.registrations.find(call.path.id), completion(call.body), call)

export const completeRegistrationByExternalId =
  (deps: Deps): Operation<'completeRegistrationByExternalId'> =>
  async (call) =>
    moved(deps, await byExternalId(deps, call), completion(call.body), call)

/** Specification §3, row "withdraw"; decisions R5, S5. */
export const withdrawRegistration =
  (deps: Deps): Operation<'withdrawRegistration'> =>
  async (call) =>
    moved(deps, await deps.registrations.find(call.path.id), { to: 'Withdrawn' }, call)

export const withdrawRegistrationByExternalId =
  (deps: Deps): Operation<'withdrawRegistrationByExternalId'> =>
  async (call) =>
    moved(deps, await byExternalId(deps, call), { to: 'Withdrawn' }, call)

const byExternalId = ({ registrations }: Deps, { path }: { path: { registrationExternalId: string } }) =>
  registrations.findByExternalId(path.registrationExternalId)

/** `success` is a boolean or a text in any letter case (decision R6); the contract has validated it. */
function completion(body: components['schemas']['Completion'] | undefined) {
  const { score, success } = body ?? {}
  return {
    to: 'Completed',
    score: score ?? undefined,
    success: success === undefined ? undefined : String(success).toLowerCase() === 'true',
  } as const
}
