import type { Call } from './calls.ts'
import type { ScopeName } from './crowd.ts'
import { FORMER_KEY } from './portal.ts'

const STRICT = { prefer: 'handling=strict, validate-only' }
const COUNTED = { prefer: 'count=exact' }
/** Every pair of indexes. */
const PAIRS = [0, 1, 2].flatMap((i) => [0, 1, 2].map((j) => [i, j] as const))
const DELIVERIES = '/webhook-endpoints/@endpointId.inside.0/deliveries/'
/** Of another account, and of the account that had the id before, if there was one. */
const ELSEWHERE = [0, 1].map((i) => `/webhook-endpoints/@endpointId.outside.${i}/`)

type FirstCall = readonly [
  operationId: string,
  method: string,
  path: string,
  body?: unknown,
  headers?: Readonly<Record<string, string>>,
  as?: ScopeName,
]

const retry = (place: string): FirstCall => [
  'retryWebhookDelivery',
  'POST',
  `${DELIVERIES}@deliveryId.${place}.0/retry/`,
]

/** Names of others that are taken, and of nobody. */
const [TAKEN, FREE] = [['outside.0', 'gone.0', 'left.0', 'held.0'], 'free.0']
const FIELDS = { loginName: '@loginName', externalId: '@userExternal' }
const VALIDATED = { prefer: 'validate-only' }
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
const CLAIMS: readonly FirstCall[] = [
  ...Object.entries(FIELDS).flatMap(([field, kind]): FirstCall[] => {
    const inScim = field === 'loginName' ? 'userName' : field
    const items = [...TAKEN, FREE].map((name) => ({ [field]: `${kind}.${name}` }))
    const ofNew = items.map((item, i) => ({ ...PERSON, loginName: `@loginName.nowhere.${i}`, ...item }))
    return [
      ['mergeVisibleUserBatch', 'POST', '/users/batch/', ofNew, VALIDATED],
      ['mergeVisibleUserBatch', 'POST', '/users/batch/', items, VALIDATED],
      ...ofNew.map((body): FirstCall => ['createUser', 'POST', '/users/', body, VALIDATED]),
      ...TAKEN.flatMap((name): FirstCall[] => {
        const value = `${kind}.${name}`
        const Operations = [{ op: 'replace', path: inScim, value }]
        return [
          ['updateUser', 'POST', '/users/@userId.inside.4/', { [field]: value }],
          ...SCIM_PERSONS.map((person): FirstCall => [
            'createScimUser',
            'POST',
            '/scim/v2/Users/',
            { ...person, [inScim]: value },
          ]),
          ['patchScimUser', 'PATCH', '/scim/v2/Users/@userId.inside.4/', { Operations }],
        ]
      }),
    ]
  }),
  [
    'createRegistrationBatch',
    'POST',
    '/registrations/batch/',
    ['outside.0', 'outside.1', 'outside.2', 'free.0'].map((name) => ({
      courseId: '@courseId.inside.1',
      userId: '@userId.inside.4',
      externalId: `@registrationExternal.${name}`,
    })),
    VALIDATED,
  ],
  ...['gone.0', 'left.0', 'held.0'].map((name): FirstCall => [
    'createRegistrationBatch',
    'POST',
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
  ]),
  ...['gone.0', 'left.0'].map((name): FirstCall => [
    'getUserByExternalId',
    'GET',
    `/users/external_id/@userExternal.${name}/`,
  ]),
]

const UNKNOWN_IDS = { courseId: '@courseId.nowhere.0', userId: '@userId.nowhere.0' }
/** Each operation that takes a key, with what writes nothing. */
const KEYED: readonly FirstCall[] = [
  ['createRegistration', 'POST', '/registrations/', UNKNOWN_IDS, FORMER_KEY],
  ['createRegistrationBatch', 'POST', '/registrations/batch/', [UNKNOWN_IDS], FORMER_KEY],
  ['createUser', 'POST', '/users/', { ...PERSON, loginName: '@loginName.outside.0' }, FORMER_KEY],
  ['mergeVisibleUserBatch', 'POST', '/users/batch/', [{ loginName: '@loginName.outside.0' }], FORMER_KEY],
]

