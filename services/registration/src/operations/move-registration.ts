import type { components } from '../../../shared/contract/generated/openapi.ts'
import type { Operation } from '../../../shared/contract/operation.ts'
import type { Registration } from '../domain/registration.ts'
import type { Mover } from '../mover.ts'
import { presentRegistration } from '../present.ts'
import type { Registrations } from '../store/registrations.ts'

interface Deps {
  registrations: Registrations
  mover: Mover
}

/** Specification §3, row "approve"; decision R5. */
export const approveRegistration =
  ({ registrations, mover }: Deps): Operation<'approveRegistration'> =>
  async (call) =>
    moved(await mover.move(await registrations.find(call.path.id), { to: 'Approved' }, call))

export const approveRegistrationByExternalId =
  ({ registrations, mover }: Deps): Operation<'approveRegistrationByExternalId'> =>
  async (call) =>
    moved(await mover.move(await registrations.findByExternalId(externalId(call)), { to: 'Approved' }, call))

/** Specification §3, row "complete"; decisions R5–R7. */
export const completeRegistration =
  ({ registrations, mover }: Deps): Operation<'completeRegistration'> =>
  async (call) =>
    moved(await mover.move(await registrations.find(call.path.id), completion(call.body), call))

export const completeRegistrationByExternalId =
  ({ registrations, mover }: Deps): Operation<'completeRegistrationByExternalId'> =>
  async (call) =>
    moved(await mover.move(await registrations.findByExternalId(externalId(call)), completion(call.body), call))

/** Specification §3, row "withdraw"; decisions R5, S5. */
export const withdrawRegistration =
  ({ registrations, mover }: Deps): Operation<'withdrawRegistration'> =>
  async (call) =>
    moved(await mover.move(await registrations.find(call.path.id), { to: 'Withdrawn' }, call))

export const withdrawRegistrationByExternalId =
  ({ registrations, mover }: Deps): Operation<'withdrawRegistrationByExternalId'> =>
  async (call) =>
    moved(await mover.move(await registrations.findByExternalId(externalId(call)), { to: 'Withdrawn' }, call))

const moved = (registration: Registration) =>
  ({ status: 200, body: presentRegistration(registration) }) as const

const externalId = (call: { path: { registrationExternalId: string } }) => call.path.registrationExternalId

/** `success` comes as text in any case or as a boolean (decision R6); the contract has seen to it. */
function completion(body: components['schemas']['Completion'] | undefined) {
  const { score, success } = body ?? {}
  return {
    to: 'Completed',
    score: score ?? undefined,
    success: success === undefined ? undefined : String(success).toLowerCase() === 'true',
  } as const
}
