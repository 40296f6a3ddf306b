import fc from 'fast-check'
import type { ScopeName } from './crowd.ts'
import type { Portal } from './portal.ts'

/** A call in which `@userId.outside.1` stands for what has this name in the portal that is called. */
export interface Call {
  readonly operationId: string
  /** The account that calls. */
  readonly as: ScopeName
  readonly method: string
  readonly path: string
  readonly body?: unknown
  readonly headers: Readonly<Record<string, string>>
}

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
/**
 * Of accounts that were merged into a visible person, into a hidden one, or perhaps into a hidden one; and
 * nobody's, whoever had it before. An address that a hidden person may share.
 */
const FURTHER: Readonly<Record<string, readonly string[]>> = {
  email: ['shared'],
  loginName: ['gone', 'left', 'held', 'free'],
  userExternal: ['gone', 'left', 'held', 'free'],
  registrationExternal: ['free'],
}
const names = (kind: string, places = [...PLACES, ...(FURTHER[kind] ?? [])], count = 3) =>
  fc.tuple(fc.constantFrom(...places), fc.nat(count - 1)).map(([place, i]) => `@${kind}.${place}.${i}`)
const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined, freq: 2 })

/** Nothing that reaches other services later: what lists show would depend on the time. */
const unchanged = PLACES.slice(1)

/** An address that two people share is ambiguous, which a registration may tell. */
const user = {
  userId: names('userId'),
  userExternalId: names('userExternal'),
  userEmail: names('email', PLACES),
}
const course = {
  courseId: names('courseId'),
  courseName: names('courseName'),
  courseExternalId: names('courseExternal'),
}
/** One parameter or several, of the same record or of different ones. */
const some = <T extends object>(parameters: { [K in keyof T]: fc.Arbitrary<T[K]> }) =>
  fc.record(parameters, { requiredKeys: [] }) as fc.Arbitrary<Partial<T>>
const registration = fc
  .tuple(some(course), some(user), maybe(names('registrationExternal')))
  .map(([courses, users, externalId]) => ({ ...courses, ...users, ...(externalId && { externalId }) }))

/** Whoever has a name, and somebody who can't be the same person. */
const texts = fc.constantFrom(
  { firstName: 'Ada', lastName: 'Byron' },
  { firstName: 'Grace', lastName: 'Hopper' },
)
const person = fc
  .tuple(texts, names('loginName'), maybe(names('userExternal')), names('email'))
  .map(([name, loginName, externalId, email]) => ({
    ...name,
    loginName,
    email,
    ...(externalId && { externalId }),
  }))
/** Without what makes a person visible or not, and without what registrations copy. */
const change = some({
  loginName: names('loginName', ['outside', 'nowhere']),
  externalId: names('userExternal', ['outside']),
  city: fc.constantFrom('Oslo', 'Bergen'),
})
const row = fc
  .tuple(some({ loginName: names('loginName'), externalId: names('userExternal', unchanged) }), maybe(texts))
  .map(([keys, name]) => (name ? { ...name, email: '@email.nowhere.9', ...keys } : keys))
const scimUser = person.map(({ firstName, lastName, loginName, externalId, email }) => ({
  userName: loginName,
  ...(externalId && { externalId }),
  name: { givenName: firstName, familyName: lastName },
  emails: [{ value: email }],
}))

const preferences = (...some: string[]) =>
  maybe(fc.constantFrom(...some)).map((prefer) => (prefer ? { prefer } : {}))
const onList = preferences('count=exact')
const onCreate = preferences('handling=strict', 'validate-only', 'handling=strict, validate-only')
const validated = preferences('validate-only')
const key = maybe(fc.constantFrom('once', 'twice')).map((name) => (name ? { 'idempotency-key': name } : {}))
const condition = (name: string) =>
  maybe(fc.constantFrom('@tag', '"another"', '*')).map((tag) => (tag ? { [name]: tag } : {}))
const [ifMatch, ifNoneMatch] = [condition('if-match'), condition('if-none-match')]

const paging = { limit: fc.constantFrom('1', '2', '1000'), offset: fc.constantFrom('0', '1', '3') }
const pageWithDeleted = some({ ...paging, includeDeleted: fc.constant('true') })
const listOf = (
  path: string,
  filters: Record<string, fc.Arbitrary<string>>,
  pages: fc.Arbitrary<object> = some(paging),
) =>
  fc.tuple(some(filters), pages).map(([filter, page]) => {
    const query = Object.entries({ ...filter, ...page }).map(([name, value]) => `${name}=${String(value)}`)
    return { path: query.length === 0 ? path : `${path}?${query.join('&')}` }
  })