const LISTS: Readonly<Record<string, string>> = {
  '/registrations/': 'listRegistrations',
  '/users/': 'listUsers',
  '/courses/': 'listVisibleCourses',
  '/groups/': 'listVisibleGroups',
  '/webhook-endpoints/': 'listWebhookEndpoints',
  '/scim/v2/Users/': 'listScimUsers',
  '/scim/v2/Groups/': 'listScimGroups',
}
const WHOLE = Object.entries(LISTS).map(([path, id]): FirstCall => [id, 'GET', path, undefined, COUNTED])

/** Lists in another form of scope, read in each way. */
const WIDE: readonly FirstCall[] = ['/registrations/', '/users/', '/courses/'].flatMap((path) =>
  ['limit=1', 'limit=100', 'limit=1000'].map((page): FirstCall => [
    LISTS[path] as string,
    'GET',
    `${path}?${page}`,
    undefined,
    COUNTED,
    'wide',
  ]),
)

/** What the account has seen and sees no more: it still has the tags. */
const PARTED: Readonly<Record<string, string>> = {
  getRegistration: '/registrations/@registrationId.parted.0/',
  getRegistrationByExternalId: '/registrations/external/@registrationExternal.parted.0/',
  getUser: '/users/@userId.parted.0/',
  getUserByExternalId: '/users/external_id/@userExternal.parted.0/',
  getScimUser: '/scim/v2/Users/@userId.parted.0/',
}
const READ_PARTED = Object.entries(PARTED).map(([id, path]): FirstCall => [id, 'GET', path])
const ON_PARTED = Object.entries(PARTED).flatMap(([id, path]): FirstCall[] =>
  [{ 'if-match': '@tag' }, { 'if-none-match': '@tag' }].flatMap((headers): FirstCall[] => {
    const name = id.slice('get'.length)
    const change = (verb: string, body?: object, method = 'POST', end = ''): FirstCall => {
      const operationId = name.startsWith('Registration')
        ? name.replace('Registration', `${verb}Registration`)
        : `${verb}${name}`
      return [operationId, method, `${path}${end}`, body, headers]
    }
    const changes = name.startsWith('Registration')
      ? ['approve', 'complete', 'withdraw'].map((verb) => change(verb, {}, 'POST', `${verb}/`))
      : [
          ...(name === 'ScimUser' ? [] : [change('update', { city: 'Bergen' })]),
          change(
            'patch',
            name === 'ScimUser'
              ? { Operations: [{ op: 'replace', path: 'active', value: true }] }
              : { city: 'Bergen' },
            'PATCH',
          ),
          change('delete', undefined, 'DELETE'),
        ]
    return [[id, 'GET', path, undefined, headers], ...changes]
  }),
)

/**
 * Sent once at the beginning: what is about deliveries, which later depends on when events are sent, and what
 * a few calls at random would rarely name, such as two identifiers of one person.
 */
