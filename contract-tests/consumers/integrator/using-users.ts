import type { Rollcall } from '@rollcall/client'
import { EXAMPLES, from, text } from '../kit/examples.ts'
import type { Answer, Given, RequestTemplate, UsedOperation } from '../kit/operation.ts'
import { created, ETAG, LIMITED, many, PAGED, string, user } from '../kit/shapes.ts'
import {
  AN_ACCOUNT,
  CHANGED,
  CREDENTIAL,
  ELSEWHERE,
  FORBIDDEN,
  KEY,
  KEY_REUSED,
  OUTDATED,
  refusal,
  refusals,
} from './answers.ts'

const A_USER: Given = ['a user']
const given = [AN_ACCOUNT, A_USER]

/** Every field that a caller can set (specification §2.2), with values of its own. */
const FIELDS = {
  address: '1 Analytical Way',
  address2: 'Flat 2',
  city: 'Seattle',
  country: 'US',
  expirationDate: '2030-01-01T00:00:00Z',
  firstName: 'Ada',
  lastName: 'King',
  state: 'WA',
  zip: '98101',
  ovFormWithInput12: 'Engine',
  workSettingsOtherSpecify: 'Remote',
  workSettingsPrivateIndustryExcept: 'true',
}

const groupId = EXAMPLES.groupId
const A_GROUP: Given = ['a group with two users']
const query = { groupId: text('${groupId}') }

const listUsers: UsedOperation<Rollcall> = {
  id: 'listUsers',
  given: [AN_ACCOUNT, A_GROUP],
  request: { method: 'GET', path: '/users/', query, headers: CREDENTIAL },
  call: ({ users }) => users.listUsers({ groupId }),
  answers: [
    {
      status: 200,
      note: 'what has changed since the last look, deleted ones too',
      given: [AN_ACCOUNT, ['a group with two users', { deleted: true }]],
      request: { query: { ...query, includeDeleted: 'true', updatedAfter: '2024-01-02T00:00:00.000Z' } },
      headers: LIMITED,
      body: [user(), user({ deleted: true })],
      call: ({ users }) =>
        users.listUsers({ groupId, includeDeleted: true, updatedAfter: new Date('2024-01-02') }),
    },
    {
      status: 200,
      note: 'a first page, counted',
      request: { query: { ...query, limit: '1' }, headers: { ...CREDENTIAL, Prefer: 'count=exact' } },
      headers: PAGED,
      body: many(user()),
      call: ({ users }) => users.listUsers({ groupId, limit: 1, Prefer: 'count=exact' }),
    },
    {
      status: 200,
      note: 'the page that a cursor leads to',
      request: { query: { ...query, limit: '1', cursor: text('${nextCursor}') } },
      headers: LIMITED,
      body: many(user()),
      call: ({ users }) => users.listUsers({ groupId, limit: 1, cursor: EXAMPLES.nextCursor }),
    },
    ...refusals([A_GROUP], 'Course attendance manager'),
  ],
}

const NEW_NAMES: Given = ['names that nobody has']
const NEW_USER = {
  email: text('${newEmail}'),
  firstName: 'Ada',
  lastName: 'Byron',
  loginName: text('${newLoginName}'),
}
const NEW_EXAMPLE = {
  email: EXAMPLES.newEmail,
  firstName: 'Ada',
  lastName: 'Byron',
  loginName: EXAMPLES.newLoginName,
}
const CREATED = created('^/users/\\d+/$', '/users/1007/')
const KEYED: Given = ['an account that has created a user with an Idempotency-Key']
const taken = (field: 'login-name' | 'user-external-id', of: string): Answer<Rollcall> => ({
  ...refusal(409, `${field}-taken`, string(`Another user has this ${of}.`)),
  note: `${field}-taken`,
})

const create =
  (UserCreate: any, more: Readonly<Record<string, any>> = {}) =>
  ({ users }: Rollcall) =>
    users.createUser({ UserCreate, ...more })

const createUser: UsedOperation<Rollcall> = {
  id: 'createUser',
  given: [AN_ACCOUNT, NEW_NAMES],
  request: { method: 'POST', path: '/users/', headers: CREDENTIAL, body: NEW_USER },
  call: create(NEW_EXAMPLE),
  answers: [
    {
      status: 201,
      note: 'with every field, in a group, with a key',
      given: [AN_ACCOUNT, NEW_NAMES, ['a group']],
      request: {
        query,
        headers: { ...CREDENTIAL, 'Idempotency-Key': 'hire-20932' },
        body: { ...FIELDS, ...NEW_USER, externalId: text('${newExternalId}') },
      },
      headers: CREATED,
      body: user({ ...FIELDS, lastName: 'Byron' }),
      call: create(
        { ...FIELDS, ...NEW_EXAMPLE, externalId: EXAMPLES.newExternalId },
        { groupId, Idempotency_Key: 'hire-20932' },
      ),
    },
    {
      status: 201,
      note: 'again, by the same key',
      given: [KEYED],
      request: { headers: { ...CREDENTIAL, ...KEY } },
      headers: { ...CREATED, 'Idempotent-Replayed': 'true' },
      body: user({ firstName: 'Ada', lastName: 'Byron' }),
      call: create(NEW_EXAMPLE, { Idempotency_Key: EXAMPLES.idempotencyKey }),
    },
    {
      ...FORBIDDEN,
      note: 'into a group outside of its own',
      given: [ELSEWHERE, NEW_NAMES, ['a group']],
      request: { query },
      call: create(NEW_EXAMPLE, { groupId }),
    },
    {
      ...taken('login-name', 'loginName'),
      given: [AN_ACCOUNT, NEW_NAMES, ['another user']],
      request: { body: { ...NEW_USER, loginName: from('takenLoginName') } },
      call: create({ ...NEW_EXAMPLE, loginName: EXAMPLES.takenLoginName }),
    },
    {
      ...taken('user-external-id', 'externalId'),
      given: [AN_ACCOUNT, NEW_NAMES, ['another user']],
      request: { body: { ...NEW_USER, externalId: from('takenExternalId') } },
      call: create({ ...NEW_EXAMPLE, externalId: EXAMPLES.takenExternalId }),
    },
    {
      ...KEY_REUSED,
      given: [KEYED],
      request: { headers: { ...CREDENTIAL, ...KEY }, body: { ...NEW_USER, city: 'Tacoma' } },
      call: create({ ...NEW_EXAMPLE, city: 'Tacoma' }, { Idempotency_Key: EXAMPLES.idempotencyKey }),
    },
  ],
}

