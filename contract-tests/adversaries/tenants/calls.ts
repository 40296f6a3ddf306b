import fc from 'fast-check'
import { operationFinder } from '../../../testing/find-operation.ts'
import { accountOperations, type Operation } from '../../operations.ts'
import type { ScopeName } from './crowd.ts'
import type { Portal } from './portal.ts'

/** A call in which `@userId.outside.1` stands for what has this name in the portal that is called. */
export interface Call {
  /** The account that calls. */
  readonly as: ScopeName
  readonly method: string
  readonly path: string
  readonly body?: unknown
  readonly headers: Readonly<Record<string, string>>
}

const find = operationFinder(
  accountOperations.map((operation) => ({ ...operation, method: operation.method.toLowerCase() })),
)

/** The operation that a call reaches. */
export function operationOf({ method, path }: Call) {
  const operation = find(method, path)
  if (!operation) throw new Error(`no operation: ${method} ${path}`)
  return operation
}

/** With more, a list is empty. */
const MAX_PARAMETERS = 3

const NAME = String.raw`@(\w+\.\w+\.\d)`

/** The call as it is sent to a portal. */
export function callTo(portal: Portal, { path, body, headers, ...call }: Call, lastTag: string): Call {
  const inText = (text: string) =>
    text.replaceAll(new RegExp(NAME, 'g'), (_, name: string) => String(portal.valueOf(name)))
  const inPath = path.replaceAll(new RegExp(NAME, 'g'), (_, name: string) =>
    encodeURIComponent(portal.valueOf(name)),
  )
  const read = (_key: string, value: unknown): unknown => {
    if (typeof value !== 'string') return value
    const whole = new RegExp(`^${NAME}$`).exec(value)?.[1]
    return whole ? portal.valueOf(whole) : inText(value)
  }
  const given = Object.entries(headers).map(([name, value]) => [name, value === '@tag' ? lastTag : value])
  return {
    ...call,
    path: inPath,
    headers: Object.fromEntries(given) as Record<string, string>,
    ...(body === undefined ? {} : { body: JSON.parse(JSON.stringify(body), read) as unknown }),
  }
}

const PLACES = ['inside', 'outside', 'nowhere']
/** Nothing that reaches other services later: what lists show would depend on the time. */
const UNCHANGED = PLACES.slice(1)
/**
 * The names of accounts that were merged: `gone` into a visible person, `left` into a hidden one, and `held`
 * into a hidden one, but in one of the two portals only. No record has the names `free` any more. A hidden
 * person of one portal may have the address `shared` and the id `maybe`, which are sent only where the
 * response must be the same if they exist.
 */
const FURTHER: Readonly<Record<string, readonly string[]>> = {
  email: ['shared'],
  userId: ['maybe'],
  loginName: ['gone', 'left', 'held', 'free'],
  userExternal: ['gone', 'left', 'held', 'free'],
  registrationExternal: ['free'],
}
const names = (kind: string, places = [...PLACES, ...(FURTHER[kind] ?? [])], count = 3) =>
  fc.tuple(fc.constantFrom(...places), fc.nat(count - 1)).map(([place, i]) => `@${kind}.${place}.${i}`)
const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined, freq: 2 })
/** One field or several, of the same record or of different ones. */
const some = <T extends object>(fields: { [K in keyof T]: fc.Arbitrary<T[K]> }) =>
  fc.record(fields, { requiredKeys: [] }) as fc.Arbitrary<Partial<T>>

/** A registration tells whether its user exists, and is the only one. */
const registration = some({
  courseId: names('courseId'),
  courseName: names('courseName'),
  courseExternalId: names('courseExternal'),
  userId: names('userId', PLACES),
  userExternalId: names('userExternal'),
  userEmail: names('email', PLACES),
  externalId: names('registrationExternal'),
})

