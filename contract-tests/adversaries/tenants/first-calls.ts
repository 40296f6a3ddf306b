import type { Call } from './calls.ts'
import { SCOPES, type ScopeName } from './crowd.ts'
import { FORMER_KEY } from './portal.ts'

const VALIDATED = { prefer: 'validate-only' }
const STRICT = { prefer: 'handling=strict, validate-only' }
const COUNTED = { prefer: 'count=exact' }

type Headers = Call['headers']
const send =
  (method: string) =>
  (path: string, body?: unknown, headers: Headers = {}): Call => ({
    as: 'own',
    method,
    path,
    headers,
    ...(body === undefined ? {} : { body }),
  })
const [post, patch] = [send('POST'), send('PATCH')]
const remove = (path: string, headers: Headers = {}) => send('DELETE')(path, undefined, headers)
const get = (path: string, headers: Headers = {}, as: ScopeName = 'own'): Call => ({
  ...send('GET')(path, undefined, headers),
  as,
})

/** Of another account, and of the account that had the id before, if there was one. */
const ENDPOINTS_ELSEWHERE = [0, 1].map((i) => `/webhook-endpoints/@endpointId.outside.${i}/`)
const DELIVERIES = '/webhook-endpoints/@endpointId.inside.0/deliveries/'
const retry = (place: string) => post(`${DELIVERIES}@deliveryId.${place}.0/retry/`)
/** Later, these depend on when events are sent. */
const WEBHOOKS = [
  ...['outside', 'nowhere'].map(retry),
  post('/webhook-endpoints/@endpointId.inside.0/replay/', {
    after: '2020-01-01T00:00:00Z',
    before: '2100-01-01T00:00:00Z',
    status: 'all',
  }),
  retry('inside'),
  get(`${DELIVERIES}?limit=1`, COUNTED),
  get(`${DELIVERIES}?limit=1000`),
  ...ENDPOINTS_ELSEWHERE.flatMap((path) => [
    get(path),
    post(path, { description: 'HR' }),
    get(`${path}deliveries/`),
    post(`${path}rotate-secret/`),
    post(`${path}test/`),
    remove(path),
  ]),
]

/** In each form of scope, to the last page of lists, which may be full. */
const LISTS = [
  ...['/groups/', '/webhook-endpoints/', '/scim/v2/Users/', '/scim/v2/Groups/'].map((path) =>
    get(path, path.startsWith('/scim') ? {} : COUNTED),
  ),
  ...SCOPES.flatMap((as) =>
    ['/registrations/', '/users/', '/courses/'].flatMap((path) =>
      [1, 2, 3, 1_000].map((limit) => get(`${path}?limit=${limit}`, COUNTED, as)),
    ),
  ),
  ...[
    '/registrations/?includeDeleted=true',
    '/users/?includeDeleted=true',
    '/users/?groupId=@groupId.outside.1',
    '/users/?loginName=@loginName.told.1',
    '/users/?email=@email.shared.0',
  ].map((path) => get(path, COUNTED)),
  get('/scim/v2/Users/?filter=emails%20eq%20%22@email.shared.0%22'),
  get('/scim/v2/Users/?filter=userName%20eq%20%22@loginName.told.1%22'),
]

/** Every pair of indexes. */
const PAIRS = [0, 1, 2].flatMap((i) => [0, 1, 2].map((j) => [i, j] as const))
/** Two identifiers of one person or course, which calls at random rarely name. */
const TOGETHER = [
  post(
    '/registrations/batch/',
    PAIRS.flatMap(([i, j]) => [
      { courseId: '@courseId.inside.0', userId: `@userId.outside.${i}`, userEmail: `@email.outside.${j}` },
      {
        courseId: `@courseId.outside.${i}`,
        courseExternalId: `@courseExternal.outside.${j}`,
        userId: '@userId.inside.0',
      },
    ]),
    STRICT,
  ),
  ...['gone.0', 'left.0', 'held.0'].map((name) =>
    post(
      '/registrations/batch/',
      [
        {},
        { courseId: '@courseId.outside.1' },
        { userId: '@userId.outside.1' },
        { userEmail: '@email.outside.0' },
      ].map((other) => ({
        courseId: '@courseId.inside.1',
        userExternalId: `@userExternal.${name}`,
        ...other,
      })),
      STRICT,
    ),
  ),
]

/** Names of others that are taken, and of nobody. */
const [TAKEN, FREE] = [['outside.0', 'gone.0', 'left.0', 'held.0'], 'free.0']
const PERSON = {
  firstName: 'Ada',
  lastName: 'Byron',
  loginName: '@loginName.nowhere.8',
  email: '@email.nowhere.8',
}
/** Somebody who may be the person who has a name, and somebody who can't. */
const SCIM_PERSONS = [
  { givenName: 'Ada', familyName: 'Byron' },
  { givenName: 'Grace', familyName: 'Hopper' },
].map((name) => ({ userName: PERSON.loginName, name, emails: [{ value: PERSON.email }] }))

