// Generated, do not edit: npm run generate
import type { Schemas } from '../../contract/schema.ts'
import type { InternalService } from '../internal-service.ts'
import type { Trace } from '../../observability/trace.ts'

/** Count the e-mails of a user. @throws Unavailable */
export const countDeliveries = (
  service: InternalService<'notification'>,
  request: {
    readonly path: {
      readonly 'id': number
    }
  },
  trace?: Trace,
) =>
  service.call<Schemas['DeliveryCount']>(
    {
      operationId: 'countDeliveries',
      method: 'GET',
      template: '/internal/users/{id}/deliveries/count/',
      ...request,
    },
    trace,
  )

/** Erase what the notification service holds about a user. @throws Unavailable */
export const eraseNotifications = (
  service: InternalService<'notification'>,
  request: {
    readonly path: {
      readonly 'id': number
    }
    readonly body: Schemas['NotificationErasureInput']
  },
  trace?: Trace,
) =>
  service.call<Schemas['StepResult']>(
    {
      operationId: 'eraseNotifications',
      method: 'POST',
      template: '/internal/users/{id}/notifications/erase/',
      ...request,
    },
    trace,
  )

/** Get the e-mails, webhooks and dead letters about a user. @throws Unavailable */
export const exportNotifications = (
  service: InternalService<'notification'>,
  request: {
    readonly path: {
      readonly 'id': number
    }
    readonly query: {
      readonly 'afterDeliveryId'?: number | undefined
      readonly 'afterWebhookId'?: number | undefined
      readonly 'afterDeadLetterId'?: number | undefined
    }
  },
  trace?: Trace,
) =>
  service.call<Schemas['ExportedNotifications']>(
    {
      operationId: 'exportNotifications',
      method: 'GET',
      template: '/internal/users/{id}/notifications/',
      ...request,
    },
    trace,
  )

/** Find registrations without a delivery. @throws Unavailable */
export const findRegistrationsWithoutDelivery = (
  service: InternalService<'notification'>,
  request: {
    readonly body: Schemas['RegistrationIdsInput']
  },
  trace?: Trace,
) =>
  service.call<Array<number>>(
    {
      operationId: 'findRegistrationsWithoutDelivery',
      method: 'POST',
      template: '/internal/receipts/missing/',
      ...request,
    },
    trace,
  )

/** Get the e-mail receipt of a registration. @throws Unavailable */
export const getReceipt = (
  service: InternalService<'notification'>,
  request: {
    readonly path: {
      readonly 'registrationId': number
    }
  },
  trace?: Trace,
) =>
  service.call<Schemas['DeliveryReceipt']>(
    {
      operationId: 'getReceipt',
      method: 'GET',
      template: '/internal/receipts/{registrationId}/',
      ...request,
    },
    trace,
  )

/** Give the e-mails of a user to another account of the same person. @throws Unavailable */
export const mergeDeliveries = (
  service: InternalService<'notification'>,
  request: {
    readonly path: {
      readonly 'id': number
    }
    readonly body: Schemas['DeliveryMergeInput']
  },
  trace?: Trace,
) =>
  service.call<Schemas['StepResult']>(
    {
      operationId: 'mergeDeliveries',
      method: 'POST',
      template: '/internal/users/{id}/deliveries/merge/',
      ...request,
    },
    trace,
  )

/** Announce courses of moved groups. @throws Unavailable */
export const announceMovedCourses = (
  service: InternalService<'registration'>,
  request: {
    readonly body: Schemas['MovedGroupsInput']
  },
  trace?: Trace,
) =>
  service.call<Schemas['StepResult']>(
    {
      operationId: 'announceMovedCourses',
      method: 'POST',
      template: '/internal/courses/moved/',
      ...request,
    },
    trace,
  )

/** Erase what the registration service holds about a user. @throws Unavailable */
export const eraseRegistrations = (
  service: InternalService<'registration'>,
  request: {
    readonly path: {
      readonly 'id': number
    }
    readonly body: Schemas['RegistrationErasureInput']
  },
  trace?: Trace,
) =>
  service.call<Schemas['StepResult']>(
    {
      operationId: 'eraseRegistrations',
      method: 'POST',
      template: '/internal/users/{id}/registrations/erase/',
      ...request,
    },
    trace,
  )

/** Get the registrations of a user with their history. @throws Unavailable */
export const exportRegistrations = (
  service: InternalService<'registration'>,
  request: {
    readonly path: {
      readonly 'id': number
    }
    readonly query: {
      readonly 'afterId'?: number | undefined
    }
  },
  trace?: Trace,
) =>
  service.call<Schemas['ExportedRegistration'][]>(
    {
      operationId: 'exportRegistrations',
      method: 'GET',
      template: '/internal/users/{id}/registrations/',
      ...request,
    },
    trace,
  )

/** Get the groups of courses. @throws Unavailable */
export const findCourseGroups = (
  service: InternalService<'registration'>,
  request: {
    readonly body: Schemas['CourseIdsInput']
  },
  trace?: Trace,
) =>
  service.call<Schemas['CourseGroup'][]>(
    {
      operationId: 'findCourseGroups',
      method: 'POST',
      template: '/internal/courses/groups/',
      ...request,
    },
    trace,
  )

