import type { Registrations } from './repository.ts'
import type { Receipts } from '../clients/receipts.ts'
import {
  presentHistoryEntry,
  presentReceipt,
  presentRegistration,
  presentListedRegistration,
} from './presenter.ts'
import { isActive, requireVisible, type Registration } from './rules.ts'
import { NotRegistered } from '../errors.ts'
import type { Call, Operation } from '../../../shared/contract/operation.ts'
import { listResponse } from '../../../shared/http/list.ts'
import { readMoment } from '../../../shared/time.ts'

interface Deps {
  registrations: Registrations
}

/** Specification §4.1, §7; decisions A4, R16. */
export const getRegistration =
  ({ registrations }: Deps): Operation<'getRegistration'> =>
  async ({ path, scope }) => ({
    status: 200,
    body: presentRegistration(readable(await registrations.find(path.id), scope)),
  })

export const getRegistrationByExternalId =
  ({ registrations }: Deps): Operation<'getRegistrationByExternalId'> =>
  async ({ path, scope }) => ({
    status: 200,
    body: presentRegistration(
      readable(await registrations.findByExternalId(path.registrationExternalId), scope),
    ),
  })

/** The moves: by whom, when, from and to which status. */
export const getRegistrationHistory =
  ({ registrations }: Deps): Operation<'getRegistrationHistory'> =>
  async ({ path, scope }) => ({
    status: 200,
    body: readable(await registrations.find(path.id), scope).history.map(presentHistoryEntry),
  })

/** Checks access, then asks the notification service for the state of the e-mail. */
export const getRegistrationNotification =
  ({ registrations, receipts }: Deps & { receipts: Receipts }): Operation<'getRegistrationNotification'> =>
  async ({ path, scope, trace }) => {
    const { id } = readable(await registrations.find(path.id), scope)
    return { status: 200, body: presentReceipt(await receipts.of(id, trace)) }
  }

/** @throws NotRegistered, Forbidden */
function readable(found: Registration | undefined, scope: Call<'getRegistration'>['scope']): Registration {
  if (!found || !isActive(found)) throw new NotRegistered()
  requireVisible(found, scope)
  return found
}

/** Specification §4.1; decisions R12–R14. */
export const listRegistrations =
  ({ registrations }: { registrations: Registrations }): Operation<'listRegistrations'> =>
  (call) => {
    const { query, scope } = call
    const filter = {
      courseId: query.course_id,
      userId: query.user_id,
      userExternalId: query.user_external_id,
      includeDeleted: query.includeDeleted,
      status: query.status,
      createdAfter: readMoment('created_after', query.created_after),
      updatedAfter: readMoment('updated_after', query.updated_after),
    }
    return listResponse(call, {
      page: (page) => registrations.list(filter, scope, page),
      count: () => registrations.count(filter, scope),
      idOf: ({ id }) => id,
      present: presentListedRegistration,
    })
  }