/** Whoever has a name, and somebody who can't be the same person. */
const texts = fc.constantFrom(
  { firstName: 'Ada', lastName: 'Byron' },
  { firstName: 'Grace', lastName: 'Hopper' },
)
const person = fc
  .tuple(
    texts,
    fc.record(
      { loginName: names('loginName'), externalId: names('userExternal'), email: names('email') },
      { requiredKeys: ['loginName', 'email'] },
    ),
  )
  .map(([name, own]) => ({ ...name, ...own }))
const scimUser = person.map(({ firstName, lastName, loginName, externalId, email }) => ({
  userName: loginName,
  ...(externalId && { externalId }),
  name: { givenName: firstName, familyName: lastName },
  emails: [{ value: email }],
}))
/** Two of three hidden people have one. No visible person may get a free one: registrations copy it later. */
const takenExternalId = names('userExternal', ['outside'], 2)
/** Without what makes a person visible or not, and without what registrations copy. */
const change = some({
  loginName: names('loginName', UNCHANGED),
  externalId: takenExternalId,
  city: fc.constantFrom('Oslo', 'Bergen'),
})
const row = fc
  .tuple(some({ loginName: names('loginName'), externalId: names('userExternal', UNCHANGED) }), maybe(texts))
  .map(([keys, name]) => (name ? { ...name, email: '@email.nowhere.9', ...keys } : keys))

const hidden = [...UNCHANGED, 'maybe']
const members = (places: string[], minLength = 0) =>
  fc.array(
    names('userId', places).map((value) => ({ value })),
    { minLength, maxLength: 5 },
  )
const memberPatch = fc.oneof(
  members(UNCHANGED).map((value) => ({ op: 'add', path: 'members', value })),
  members(hidden, 1).map((value) => ({ op: 'remove', path: 'members', value })),
  fc
    .tuple(fc.constantFrom('add', 'remove', 'replace'), names('userId', hidden), members(UNCHANGED))
    .map(([op, selected, value]) => ({ op, path: `members[value eq "${selected}"]`, value })),
)
const scimPatch = fc.oneof(
  names('loginName', ['outside']).map((value) => ({ op: 'replace', path: 'userName', value })),
  takenExternalId.map((value) => ({ op: 'replace', path: 'externalId', value })),
)
const patchOf = (operation: fc.Arbitrary<object>) => operation.map((one) => ({ Operations: [one] }))

/** The body of each operation that has one. Those by external id have that of the others. */
const BODIES: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  createRegistration: registration,
  createRegistrationBatch: fc.array(registration, { minLength: 1, maxLength: 5 }),
  completeRegistration: fc.constantFrom({}, { score: 80 }, { success: true }),
  createUser: person,
  mergeVisibleUserBatch: fc.array(row, { minLength: 1, maxLength: 4 }),
  updateUser: change,
  replaceUser: change,
  patchUser: change,
  createScimUser: scimUser,
  replaceScimUser: scimUser,
  patchScimUser: patchOf(scimPatch),
  createScimGroup: fc.constant({ displayName: 'Ops' }),
  patchScimGroup: patchOf(memberPatch),
  updateWebhookEndpoint: fc.constant({ description: 'HR' }),
}

/** What the parameter of a path is, by what is before it. */
const IDS: Readonly<Record<string, string>> = {
  '/registrations/': 'registrationId',
  '/registrations/external/': 'registrationExternal',
  '/courses/': 'courseId',
  '/users/': 'userId',
  '/users/external_id/': 'userExternal',
  '/scim/v2/Users/': 'userId',
  '/scim/v2/Groups/': 'groupId',
  '/webhook-endpoints/': 'endpointId',
}
const FIXED: Readonly<Record<string, string>> = {
  name: 'User',
  urn: 'urn:ietf:params:scim:schemas:core:2.0:User',
}

const tags = fc.constantFrom('@tag', '"another"', '*')
const onCreate = fc.constantFrom('handling=strict', 'validate-only', 'handling=strict, validate-only')
const filters = (kinds: Readonly<Record<string, string>>) =>
  fc.oneof(
    ...Object.entries(kinds).map(([attribute, kind]) =>
      names(kind).map((name) => `${attribute}%20eq%20%22${name}%22`),
    ),
  )