/** Every way to claim such a name. A free one is only tried. */
const CLAIMS = [
  ...Object.entries({ loginName: '@loginName', externalId: '@userExternal' }).flatMap(([field, kind]) => {
    const inScim = field === 'loginName' ? 'userName' : field
    const items = [...TAKEN, FREE].map((name) => ({ [field]: `${kind}.${name}` }))
    const ofNew = items.map((item, i) => ({ ...PERSON, loginName: `@loginName.nowhere.${i}`, ...item }))
    return [
      post('/users/batch/', ofNew, VALIDATED),
      post('/users/batch/', items, VALIDATED),
      ...ofNew.map((body) => post('/users/', body, VALIDATED)),
      ...TAKEN.map((name) => `${kind}.${name}`).flatMap((value) => [
        post('/users/@userId.inside.4/', { [field]: value }),
        ...SCIM_PERSONS.map((person) => post('/scim/v2/Users/', { ...person, [inScim]: value })),
        patch('/scim/v2/Users/@userId.inside.4/', { Operations: [{ op: 'replace', path: inScim, value }] }),
      ]),
    ]
  }),
  post(
    '/users/batch/',
    [0, 1, 2].map((i) => ({ loginName: `@loginName.outside.${i}` })),
    VALIDATED,
  ),
  ...[0, 1, 2].map((i) =>
    post(
      '/users/batch/',
      [{ loginName: `@loginName.outside.${i}`, externalId: '@userExternal.nowhere.0' }],
      VALIDATED,
    ),
  ),
  post(
    '/registrations/batch/',
    ['outside.0', 'outside.1', 'outside.2', 'free.0'].map((name) => ({
      courseId: '@courseId.inside.1',
      userId: '@userId.inside.4',
      externalId: `@registrationExternal.${name}`,
    })),
    VALIDATED,
  ),
  ...['gone.0', 'left.0'].map((name) => get(`/users/external_id/@userExternal.${name}/`)),
]

/** Each operation that takes a key, with what writes nothing. */
const UNKNOWN_IDS = { courseId: '@courseId.nowhere.0', userId: '@userId.nowhere.0' }
const TAKEN_NAME = { loginName: '@loginName.outside.0' }
const KEYED = [
  post('/registrations/', UNKNOWN_IDS, FORMER_KEY),
  post('/registrations/batch/', [UNKNOWN_IDS], FORMER_KEY),
  post('/users/', { ...PERSON, ...TAKEN_NAME }, FORMER_KEY),
  post('/users/batch/', [TAKEN_NAME], FORMER_KEY),
]

const removeMembers = (operation: object) =>
  patch('/scim/v2/Groups/@groupId.inside.0/', { Operations: [{ op: 'remove', ...operation }] })
const GROUPS = [
  // Whoever is visible, and somebody who is not, into each group.
  ...[0, 1, 2].map((i) =>
    post(
      `/users/batch/?groupId=@groupId.inside.${i}&source=hr&outsideGroup=move&takeOver=true`,
      ['inside.0', 'inside.1', 'inside.2', 'outside.0'].map((name) => ({ loginName: `@loginName.${name}` })),
      VALIDATED,
    ),
  ),
  // Hidden people, some of whom may not exist.
  removeMembers({
    path: 'members',
    value: ['outside.0', 'maybe.0', 'maybe.1', 'maybe.2'].map((name) => ({ value: `@userId.${name}` })),
  }),
]

/** What the account has seen and sees no more: it still has the tags. */
const PARTED = [
  '/registrations/@registrationId.parted.0/',
  '/registrations/external/@registrationExternal.parted.0/',
  '/users/@userId.parted.0/',
  '/users/external_id/@userExternal.parted.0/',
  '/scim/v2/Users/@userId.parted.0/',
]
const ON_PARTED = PARTED.flatMap((path) =>
  [{ 'if-match': '@tag' }, { 'if-none-match': '@tag' }].flatMap((headers) => {
    if (path.startsWith('/registrations'))
      return [
        get(path, headers),
        ...['approve', 'complete', 'withdraw'].map((move) => post(`${path}${move}/`, {}, headers)),
      ]
    const city = { city: 'Bergen' }
    const changes = path.startsWith('/scim')
      ? [patch(path, { Operations: [{ op: 'replace', path: 'active', value: true }] }, headers)]
      : [post(path, city, headers), patch(path, city, headers)]
    return [get(path, headers), ...changes, remove(path, headers)]
  }),
)

/** Sent once at the beginning: what a few calls at random would rarely name. */
export const FIRST_CALLS = [
  ...PARTED.map((path) => get(path)),
  ...WEBHOOKS,
  ...LISTS,
  get('/registrations/@registrationId.inside.0/history/'),
  ...[0, 1].map((i) => get(`/courses/@courseId.inside.${i}/`)),
  ...TOGETHER,
  ...CLAIMS,
  ...GROUPS,
  ...KEYED,
]

/** Sent once at the end, after a change outside: it creates what no other account sees. */
export const LAST_CALLS = [
  ...ON_PARTED,
  get('/courses/@courseId.inside.0/', { 'if-none-match': '@tag' }),
  removeMembers({ path: 'members[value eq "@userId.inside.2"]' }),
  get('/scim/v2/Users/@userId.inside.2/'),
  post('/webhook-endpoints/', { url: '@url.inside.0', events: ['registration.created'] }),
]

/** Sent when events have come. */
export const CALLS_AFTER_EVENTS = [get('/webhook-endpoints/@endpointId.roles.0/deliveries/', COUNTED)]