const at = (before: string, kind: string, after = '/', places = PLACES) =>
  names(kind, places).map((name) => ({ path: `${before}${name}${after}` }))
const withBody = (path: fc.Arbitrary<{ path: string }>, body: fc.Arbitrary<unknown>) =>
  fc.tuple(path, body).map(([target, sent]) => ({ ...target, body: sent }))
const fixed = (path: string) => fc.constant({ path })
const scimPage = {
  count: fc.constantFrom('0', '1', '100'),
  startIndex: fc.constantFrom('1', '2'),
  sortBy: fc.constant('userName'),
}
const equals = (attribute: string, kind: string) =>
  names(kind).map((name) => `${attribute}%20eq%20%22${name}%22`)
const move = (action: string) => at('/registrations/', 'registrationId', `/${action}/`)
const moveByExternalId = (action: string) =>
  at('/registrations/external/', 'registrationExternal', `/${action}/`)
const completion = fc.constantFrom({}, { score: 80 }, { success: true })
const members = fc.array(
  names('userId', unchanged).map((value) => ({ value })),
  { maxLength: 3 },
)
const memberPatch = fc
  .tuple(fc.constantFrom('add', 'remove', 'replace'), names('userId', unchanged), members, fc.boolean())
  .map(([op, selected, value, selects]) => ({
    Operations: [
      { op: selects ? op : 'add', path: selects ? `members[value eq "${selected}"]` : 'members', value },
    ],
  }))
const scimPatch = fc.constantFrom('userName', 'externalId').chain((path) =>
  names(path === 'userName' ? 'loginName' : 'userExternal', ['outside']).map((value) => ({
    Operations: [{ op: 'replace', path, value }],
  })),
)

type Sent = fc.Arbitrary<{ path: string; body?: unknown }>
type Headers = fc.Arbitrary<Readonly<Record<string, string>>>
const NO_HEADERS: Headers = fc.constant({})
const both = (...some: Headers[]): Headers =>
  fc.tuple(...some).map((each) => Object.assign({}, ...each) as Record<string, string>)