/** Get what e-mails say about registrations. @throws Unavailable */
export const findRegistrationStates = (
  service: InternalService<'registration'>,
  request: {
    readonly body: Schemas['RegistrationStateInput']
  },
  trace?: Trace,
) =>
  service.call<Schemas['RegistrationState'][]>(
    {
      operationId: 'findRegistrationStates',
      method: 'POST',
      template: '/internal/registrations/states/',
      ...request,
    },
    trace,
  )

/** Take a deleted group out of deleted users and courses. @throws Unavailable */
export const leaveDeletedGroup = (
  service: InternalService<'registration'>,
  request: {
    readonly body: Schemas['DeletedGroupInput']
  },
  trace?: Trace,
) =>
  service.call<Schemas['StepResult']>(
    {
      operationId: 'leaveDeletedGroup',
      method: 'POST',
      template: '/internal/groups/deleted/',
      ...request,
    },
    trace,
  )

/** Get the ids of the registrations of an erased user. @throws Unavailable */
export const listErasedRegistrations = (
  service: InternalService<'registration'>,
  request: {
    readonly path: {
      readonly 'id': number
    }
    readonly query: {
      readonly 'afterId'?: number | undefined
    }
  },
  trace?: Trace,
) =>
  service.call<Array<number>>(
    {
      operationId: 'listErasedRegistrations',
      method: 'GET',
      template: '/internal/users/{id}/registrations/erased/',
      ...request,
    },
    trace,
  )

/** Give the registrations of a user to another account of the same person. @throws Unavailable */
export const mergeRegistrations = (
  service: InternalService<'registration'>,
  request: {
    readonly path: {
      readonly 'id': number
    }
    readonly body: Schemas['RegistrationMergeInput']
  },
  trace?: Trace,
) =>
  service.call<Schemas['StepResult']>(
    {
      operationId: 'mergeRegistrations',
      method: 'POST',
      template: '/internal/users/{id}/registrations/merge/',
      ...request,
    },
    trace,
  )

/** Get what a merge would do with registrations. @throws Unavailable */
export const planRegistrationMerge = (
  service: InternalService<'registration'>,
  request: {
    readonly path: {
      readonly 'id': number
      readonly 'intoId': number
    }
  },
  trace?: Trace,
) =>
  service.call<Schemas['RegistrationMergePlan']>(
    {
      operationId: 'planRegistrationMerge',
      method: 'GET',
      template: '/internal/users/{id}/registrations/merge/{intoId}/',
      ...request,
    },
    trace,
  )

/** Find which of these groups service accounts may see. @throws Unavailable */
export const checkVisibility = (
  service: InternalService<'user'>,
  request: {
    readonly body: Schemas['VisibilityCheckInput']
  },
  trace?: Trace,
) =>
  service.call<Schemas['AccountVisibility'][]>(
    {
      operationId: 'checkVisibility',
      method: 'POST',
      template: '/internal/service-accounts/visibility/',
      ...request,
    },
    trace,
  )

/** Find which of these service accounts exist. @throws Unavailable */
export const findExistingAccounts = (
  service: InternalService<'user'>,
  request: {
    readonly body: Schemas['AccountIdsInput']
  },
  trace?: Trace,
) =>
  service.call<Schemas['ExistingAccount'][]>(
    {
      operationId: 'findExistingAccounts',
      method: 'POST',
      template: '/internal/service-accounts/existing/',
      ...request,
    },
    trace,
  )

/** Get the groups of users. @throws Unavailable */
export const findUserGroups = (
  service: InternalService<'user'>,
  request: {
    readonly body: Schemas['UserIdsInput']
  },
  trace?: Trace,
) =>
  service.call<Schemas['UserGroup'][]>(
    {
      operationId: 'findUserGroups',
      method: 'POST',
      template: '/internal/users/groups/',
      ...request,
    },
    trace,
  )

/** Get users for webhook events and e-mails. @throws Unavailable */
export const findUsersForEvents = (
  service: InternalService<'user'>,
  request: {
    readonly body: Schemas['UserIdsInput']
  },
  trace?: Trace,
) =>
  service.call<Schemas['UserForEvents'][]>(
    {
      operationId: 'findUsersForEvents',
      method: 'POST',
      template: '/internal/users/states/',
      ...request,
    },
    trace,
  )

/** Identify one user for each query. @throws Unavailable */
export const identifyUsers = (
  service: InternalService<'user'>,
  request: {
    readonly body: Schemas['UserQuery'][]
  },
  trace?: Trace,
) =>
  service.call<Schemas['UserIdentification'][]>(
    {
      operationId: 'identifyUsers',
      method: 'POST',
      template: '/internal/users/identify/',
      ...request,
    },
    trace,
  )

/** Verify a credential and get its scope. @throws Unavailable */
export const verifyCredential = (
  service: InternalService<'user'>,
  request: {
    readonly headers: {
      readonly 'X-Caller-Address'?: string | undefined
    }
    readonly body: Schemas['CredentialCheckInput']
  },
  trace?: Trace,
) =>
  service.call<Schemas['CredentialCheckResult']>(
    {
      operationId: 'verifyCredential',
      method: 'POST',
      template: '/internal/credentials/verify/',
      ...request,
    },
    trace,
  )
