import type { ServiceName } from '../../../services/platform/contract/operation.ts'
import type { TestResponse } from '../../../testing/client.ts'
import { ADMINISTRATOR, ROOT } from '../../../testing/portal.ts'
import { operations, type Operation } from '../../operations.ts'
import type { Portal } from './portal.ts'
import {
  addDeleted,
  addEndpoint,
  addOther,
  deadLettered,
  deleteCourse,
  findFailed,
  homeInGroup,
  joinGroup,
  leaveHome,
  mergeIntoOther,
  refuseEvents,
  register,
  registerInVain,
  setAside,
  type Need,
  type Scene,
} from './scene.ts'

/** What the contract does not say about a request of an operation. */
interface Request {
  /** What has to be there besides the scene. */
  readonly needs?: readonly Need[]
  /** What it acts on, if that is not what {@link NAMED} says. */
  readonly on?: (scene: Scene) => Partial<Scene>
  /** What its caller does before. */
  readonly before?: Need
  readonly query?: (scene: Scene) => string
  readonly body?: (scene: Scene) => unknown
  /** Whether something waits already, for its next attempt. */
  readonly waits?: boolean
  /** Whether it is seen as not done although it may be: who repeats it has it done once. */
  readonly isHalfSeen?: boolean
  /** Rivals that stop it in the middle: what it leaves then is what it leaves without a crash. */
  readonly isStoppedBy?: readonly string[]
}

const inGroup = ({ group }: Scene) => `?groupId=${group}`
const scimUser = ({ newcomer }: Scene) => ({
  userName: newcomer.loginName,
  externalId: newcomer.externalId,
  name: { givenName: newcomer.firstName, familyName: newcomer.lastName },
  emails: [{ value: newcomer.email }],
})
const accountIn = ({ tag, group }: Scene) => ({
  name: `${tag} new`,
  grants: [{ role: ADMINISTRATOR, groupId: group }],
  homeGroupId: group,
})
const DAY = '2020-01-01T00:00:00Z'
const training = ({ course, person }: Scene) => ({ courseId: course, userId: person })
const erasure = () => ({ reason: 'asked for it' })
const WITH_DEAD_LETTER = { needs: [registerInVain, setAside, deadLettered] }
const theDeadLetter = ({ deadLetter }: Scene) => ({ ids: [deadLetter] })
const WITH_WAITING_EVENT = { needs: [addEndpoint, refuseEvents, register], waits: true }
const SECOND_ACCOUNT = ({ other }: Scene) => ({ person: other })