const FIRST: readonly FirstCall[] = [
  ...READ_PARTED,
  ...['outside', 'nowhere'].map(retry),
  [
    'replayWebhookEvents',
    'POST',
    '/webhook-endpoints/@endpointId.inside.0/replay/',
    { after: '2020-01-01T00:00:00Z', before: '2100-01-01T00:00:00Z', status: 'all' },
  ],
  retry('inside'),
  ['listWebhookDeliveries', 'GET', `${DELIVERIES}?limit=1`, undefined, COUNTED],
  ['listWebhookDeliveries', 'GET', `${DELIVERIES}?limit=1000`],
  ...ELSEWHERE.flatMap((path): FirstCall[] => [
    ['getWebhookEndpoint', 'GET', path],
    ['updateWebhookEndpoint', 'POST', path, { description: 'HR' }],
    ['listWebhookDeliveries', 'GET', `${path}deliveries/`],
    ['rotateWebhookSecret', 'POST', `${path}rotate-secret/`],
    ['testWebhookEndpoint', 'POST', `${path}test/`],
    ['deleteWebhookEndpoint', 'DELETE', path],
  ]),
  ...WHOLE,
  ['listUsers', 'GET', '/users/?includeDeleted=true', undefined, COUNTED],
  ['listUsers', 'GET', '/users/?groupId=@groupId.outside.1', undefined, COUNTED],
  ['listUsers', 'GET', '/users/?loginName=@loginName.told.1', undefined, COUNTED],
  ['listUsers', 'GET', '/users/?email=@email.shared.0', undefined, COUNTED],
  ['listScimUsers', 'GET', '/scim/v2/Users/?filter=emails%20eq%20%22@email.shared.0%22'],
  ['listScimUsers', 'GET', '/scim/v2/Users/?filter=userName%20eq%20%22@loginName.told.1%22'],
  ['listRegistrations', 'GET', '/registrations/?includeDeleted=true', undefined, COUNTED],
  [
    'createRegistration',
    'POST',
    '/registrations/',
    {
      courseId: '@courseId.inside.1',
      userId: '@userId.inside.0',
      externalId: '@registrationExternal.outside.0',
    },
    { prefer: 'validate-only' },
  ],
  ['getRegistrationHistory', 'GET', '/registrations/@registrationId.inside.0/history/'],
  ...[0, 1].map((i): FirstCall => ['getVisibleCourse', 'GET', `/courses/@courseId.inside.${i}/`]),
  [
    'createRegistrationBatch',
    'POST',
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
  ],
  [
    'mergeVisibleUserBatch',
    'POST',
    '/users/batch/',
    [0, 1, 2].map((i) => ({ loginName: `@loginName.outside.${i}` })),
    { prefer: 'validate-only' },
  ],
  ...[0, 1, 2].map((i): FirstCall => [
    'mergeVisibleUserBatch',
    'POST',
    '/users/batch/',
    [{ loginName: `@loginName.outside.${i}`, externalId: '@userExternal.nowhere.0' }],
    { prefer: 'validate-only' },
  ]),
  ...CLAIMS,
  ...KEYED,
  ...WIDE,
]

/** Sent once at the end, after a change outside: it creates what no other account sees. */
const LAST: readonly FirstCall[] = [
  ...ON_PARTED,
  ['getVisibleCourse', 'GET', '/courses/@courseId.inside.0/', undefined, { 'if-none-match': '@tag' }],
  [
    'patchScimGroup',
    'PATCH',
    '/scim/v2/Groups/@groupId.inside.0/',
    { Operations: [{ op: 'remove', path: 'members[value eq "@userId.inside.2"]' }] },
  ],
  ['getScimUser', 'GET', '/scim/v2/Users/@userId.inside.2/'],
  [
    'createWebhookEndpoint',
    'POST',
    '/webhook-endpoints/',
    { url: '@url.inside.0', events: ['registration.created'] },
  ],
]

/** Sent when events have come. */
const AFTER_EVENTS: readonly FirstCall[] = [
  ['listWebhookDeliveries', 'GET', '/webhook-endpoints/@endpointId.roles.0/deliveries/', undefined, COUNTED],
]

const toCall = ([operationId, method, path, body, headers = {}, as = 'own']: FirstCall): Call => ({
  operationId,
  as,
  method,
  path,
  headers,
  ...(body === undefined ? {} : { body }),
})
export const [FIRST_CALLS, LAST_CALLS, CALLS_AFTER_EVENTS] = [FIRST, LAST, AFTER_EVENTS].map((some) =>
  some.map(toCall),
) as [Call[], Call[], Call[]]