/** What is sent to each operation. */
export const CALLS: Readonly<Record<string, readonly [method: string, sent: Sent, headers?: Headers]>> = {
  listRegistrations: [
    'GET',
    listOf(
      '/registrations/',
      {
        course_id: names('courseId'),
        user_id: names('userId'),
        user_external_id: names('userExternal'),
        status: fc.constantFrom('Approved', 'Withdrawn'),
        include: fc.constant('details'),
      },
      pageWithDeleted,
    ),
    onList,
  ],
  createRegistration: ['POST', withBody(fixed('/registrations/'), registration), both(onCreate, key)],
  createRegistrationBatch: [
    'POST',
    withBody(fixed('/registrations/batch/'), fc.array(registration, { minLength: 1, maxLength: 5 })),
    both(onCreate, key),
  ],
  getRegistration: ['GET', at('/registrations/', 'registrationId'), ifNoneMatch],
  approveRegistration: ['POST', move('approve'), ifMatch],
  completeRegistration: ['POST', withBody(move('complete'), completion), ifMatch],
  withdrawRegistration: ['POST', move('withdraw'), ifMatch],
  getRegistrationHistory: ['GET', at('/registrations/', 'registrationId', '/history/')],
  getRegistrationNotification: ['GET', at('/registrations/', 'registrationId', '/notification/')],
  getRegistrationByExternalId: ['GET', at('/registrations/external/', 'registrationExternal'), ifNoneMatch],
  approveRegistrationByExternalId: ['POST', moveByExternalId('approve'), ifMatch],
  completeRegistrationByExternalId: ['POST', withBody(moveByExternalId('complete'), completion), ifMatch],
  withdrawRegistrationByExternalId: ['POST', moveByExternalId('withdraw'), ifMatch],
  listVisibleCourses: [
    'GET',
    listOf('/courses/', { name: names('courseName'), externalId: names('courseExternal') }),
    onList,
  ],
  getVisibleCourse: ['GET', at('/courses/', 'courseId'), ifNoneMatch],
  listUsers: [
    'GET',
    listOf(
      '/users/',
      { email: names('email'), loginName: names('loginName'), groupId: names('groupId') },
      pageWithDeleted,
    ),
    onList,
  ],
  createUser: [
    'POST',
    fc
      .tuple(person, maybe(names('groupId')))
      .map(([body, group]) => ({ path: group ? `/users/?groupId=${group}` : '/users/', body })),
    both(validated, key),
  ],
  mergeVisibleUserBatch: [
    'POST',
    withBody(fixed('/users/batch/'), fc.array(row, { minLength: 1, maxLength: 4 })),
    both(validated, key),
  ],
  getUser: ['GET', at('/users/', 'userId'), ifNoneMatch],
  updateUser: ['POST', withBody(at('/users/', 'userId'), change), ifMatch],
  patchUser: ['PATCH', withBody(at('/users/', 'userId'), change), ifMatch],
  deleteUser: ['DELETE', at('/users/', 'userId', '/', unchanged), ifMatch],
  getUserByExternalId: ['GET', at('/users/external_id/', 'userExternal'), ifNoneMatch],
  updateUserByExternalId: ['POST', withBody(at('/users/external_id/', 'userExternal'), change), ifMatch],
  replaceUserByExternalId: ['PUT', withBody(at('/users/external_id/', 'userExternal'), change), ifMatch],
  patchUserByExternalId: ['PATCH', withBody(at('/users/external_id/', 'userExternal'), change), ifMatch],
  deleteUserByExternalId: ['DELETE', at('/users/external_id/', 'userExternal', '/', unchanged), ifMatch],
  listVisibleGroups: ['GET', listOf('/groups/', {}), onList],
  listScimUsers: [
    'GET',
    listOf(
      '/scim/v2/Users/',
      {
        filter: fc.oneof(
          equals('userName', 'loginName'),
          equals('externalId', 'userExternal'),
          equals('emails', 'email'),
          equals('id', 'userId'),
        ),
      },
      some(scimPage),
    ),
  ],
  createScimUser: ['POST', withBody(fixed('/scim/v2/Users/'), scimUser)],
  getScimUser: ['GET', at('/scim/v2/Users/', 'userId'), ifNoneMatch],
  replaceScimUser: ['PUT', withBody(at('/scim/v2/Users/', 'userId', '/', unchanged), scimUser), ifMatch],
  patchScimUser: ['PATCH', withBody(at('/scim/v2/Users/', 'userId'), scimPatch), ifMatch],
  deleteScimUser: ['DELETE', at('/scim/v2/Users/', 'userId', '/', unchanged), ifMatch],
  listScimGroups: ['GET', listOf('/scim/v2/Groups/', { filter: equals('id', 'groupId') }, some(scimPage))],
  createScimGroup: ['POST', withBody(fixed('/scim/v2/Groups/'), fc.constant({ displayName: 'Ops' }))],
  getScimGroup: ['GET', at('/scim/v2/Groups/', 'groupId', '/?attributes=members,displayName')],
  patchScimGroup: ['PATCH', withBody(at('/scim/v2/Groups/', 'groupId'), memberPatch)],
  deleteScimGroup: ['DELETE', at('/scim/v2/Groups/', 'groupId')],
  getScimConfig: ['GET', fixed('/scim/v2/ServiceProviderConfig/')],
  listScimResourceTypes: ['GET', fixed('/scim/v2/ResourceTypes/')],
  getScimResourceType: ['GET', fixed('/scim/v2/ResourceTypes/User/')],
  listScimSchemas: ['GET', fixed('/scim/v2/Schemas/')],
  getScimSchema: ['GET', fixed('/scim/v2/Schemas/urn:ietf:params:scim:schemas:core:2.0:User/')],
  listWebhookEndpoints: ['GET', listOf('/webhook-endpoints/', {}), onList],
  getWebhookEndpoint: ['GET', at('/webhook-endpoints/', 'endpointId'), ifNoneMatch],
  updateWebhookEndpoint: [
    'POST',
    withBody(at('/webhook-endpoints/', 'endpointId'), fc.constant({ description: 'HR' })),
    ifMatch,
  ],
}

/** Any call of any operation, by an account with one of these scopes. */
export const anyCall = (scopes: readonly ScopeName[]): fc.Arbitrary<Call> =>
  fc.oneof(
    ...Object.entries(CALLS).map(([operationId, [method, sent, headers = NO_HEADERS]]) =>
      fc
        .tuple(sent, headers, fc.constantFrom(...scopes))
        .map(([target, given, as]) => ({ operationId, as, method, ...target, headers: given })),
    ),
  )