const PLAIN: Readonly<Record<string, Request>> = {
  createUser: { query: inGroup, body: ({ newcomer }) => newcomer },
  mergeVisibleUserBatch: { query: inGroup, body: ({ newcomer }) => [newcomer] },
  'mergeVisibleUserBatch of a known person': {
    body: ({ personFields }) => [{ ...personFields, firstName: 'Augusta' }],
  },
  mergeUserBatch: {
    body: ({ newcomer, group, otherGroup }) => [{ ...newcomer, groupIds: [group, otherGroup] }],
  },
  'mergeUserBatch of a known person': {
    body: ({ personFields, group }) => [{ ...personFields, groupIds: [group] }],
  },
  updateUser: {
    needs: [addEndpoint],
    body: ({ tag, personFields }) => ({ ...personFields, firstName: 'Augusta', loginName: `${tag}.renamed` }),
  },
  'updateUser to the name of a merged account': {
    needs: [addOther, mergeIntoOther],
    on: SECOND_ACCOUNT,
    body: ({ personFields: { loginName } }) => ({ loginName }),
  },
  deleteUser: {},
  'deleteUser of a second account': { needs: [addOther], on: SECOND_ACCOUNT },
  createScimUser: { needs: [homeInGroup], body: scimUser },
  replaceScimUser: { body: scimUser },
  deleteScimUser: {},
  patchScimGroup: {
    body: ({ person }) => ({
      Operations: [{ op: 'add', path: 'members', value: [{ value: String(person) }] }],
    }),
  },
  createGroup: { body: ({ tag, group }) => ({ name: `${tag} below`, parentId: group }) },
  putGroup: {
    on: ({ otherGroup }) => ({ group: otherGroup }),
    body: ({ tag, group }) => ({ name: `${tag} moved`, parentId: group }),
  },
  deleteGroup: { needs: [addDeleted], before: leaveHome },
  putGroupMember: {},
  deleteGroupMember: { needs: [joinGroup] },
  eraseUser: { needs: [register], body: erasure },
  'eraseUser of two accounts': {
    needs: [register, addOther, mergeIntoOther],
    on: SECOND_ACCOUNT,
    body: erasure,
  },
  mergeAccounts: {
    needs: [register, addOther],
    isStoppedBy: ['deleteUser of a second account', 'eraseUser'],
    body: ({ other }) => ({ into: other }),
  },
  handOverUsers: { body: ({ tag, person }) => ({ ids: [person], to: tag }) },
  createServiceAccount: { body: accountIn },
  putServiceAccount: { body: accountIn },
  deleteServiceAccount: {},
  issueKey: { body: () => ({}) },
  rotateKey: { body: () => ({ oldKeyExpiresAt: '2100-01-01T00:00:00Z' }) },
  revokeKey: {},
  createRegistration: {
    needs: [addEndpoint],
    body: (scene) => ({ ...training(scene), externalId: `${scene.tag}-r` }),
  },
  createRegistrationBatch: { body: (scene) => [training(scene)] },
  approveRegistration: { needs: [addEndpoint, register] },
  putCourse: { needs: [register], body: ({ courseFields }) => ({ ...courseFields, groupIds: [ROOT] }) },
  'putCourse of a deleted one': { needs: [register, deleteCourse], body: ({ courseFields }) => courseFields },
  deleteCourse: { needs: [register] },
  importRegistrations: {
    body: (scene) => [
      { ...training(scene), externalId: `${scene.tag}-i`, statusName: 'Approved', createdDate: DAY },
    ],
  },
  'importRegistrations of an open one': {
    needs: [addEndpoint, register],
    body: (scene) => [
      { ...training(scene), statusName: 'Completed', completionDate: DAY, openRegistration: 'complete' },
    ],
  },
  createWebhookEndpoint: { body: ({ receiver }) => ({ url: receiver, events: ['registration.created'] }) },
  updateWebhookEndpoint: { needs: [addEndpoint], body: () => ({ description: 'another' }) },
  deleteWebhookEndpoint: { needs: [addEndpoint, register] },
  rotateWebhookSecret: { needs: [addEndpoint] },
  'updateWebhookEndpoint whose events wait': { ...WITH_WAITING_EVENT, body: () => ({ enabled: false }) },
  disableWebhookEndpoint: WITH_WAITING_EVENT,
  replayWebhookEvents: {
    needs: [addEndpoint, register],
    body: () => ({ after: '2000-01-01T00:00:00Z', before: '2100-01-01T00:00:00Z', status: 'all' }),
  },
  resendDelivery: { needs: [registerInVain, findFailed] },
  retryDeliveries: {
    needs: [registerInVain, findFailed],
    body: ({ delivery }) => ({ status: 'failed', ids: [delivery] }),
  },
  replayDeadLetter: { ...WITH_DEAD_LETTER, isHalfSeen: true },
  replayDeadLetters: { ...WITH_DEAD_LETTER, isHalfSeen: true, body: theDeadLetter },
  dismissDeadLetters: { ...WITH_DEAD_LETTER, body: theDeadLetter },
}

/** Without a request: one above writes in the same steps, or they write nothing that can be torn. */
export const WITHOUT_REQUEST = `
completeRegistration withdrawRegistration approveRegistrationByExternalId completeRegistrationByExternalId
withdrawRegistrationByExternalId updateUserByExternalId deleteUserByExternalId patchScimUser createScimGroup
deleteScimGroup enableWebhookEndpoint testWebhookEndpoint retryWebhookDelivery retryWebhookDeliveries
sendRegistrationsWithoutDelivery previewTemplate connectToMailServer
raiseRegistrationIds raiseUserIds`
  .trim()
  .split(/\s+/)

/** What a path calls the records of a scene: the part before a parameter. */
const RECORDS = {
  users: 'person',
  Users: 'person',
  members: 'person',
  groups: 'group',
  Groups: 'group',
  'service-accounts': 'target',
  keys: 'targetKey',
  courses: 'course',
  registrations: 'registration',
  'webhook-endpoints': 'endpoint',
  deliveries: 'delivery',
  'dead-letters': 'deadLetter',
} as const satisfies Record<string, keyof Scene>

const requestOf = (name: string) => REQUESTS[name] as Request
/** A second request of an operation has a longer name. */
const operationOf = (name: string): Operation => {
  const operation = operations.find(({ operationId }) => operationId === name.split(' ', 1)[0])
  if (!operation) throw new Error(`the contract has no ${name}`)
  return operation
}

/** A scene in which each record is its name. */
const SYMBOLS = new Proxy({} as Scene, {
  get: (_, field: string) =>
    field.endsWith('Fields') ? { loginName: `@${field.slice(0, -6)}` } : `@${field}`,
})

/** What decides what is stored or allowed, and not in which steps. */
const WITHOUT_STEPS = /^(active|published|requiresRegistration|eventBased|scim\w+|takeOver)$/

