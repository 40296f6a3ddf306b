import type { Handler } from '../../../platform/contract/operation.ts'
import type { Scope } from '../../../platform/domain/account.ts'
import { getReceipt } from '../../../platform/http/generated/calls.ts'
import type { InternalService } from '../../../platform/http/internal-service.ts'
import { listResponse } from '../../../platform/http/list.ts'
import { readMoment } from '../../../platform/domain/time.ts'
import { RegistrationNotFound } from '../errors.ts'
import {
  RECEIPT_OF_IMPORTED,
  presentHistoryEntry,
  presentHistoryToOperator,
  presentListed,
  presentRegistration,
  presentWithDetails,
  tagOf,
} from './presenter.ts'
import type { RegistrationFinder } from './finder.ts'
import { isActive, requireVisible, type Registration } from './rules.ts'

interface Deps {
  readonly registrations: RegistrationFinder
}

export const listRegistrations =
  ({ registrations }: Deps): Handler<'listRegistrations'> =>
  (call) => {
    const { query, scope } = call
    const filter = {
      courseId: query.course_id,
      userId: query.user_id,
      userExternalId: query.user_external_id,
      includeDeleted: query.includeDeleted,
      statuses: query.status,
      createdAfter: readMoment('created_after', query.created_after),
      updatedAfter: readMoment('updated_after', query.updated_after),
    }
    const count = () => registrations.count(filter, scope)
    if (query.include === 'details')
      return listResponse(call, {
        page: (page) => registrations.listDetailed(filter, scope, page),
        count,
        present: (registration) => presentListed(registration, presentWithDetails),
      })
    return listResponse(call, {
      page: (page) => registrations.list(filter, scope, page),
      count,
      present: (registration) => presentListed(registration, presentRegistration),
    })
  }

/** Registrations of all groups, for operators. */
export const listAllRegistrations =
  ({ registrations }: Deps): Handler<'listAllRegistrations'> =>
  (call) => {
    const { courseId, userId, status: statuses } = call.query
    const filter = { courseId, userId, statuses, includeDeleted: true }
    return listResponse(call, {
      page: (page) => registrations.listDetailed(filter, undefined, page),
      count: () => registrations.count(filter, undefined),
      present: (registration) => presentListed(registration, presentWithDetails),
    })
  }

function present(registration: Registration, { include }: { include?: 'details' }) {
  const shown = include === 'details' ? presentWithDetails : presentRegistration
  return { status: 200, body: shown(registration), etag: tagOf(registration) } as const
}

export const getRegistration =
  ({ registrations }: Deps): Handler<'getRegistration'> =>
  async ({ path, query, scope }) => {
    return present(requireReadable(await registrations.find(path.id), scope), query)
  }

export const getRegistrationByExternalId =
  ({ registrations }: Deps): Handler<'getRegistrationByExternalId'> =>
  async ({ path, query, scope }) => {
    const found = await registrations.findByExternalId(path.registrationExternalId)
    return present(requireReadable(found, scope), query)
  }

/** The creation and the moves: by whom, when, from and to which status. */
export const getRegistrationHistory =
  ({ registrations }: Deps): Handler<'getRegistrationHistory'> =>
  async ({ path, scope }) => {
    const { history } = requireReadable(await registrations.findWithHistory(path.id), scope)
    return { status: 200, body: history.map(presentHistoryEntry) }
  }

/** The same for operators, whatever the groups, also of registrations that no caller sees any more. */
export const getAnyRegistrationHistory =
  ({ registrations }: Deps): Handler<'getAnyRegistrationHistory'> =>
  async ({ path }) => {
    const registration = await registrations.findWithHistory(path.id)
    if (!registration) throw new RegistrationNotFound()
    return { status: 200, body: registration.history.map(presentHistoryToOperator) }
  }

/** The state of the e-mail, which the notification service knows. */
export const getRegistrationNotification =
  ({
    registrations,
    notificationService,
  }: Deps & {
    readonly notificationService: InternalService<'notification'>
  }): Handler<'getRegistrationNotification'> =>
  async ({ path, scope, trace }) => {
    const { id, importKey } = requireReadable(await registrations.find(path.id), scope)
    if (importKey !== '') return { status: 200, body: RECEIPT_OF_IMPORTED }
    return {
      status: 200,
      body: await getReceipt(notificationService, { path: { registrationId: id } }, trace),
    }
  }

/** @throws RegistrationNotFound, Forbidden */
function requireReadable(found: Registration | undefined, scope: Scope): Registration {
  if (!found || !isActive(found)) throw new RegistrationNotFound()
  requireVisible(found, scope)
  return found
}