const BY_ID = '/users/${userId}/'
const BY_EXTERNAL_ID = '/users/external_id/${userExternalId}/'
const id = EXAMPLES.userId
const externalId = EXAMPLES.userExternalId
const request = (method: string, path: string): RequestTemplate => ({
  method,
  path: text(path),
  headers: CREDENTIAL,
})
const NOT_FOUND: Answer<Rollcall> = {
  ...refusal(404, 'not-found', 'Not found.'),
  given: [AN_ACCOUNT, ['no such user']],
}

const getUser: UsedOperation<Rollcall> = {
  id: 'getUser',
  given,
  request: request('GET', BY_ID),
  call: ({ users }) => users.getUser({ id }),
  answers: [
    { status: 200, headers: { ...LIMITED, ...ETAG }, body: user() },
    {
      status: 304,
      request: { headers: { ...CREDENTIAL, 'If-None-Match': text('${userEtag}') } },
      headers: ETAG,
      call: ({ users }) => users.getUser({ id, If_None_Match: EXAMPLES.userEtag }),
    },
    NOT_FOUND,
    {
      ...FORBIDDEN,
      note: 'outside the groups of the account',
      given: [ELSEWHERE, A_USER],
    },
  ],
}

const getUserByExternalId: UsedOperation<Rollcall> = {
  id: 'getUserByExternalId',
  given,
  request: request('GET', BY_EXTERNAL_ID),
  call: ({ users }) => users.getUserByExternalId({ externalId }),
  answers: [{ status: 200, headers: ETAG, body: user() }, NOT_FOUND],
}

type Change = (client: Rollcall, more: { UserUpdate: any; If_Match?: string }) => Promise<unknown>

const changing = (
  operationId: string,
  { method, path }: { method: string; path: string },
  call: Change,
  own: readonly Answer<Rollcall>[] = [],
): UsedOperation<Rollcall> => ({
  id: operationId,
  given,
  request: { ...request(method, path), body: FIELDS },
  call: (client) => call(client, { UserUpdate: FIELDS }),
  answers: [{ status: 200, headers: { ...LIMITED, ...ETAG }, body: user(FIELDS) }, ...own],
})

const update: Change = ({ users }, more) => users.updateUser({ id, ...more })
const ofChanging: readonly Answer<Rollcall>[] = [
  {
    status: 200,
    note: 'names, as it was read',
    given: [...given, NEW_NAMES],
    request: {
      headers: { ...CREDENTIAL, 'If-Match': text('${userEtag}') },
      body: { ...NEW_USER, externalId: text('${newExternalId}') },
    },
    body: user({ firstName: 'Ada', lastName: 'Byron' }),
    call: (client) =>
      update(client, {
        UserUpdate: { ...NEW_EXAMPLE, externalId: EXAMPLES.newExternalId },
        If_Match: EXAMPLES.userEtag,
      }),
  },
  NOT_FOUND,
  {
    ...taken('login-name', 'loginName'),
    given: [...given, ['another user']],
    request: { body: { loginName: from('takenLoginName') } },
    call: (client) => update(client, { UserUpdate: { loginName: EXAMPLES.takenLoginName } }),
  },
  {
    ...CHANGED,
    request: { headers: { ...CREDENTIAL, 'If-Match': OUTDATED } },
    call: (client) => update(client, { UserUpdate: FIELDS, If_Match: OUTDATED }),
  },
]

const deleting = (
  operationId: string,
  path: string,
  call: (client: Rollcall) => Promise<unknown>,
): UsedOperation<Rollcall> => ({
  id: operationId,
  given,
  request: request('DELETE', path),
  call,
  answers: [
    { status: 204, headers: LIMITED },
    { ...NOT_FOUND, note: 'deleted before', given: [AN_ACCOUNT, ['a deleted user']] },
  ],
})

/** How an integrator keeps users (specification §4.2). */
export const usingUsers: readonly UsedOperation<Rollcall>[] = [
  listUsers,
  createUser,
  getUser,
  getUserByExternalId,
  changing('updateUser', { method: 'POST', path: BY_ID }, update, ofChanging),
  changing('updateUserByExternalId', { method: 'POST', path: BY_EXTERNAL_ID }, ({ users }, more) =>
    users.updateUserByExternalId({ externalId, ...more }),
  ),
  changing('replaceUserByExternalId', { method: 'PUT', path: BY_EXTERNAL_ID }, ({ users }, more) =>
    users.replaceUserByExternalId({ externalId, ...more }),
  ),
  changing('patchUserByExternalId', { method: 'PATCH', path: BY_EXTERNAL_ID }, ({ users }, more) =>
    users.patchUserByExternalId({ externalId, ...more }),
  ),
  deleting('deleteUser', BY_ID, ({ users }) => users.deleteUser({ id })),
  deleting('deleteUserByExternalId', BY_EXTERNAL_ID, ({ users }) =>
    users.deleteUserByExternalId({ externalId }),
  ),
]
