import type { Call, Operation } from '../../../shared/contract/operation.ts'
import { NotRegistered } from '../domain/errors.ts'
import { isActive, requireVisible, type Registration } from '../domain/registration.ts'
import { presentHistoryEntry, presentReceipt, presentRegistration } from '../presenters/registration.ts'
import type { Receipts } from '../receipts.ts'
import type { Registrations } from '../store/registrations.ts'

interface Deps {
  registrations: Registrations
}

/** Specification §4.1, §7; decisions A4, R16. */
export const getRegistration =
  ({ registrations }: Deps): Operation<'getRegistration'> =>
  async ({ path, reach }) => ({
    status: 200,
    body: presentRegistration(readable(await registrations.find(path.id), reach)),
  })

export const getRegistrationByExternalId =
  ({ registrations }: Deps): Operation<'getRegistrationByExternalId'> =>
  async ({ path, reach }) => ({
    status: 200,
    body: presentRegistration(
      readable(await registrations.findByExternalId(path.registrationExternalId), reach),
    ),
  })

/** The moves: by whom, when, from and to which status. */
export const getRegistrationHistory =
  ({ registrations }: Deps): Operation<'getRegistrationHistory'> =>
  async ({ path, reach }) => ({
    status: 200,
    body: readable(await registrations.find(path.id), reach).history.map(presentHistoryEntry),
  })

/** Checks access, then asks the notification service for the state of the e-mail. */
export const getRegistrationNotification =
  ({ registrations, receipts }: Deps & { receipts: Receipts }): Operation<'getRegistrationNotification'> =>
  async ({ path, reach, trace }) => {
    const { id } = readable(await registrations.find(path.id), reach)
    return { status: 200, body: presentReceipt(await receipts.of(id, trace)) }
  }

/** @throws NotRegistered, Forbidden */
function readable(found: Registration | undefined, reach: Call<'getRegistration'>['reach']): Registration {
  if (!found || !isActive(found)) throw new NotRegistered()
  requireVisible(found, reach)
  return found
}