/** The same with each flag of the contract that it lacks. */
function flagged([name, request]: [string, Request]): [string, Request][] {
  const { query, body } = request
  const own = (body?.(SYMBOLS) ?? {}) as object
  const flags = operationOf(name).flags.filter((one) => !(one.name in own || WITHOUT_STEPS.test(one.name)))
  return flags.map(({ name: flag, in: place }) => {
    const inBody: Request['body'] = (scene) => ({ ...(body?.(scene) as object), [flag]: true })
    const inQuery: Request['query'] = (scene) => `${query ? `${query(scene)}&` : '?'}${flag}=true`
    const changed = place === 'body' ? { body: inBody } : { query: inQuery }
    return [`${name} with ${flag}`, { ...request, ...changed }]
  })
}

/** Requests for each operation that writes, but {@link WITHOUT_REQUEST}. */
export const REQUESTS: Readonly<Record<string, Request>> = {
  ...PLAIN,
  ...Object.fromEntries(Object.entries(PLAIN).flatMap(flagged)),
}

export const serviceOf = (name: string) => operationOf(name).tags[0] as ServiceName
export const isKeyed = (name: string): boolean =>
  operationOf(name).parameters.some((one) => one.name === 'Idempotency-Key')

function written(name: string, scene: Scene) {
  const { on, query, body } = requestOf(name)
  const { method, path } = operationOf(name)
  const acted = on?.(scene)
  const address = path.replaceAll(
    /([\w-]+)\/\{\w+\}/g,
    (_, kind: keyof typeof RECORDS) => `${kind}/${acted?.[RECORDS[kind]] ?? scene[RECORDS[kind]]}`,
  )
  return { method, path: `${address}${query?.(scene) ?? ''}`, body: body?.(scene) }
}

/** @param to the service, or the second process of the user service */
export async function send(
  portal: Portal,
  scene: Scene,
  name: string,
  to: ServiceName | 'other' = serviceOf(name),
): Promise<TestResponse> {
  await requestOf(name).before?.(scene, portal)
  const { method, path, body } = written(name, scene)
  const clients = operationOf(name).audience === 'operator' ? portal.operator : scene.api
  return await clients[to]().send(method, path, body, isKeyed(name) ? { 'idempotency-key': scene.tag } : {})
}

/** Another caller's request, which comes through the second process of its service if there is one. */
export const sendAsRival = (portal: Portal, scene: Scene, name: string): Promise<TestResponse> =>
  send(portal, scene, name, serviceOf(name) === 'user' ? 'other' : serviceOf(name))

const pathOf = (name: string): string => written(name, SYMBOLS).path
const namedIn = (text: string): readonly string[] => text.match(/@(?!tag)\w+/g) ?? []
/** What else a request is about. */
const RECORDS_OF_NEEDS: ReadonlyMap<Need, string> = new Map([
  [homeInGroup, '@group'],
  [register, '@person @course'],
  [registerInVain, '@person @course'],
])
const recordsOf = (name: string): readonly string[] => [
  ...namedIn(JSON.stringify(written(name, SYMBOLS))),
  ...[...needsOf(name)].flatMap((need) => namedIn(RECORDS_OF_NEEDS.get(need) ?? '')),
]

/** Besides what the contract says with DELETE and PUT. */
const ENDS_OR_RENAMES = new Set(['eraseUser', 'mergeAccounts', 'updateUser'])

/**
 * The requests of others that end, move or rename a record which this one is about; one for each path. None
 * where attempts fail: that of a rival's event would wait, too. Nor with a flag: they are those without it.
 */
export function rivalsOf(name: string): string[] {
  if (requestOf(name).waits || name.includes(' with ')) return []
  const records = new Set(recordsOf(name))
  const rivals = Object.keys(REQUESTS).filter((rival) => {
    const { operationId, method, path } = operationOf(rival)
    const isRival = ['DELETE', 'PUT'].includes(method) || ENDS_OR_RENAMES.has(operationId)
    // Directories have twins of these.
    return isRival && !path.startsWith('/scim/') && records.has(namedIn(pathOf(rival)).at(-1) ?? '')
  })
  const pathFor = (rival: string) => `${operationOf(rival).method} ${pathOf(rival)}`
  return [...Map.groupBy(rivals, pathFor).values()].flatMap(([first = '']) => first)
}

/** What has to be there for a request and for its rival, unless the rival only goes further with it. */
export function needsOf(name: string, rival?: string): ReadonlySet<Need> {
  const ofRival = (rival === undefined ? [] : (requestOf(rival).needs ?? [])).filter((need) => {
    const made = MADE.get(need)
    return made === undefined || (rival !== undefined && recordsOf(rival).includes(made))
  })
  return new Set([...(requestOf(name).needs ?? []), ...ofRival])
}
const MADE: ReadonlyMap<Need, string> = new Map([
  [addDeleted, '@other'],
  [addEndpoint, '@endpoint'],
  [addOther, '@other'],
  [register, '@registration'],
])
