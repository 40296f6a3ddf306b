import { ADMINISTRATOR, ROOT } from '../../../testing/portal.ts'
import type { Client, TestResponse } from '../../../testing/client.ts'
import type { Portal } from './portal.ts'
import {
  addEndpoint,
  addOther,
  deadLettered,
  deleteCourse,
  deleteOther,
  mergeIntoOther,
  refuseEvents,
  register,
  setAside,
  type Scene,
} from './scene.ts'

/** An operation with a request that changes something. */
export interface Request {
  readonly service: 'user' | 'registration' | 'notification'
  /** What has to be there besides the scene. */
  readonly needs?: readonly ((scene: Scene, portal: Portal) => Promise<void>)[]
  /** Whether something waits already, for its next attempt. */
  readonly waits?: boolean
  /** What others do while it is in progress, besides nothing. */
  readonly rivals?: readonly RivalName[]
  /** Whether it takes an `Idempotency-Key`. */
  readonly keyed?: boolean
  /** Whether it is seen as not done although it may be: who repeats it has it done once. */
  readonly isHalfSeen?: boolean
  readonly send: (clients: Clients, scene: Scene, headers: Record<string, string>) => Promise<TestResponse>
}

interface Clients {
  readonly api: Client
  readonly operator: Client
  readonly internal: Client
}

/** What others do, through another process, while an operation is in progress. */
export const RIVALS = {
  'the group is deleted': ({ operator }, { group }) => operator.other().delete(`/admin/groups/${group}/`),
  'the home group is deleted': async ({ operator }, { caller: { id, ...fields }, group, otherGroup }) => {
    await operator.other().put(`/admin/service-accounts/${id}/`, { ...fields, homeGroupId: otherGroup })
    return await operator.other().delete(`/admin/groups/${group}/`)
  },
  'the account is deleted': ({ operator }, { target }) =>
    operator.other().delete(`/admin/service-accounts/${target}/`),
  'the person is deleted': (_, { api, person }) => api.other().delete(`/users/${person}/`),
  'the course is deleted': ({ operator }, { course }) =>
    operator.registration().delete(`/admin/courses/${course}/`),
  'the person is erased': ({ operator }, { person }) =>
    operator.other().post(`/admin/users/${person}/erase/`, { reason: 'asked for it' }),
} satisfies Record<string, (portal: Portal, scene: Scene) => Promise<unknown>>
export type RivalName = keyof typeof RIVALS

/** The e-mail has failed, and would be accepted now. */
const failed = async (scene: Scene, { operator, mails }: Portal): Promise<void> => {
  mails.behave('accept', scene.personFields.email)
  const { body } = await operator
    .notification()
    .get(`/admin/deliveries/?registrationId=${scene.registration}`)
  scene.delivery = body[0].id
}
/** New people of the caller join the group that others delete. */
const homeInGroup = async (
  { caller: { id, ...fields }, group }: Scene,
  { operator }: Portal,
): Promise<void> =>
  void (await operator.other().put(`/admin/service-accounts/${id}/`, { ...fields, homeGroupId: group }))
const failedDelivery = async (scene: Scene, portal: Portal): Promise<void> => {
  portal.mails.behave(550, scene.personFields.email)
  await register(scene)
}
const ofNotification = { service: 'notification' } as const
const WITH_DEAD_LETTER = { ...ofNotification, needs: [failedDelivery, setAside, deadLettered] }
const WITH_WAITING_EVENT = { ...ofNotification, needs: [addEndpoint, refuseEvents, register], waits: true }
const GROUP = ['the group is deleted'] as const
const scimUser = ({ newcomer }: Scene) => ({
  userName: newcomer.loginName,
  externalId: newcomer.externalId,
  name: { givenName: newcomer.firstName, familyName: newcomer.lastName },
  emails: [{ value: newcomer.email }],
})
const grantsIn = (groupId: number) => ({ grants: [{ role: ADMINISTRATOR, groupId }], homeGroupId: groupId })
const ofUser = { service: 'user' } as const
const ofRegistration = { service: 'registration' } as const