/** The values of parameters and headers, of one operation or all; others are not sent. */
const PARAMETERS: Readonly<Record<string, fc.Arbitrary<string>>> = {
  course_id: names('courseId'),
  user_id: names('userId'),
  user_external_id: names('userExternal'),
  status: fc.constantFrom('Approved', 'Withdrawn'),
  include: fc.constant('details'),
  includeDeleted: fc.constant('true'),
  name: names('courseName'),
  externalId: names('courseExternal'),
  email: names('email'),
  loginName: names('loginName'),
  groupId: names('groupId'),
  limit: fc.constantFrom('1', '2', '5', '1000'),
  offset: fc.constantFrom('0', '1', '3'),
  'listScimUsers filter': filters({
    userName: 'loginName',
    externalId: 'userExternal',
    emails: 'email',
    id: 'userId',
  }),
  'listScimGroups filter': filters({ id: 'groupId' }),
  'listScimUsers sortBy': fc.constant('userName'),
  'getScimGroup attributes': fc.constant('members,displayName'),
  count: fc.constantFrom('0', '1', '100'),
  startIndex: fc.constantFrom('1', '2'),
  'If-Match': tags,
  'If-None-Match': tags,
  'Idempotency-Key': fc.constantFrom('once', 'twice'),
  'createUser Prefer': fc.constant('validate-only'),
  'mergeVisibleUserBatch Prefer': fc.constant('validate-only'),
  'createRegistration Prefer': onCreate,
  'createRegistrationBatch Prefer': onCreate,
  Prefer: fc.constant('count=exact'),
}

/** Of all operations but those that depend on when events are sent, and are called first or last. */
export const RANDOM = accountOperations.filter(
  ({ operationId, path }) =>
    operationId !== 'createWebhookEndpoint' && !/^\/webhook-endpoints\/.*\/.+/.test(path),
)

function anyOf({ operationId, method, path, parameters }: Operation): fc.Arbitrary<Omit<Call, 'as'>> {
  const [before = '', parameter = '', after = ''] = path.split(/\{(\w+)\}/)
  const places = method === 'DELETE' || operationId === 'replaceScimUser' ? UNCHANGED : PLACES
  const kind = IDS[before]
  const id = parameter && kind ? names(kind, places) : fc.constant(FIXED[parameter] ?? '')
  const known = parameters.flatMap(({ name, in: place }) => {
    const value = PARAMETERS[`${operationId} ${name}`] ?? PARAMETERS[name]
    return value && place !== 'path' ? [value.map((text) => ({ place, name, text }))] : []
  })
  const maxLength = Math.min(known.length, MAX_PARAMETERS)
  const chosen = fc.subarray(known, { maxLength }).chain((values) => fc.tuple(...values))
  const body = BODIES[operationId.replace(/ByExternalId$/, '')] ?? fc.constant(undefined)
  return fc.tuple(id, chosen, body).map(([value, sent, content]) => {
    const query = sent.filter(({ place }) => place === 'query').map(({ name, text }) => `${name}=${text}`)
    const headers = sent.filter(({ place }) => place === 'header').map(({ name, text }) => [name, text])
    return {
      method,
      path: `${before}${value}${after}${query.length > 0 ? '?' : ''}${query.join('&')}`,
      headers: Object.fromEntries(headers) as Record<string, string>,
      ...(content === undefined ? {} : { body: content }),
    }
  })
}

/** Any call of these operations, by an account with one of these scopes. */
export const anyCall = (scopes: readonly ScopeName[]): fc.Arbitrary<Call> =>
  fc.tuple(fc.oneof(...RANDOM.map(anyOf)), fc.constantFrom(...scopes)).map(([call, as]) => ({ ...call, as }))