/** A request for each operation that writes, but {@link WITHOUT_REQUEST}. */
export const REQUESTS: Readonly<Record<string, Request>> = {
  createUser: {
    ...ofUser,
    keyed: true,
    rivals: GROUP,
    send: ({ api }, { newcomer, group }, headers) => api.post(`/users/?groupId=${group}`, newcomer, headers),
  },
  mergeVisibleUserBatch: {
    ...ofUser,
    keyed: true,
    rivals: GROUP,
    send: ({ api }, { newcomer, group }, headers) =>
      api.post(`/users/batch/?groupId=${group}`, [newcomer], headers),
  },
  'mergeVisibleUserBatch of a known person': {
    ...ofUser,
    keyed: true,
    rivals: ['the person is deleted'],
    send: ({ api }, { personFields }, headers) =>
      api.post('/users/batch/', [{ ...personFields, firstName: 'Augusta' }], headers),
  },
  mergeUserBatch: {
    ...ofUser,
    rivals: GROUP,
    send: ({ operator }, { newcomer, group, otherGroup }) =>
      operator.post('/admin/users/batch/', [{ ...newcomer, groupIds: [group, otherGroup] }]),
  },
  'mergeUserBatch of a known person': {
    ...ofUser,
    rivals: [...GROUP, 'the person is deleted'],
    send: ({ operator }, { personFields, group }) =>
      operator.post('/admin/users/batch/', [{ ...personFields, groupIds: [group] }]),
  },
  updateUser: {
    ...ofUser,
    needs: [addEndpoint],
    rivals: ['the person is deleted'],
    send: ({ api }, { person, personFields }) =>
      api.post(`/users/${person}/`, { ...personFields, firstName: 'Augusta' }),
  },
  'updateUser to the name of a merged account': {
    ...ofUser,
    needs: [addOther, mergeIntoOther],
    send: ({ api }, { other, personFields: { loginName } }) => api.post(`/users/${other}/`, { loginName }),
  },
  deleteUser: {
    ...ofUser,
    rivals: ['the person is erased'],
    send: ({ api }, { person }) => api.delete(`/users/${person}/`),
  },
  createScimUser: {
    ...ofUser,
    needs: [homeInGroup],
    rivals: ['the home group is deleted'],
    send: ({ api }, scene) => api.post('/scim/v2/Users/', scimUser(scene)),
  },
  replaceScimUser: {
    ...ofUser,
    rivals: ['the person is deleted'],
    send: ({ api }, scene) => api.put(`/scim/v2/Users/${scene.person}/`, scimUser(scene)),
  },
  deleteScimUser: { ...ofUser, send: ({ api }, { person }) => api.delete(`/scim/v2/Users/${person}/`) },
  patchScimGroup: {
    ...ofUser,
    rivals: [...GROUP, 'the person is deleted'],
    send: ({ api }, { person, group }) =>
      api.patch(`/scim/v2/Groups/${group}/`, {
        Operations: [{ op: 'add', path: 'members', value: [{ value: String(person) }] }],
      }),
  },
  createGroup: {
    ...ofUser,
    rivals: GROUP,
    send: ({ operator }, { tag, group }) =>
      operator.post('/admin/groups/', { name: `${tag} below`, parentId: group }),
  },
  putGroup: {
    ...ofUser,
    rivals: GROUP,
    send: ({ operator }, { tag, group, otherGroup }) =>
      operator.put(`/admin/groups/${otherGroup}/`, { name: `${tag} moved`, parentId: group }),
  },
  deleteGroup: {
    ...ofUser,
    needs: [addOther, deleteOther],
    send: ({ operator }, { group }) => operator.delete(`/admin/groups/${group}/`),
  },
  putGroupMember: {
    ...ofUser,
    rivals: [...GROUP, 'the person is deleted'],
    send: ({ operator }, { person, group }) => operator.put(`/admin/groups/${group}/members/${person}/`),
  },
  deleteGroupMember: {
    ...ofUser,
    send: ({ operator }, { person, otherGroup }) =>
      operator.delete(`/admin/groups/${otherGroup}/members/${person}/`),
  },
  eraseUser: {
    ...ofUser,
    needs: [register],
    send: ({ operator }, { person }) =>
      operator.post(`/admin/users/${person}/erase/`, { reason: 'asked for it' }),
  },
  'eraseUser of two accounts': {
    ...ofUser,
    needs: [register, addOther, mergeIntoOther],
    send: ({ operator }, { other }) =>
      operator.post(`/admin/users/${other}/erase/`, { reason: 'asked for it' }),
  },
  mergeAccounts: {
    ...ofUser,
    needs: [register, addOther],
    send: ({ operator }, { person, other }) =>
      operator.post(`/admin/users/${person}/merge/`, { into: other }),
  },
  handOverUsers: {
    ...ofUser,
    rivals: ['the person is deleted'],
    send: ({ operator }, { tag, person }) =>
      operator.post('/admin/sources/hand-over/', { ids: [person], to: tag }),
  },
  createServiceAccount: {
    ...ofUser,
    rivals: GROUP,
    send: ({ operator }, { tag, group }) =>
      operator.post('/admin/service-accounts/', { name: `${tag} new`, ...grantsIn(group) }),
  },
  putServiceAccount: {
    ...ofUser,
    rivals: [...GROUP, 'the account is deleted'],
    send: ({ operator }, { tag, group, target }) =>
      operator.put(`/admin/service-accounts/${target}/`, { name: `${tag} new`, ...grantsIn(group) }),
  },
  deleteServiceAccount: {
    ...ofUser,
    send: ({ operator }, { target }) => operator.delete(`/admin/service-accounts/${target}/`),
  },
  issueKey: {
    ...ofUser,
    rivals: ['the account is deleted'],
    send: ({ operator }, { target }) => operator.post(`/admin/service-accounts/${target}/keys/`, {}),
  },
  rotateKey: {
    ...ofUser,
    rivals: ['the account is deleted'],
    send: ({ operator }, { target, targetKey }) =>
      operator.post(`/admin/service-accounts/${target}/keys/${targetKey}/rotate/`, {
        oldKeyExpiresAt: '2100-01-01T00:00:00Z',
      }),
  },
  revokeKey: {
    ...ofUser,
    send: ({ operator }, { target, targetKey }) =>
      operator.delete(`/admin/service-accounts/${target}/keys/${targetKey}/`),
  },
  createRegistration: {
    ...ofRegistration,
    needs: [addEndpoint],
    keyed: true,
    rivals: ['the person is deleted', 'the person is erased', 'the course is deleted'],
    send: ({ api }, { course, person, tag }, headers) =>
      api.post('/registrations/', { courseId: course, userId: person, externalId: `${tag}-r` }, headers),
  },
  createRegistrationBatch: {
    ...ofRegistration,
    keyed: true,
    rivals: ['the person is erased'],
    send: ({ api }, { course, person }, headers) =>
      api.post('/registrations/batch/', [{ courseId: course, userId: person }], headers),
  },
  approveRegistration: {
    ...ofRegistration,
    needs: [addEndpoint, register],
    send: ({ api }, { registration }) => api.post(`/registrations/${registration}/approve/`),
  },
  putCourse: {
    ...ofRegistration,
    needs: [register],
    send: ({ operator }, { course, courseFields }) =>
      operator.put(`/admin/courses/${course}/`, { ...courseFields, groupIds: [ROOT] }),
  },
  'putCourse of a deleted one': {
    ...ofRegistration,
    needs: [register, deleteCourse],
    send: ({ operator }, { course, courseFields }) => operator.put(`/admin/courses/${course}/`, courseFields),
  },
  deleteCourse: {
    ...ofRegistration,
    needs: [register],
    send: ({ operator }, { course }) => operator.delete(`/admin/courses/${course}/`),
  },
  importRegistrations: {
    ...ofRegistration,
    rivals: ['the course is deleted', 'the person is deleted'],
    send: ({ operator }, { course, person, tag }) =>
      operator.post('/admin/registrations/import/', [
        {
          courseId: course,
          userId: person,
          externalId: `${tag}-i`,
          statusName: 'Approved',
          createdDate: '2020-01-01T00:00:00Z',
        },
      ]),
  },
  'importRegistrations of an open one': {
    ...ofRegistration,
    needs: [addEndpoint, register],
    rivals: ['the person is deleted'],
    send: ({ operator }, { course, person }) =>
      operator.post('/admin/registrations/import/', [
        {
          courseId: course,
          userId: person,
          statusName: 'Completed',
          completionDate: '2020-01-01T00:00:00Z',
          openRegistration: 'complete',
        },
      ]),
  },
  createWebhookEndpoint: {
    ...ofNotification,
    send: ({ api }, { receiver }) =>
      api.post('/webhook-endpoints/', { url: receiver, events: ['registration.created'] }),
  },
  updateWebhookEndpoint: {
    ...ofNotification,
    needs: [addEndpoint],
    send: ({ api }, { endpoint }) => api.post(`/webhook-endpoints/${endpoint}/`, { description: 'another' }),
  },
  deleteWebhookEndpoint: {
    ...ofNotification,
    needs: [addEndpoint, register],
    send: ({ api }, { endpoint }) => api.delete(`/webhook-endpoints/${endpoint}/`),
  },
  rotateWebhookSecret: {
    ...ofNotification,
    needs: [addEndpoint],
    send: ({ api }, { endpoint }) => api.post(`/webhook-endpoints/${endpoint}/rotate-secret/`),
  },
  'updateWebhookEndpoint whose events wait': {
    ...WITH_WAITING_EVENT,
    send: ({ api }, { endpoint }) => api.post(`/webhook-endpoints/${endpoint}/`, { enabled: false }),
  },
  disableWebhookEndpoint: {
    ...WITH_WAITING_EVENT,
    send: ({ operator }, { endpoint }) => operator.post(`/admin/webhook-endpoints/${endpoint}/disable/`),
  },
  replayWebhookEvents: {
    ...ofNotification,
    needs: [addEndpoint, register],
    send: ({ api }, { endpoint }) =>
      api.post(`/webhook-endpoints/${endpoint}/replay/`, {
        after: '2000-01-01T00:00:00Z',
        before: '2100-01-01T00:00:00Z',
        status: 'all',
      }),
  },
  resendDelivery: {
    ...ofNotification,
    needs: [failedDelivery, failed],
    send: ({ operator }, { delivery }) => operator.post(`/admin/deliveries/${delivery}/resend/`),
  },
  retryDeliveries: {
    ...ofNotification,
    needs: [failedDelivery, failed],
    send: ({ operator }, { delivery }) =>
      operator.post('/admin/deliveries/retry/', { status: 'failed', ids: [delivery] }),
  },
  replayDeadLetter: {
    ...WITH_DEAD_LETTER,
    isHalfSeen: true,
    send: ({ operator }, { deadLetter }) => operator.post(`/admin/dead-letters/${deadLetter}/replay/`),
  },
  replayDeadLetters: {
    ...WITH_DEAD_LETTER,
    isHalfSeen: true,
    send: ({ operator }, { deadLetter }) =>
      operator.post('/admin/dead-letters/replay/', { ids: [deadLetter] }),
  },
  dismissDeadLetters: {
    ...WITH_DEAD_LETTER,
    send: ({ operator }, { deadLetter }) =>
      operator.post('/admin/dead-letters/dismiss/', { ids: [deadLetter] }),
  },
}

export const clientsOf = ({ operator, internal }: Portal, { api }: Scene, service: Request['service']) => ({
  api: api[service](),
  operator: operator[service](),
  internal: internal[service](),
})

/** Without a request: one above writes in the same steps, or they write nothing that can be torn. */
export const WITHOUT_REQUEST = `
completeRegistration withdrawRegistration approveRegistrationByExternalId completeRegistrationByExternalId
withdrawRegistrationByExternalId updateUserByExternalId deleteUserByExternalId patchScimUser createScimGroup
deleteScimGroup enableWebhookEndpoint testWebhookEndpoint retryWebhookDelivery retryWebhookDeliveries
sendRegistrationsWithoutDelivery previewTemplate connectToMailServer
raiseRegistrationIds raiseUserIds`
  .trim()
  .split(/\s+/)
