import type { Rollcall } from '@rollcall/client'
import { EXAMPLES, from, text } from '../kit/examples.ts'
import type { Answer, Given, RequestTemplate, UsedOperation } from '../kit/operation.ts'
import { created, date, ETAG, integer, LIMITED, many, PAGED, PREVIEWED, string, user } from '../kit/shapes.ts'
import {
  AN_ACCOUNT,
  CHANGED,
  CREDENTIAL,
  FORBIDDEN,
  INVALID,
  NOT_FOUND,
  NOT_JSON,
  OUTDATED,
  refusal,
  usualErrors,
} from './answers.ts'

const A_USER: Given = ['a user']
const ELSEWHERE: Given = ['an account', { groupId: 20 }]

const usual = (given: readonly Given[], request: RequestTemplate): Answer<Rollcall>[] =>
  usualErrors({
    given,
    request,
    otherRole: 'Course attendance manager',
    outage: 'the database is away',
  })

const NOBODY: Answer<Rollcall> = { ...NOT_FOUND, given: [AN_ACCOUNT, ['no such user']] }
const OUT_OF_REACH: Answer<Rollcall> = {
  ...FORBIDDEN,
  note: 'outside the groups of the account',
  given: [ELSEWHERE, A_USER],
}

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
const listRequest = {
  method: 'GET',
  path: '/users/',
  query: { groupId: text('${groupId}') },
  headers: CREDENTIAL,
}
const listUsers: UsedOperation<Rollcall> = {
  id: 'listUsers',
  given: [AN_ACCOUNT, A_GROUP],
  request: listRequest,
  call: ({ users }) => users.listUsers({ groupId }),
  answers: [
    {
      status: 200,
      note: 'of one group, created and changed after a moment',
      request: {
        query: {
          ...listRequest.query,
          createdAfter: '2024-01-01T00:00:00.000Z',
          updatedAfter: '2024-01-02T00:00:00.000Z',
        },
      },
      headers: LIMITED,
      body: many(user()),
      call: ({ users }) =>
        users.listUsers({
          groupId,
          createdAfter: new Date('2024-01-01'),
          updatedAfter: new Date('2024-01-02'),
        }),
    },
    {
      status: 200,
      note: 'deleted ones too, by the versioned path and the other form of the credential',
      given: [AN_ACCOUNT, ['a group with two users', { deleted: true }]],
      request: {
        path: '/api/v2/users/',
        query: { ...listRequest.query, includeDeleted: 'true' },
        headers: { Authorization: text('Bearer ${bearer}') },
      },
      headers: LIMITED,
      body: [user(), user({ deleted: true })],
      call: 'raw',
    },
    {
      status: 200,
      note: 'a first page, counted',
      request: {
        query: { ...listRequest.query, offset: '0', limit: '1' },
        headers: { ...CREDENTIAL, Prefer: 'count=exact' },
      },
      headers: PAGED,
      body: [user()],
      call: ({ users }) => users.listUsers({ groupId, offset: 0, limit: 1, Prefer: 'count=exact' }),
    },
    {
      status: 200,
      note: 'the page that a cursor leads to',
      request: { query: { ...listRequest.query, limit: '1', cursor: text('${nextCursor}') } },
      headers: LIMITED,
      body: [user()],
      call: ({ users }) => users.listUsers({ groupId, limit: 1, cursor: EXAMPLES.nextCursor }),
    },
    {
      status: 200,
      note: 'none out of reach',
      given: [ELSEWHERE, A_GROUP],
      headers: LIMITED,
      body: [],
    },
    ...usual([AN_ACCOUNT, A_GROUP], listRequest),
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
const KEY = { 'Idempotency-Key': text('${idempotencyKey}') }
const KEYED: Given = ['an account that has created a user with an Idempotency-Key']

const create =
  (UserCreate: any, more: Readonly<Record<string, any>> = {}) =>
  ({ users }: Rollcall) =>
    users.createUser({ UserCreate, ...more })
const createRequest = { method: 'POST', path: '/users/', headers: CREDENTIAL, body: NEW_USER }
const createGiven = [AN_ACCOUNT, NEW_NAMES]

const createUser: UsedOperation<Rollcall> = {
  id: 'createUser',
  given: createGiven,
  request: createRequest,
  call: create(NEW_EXAMPLE),
  answers: [
    {
      status: 201,
      note: 'with every field, in a group, with a key',
      given: [AN_ACCOUNT, NEW_NAMES, ['a group']],
      request: {
        query: { groupId: text('${groupId}') },
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
      status: 200,
      note: 'only validated',
      request: { headers: { ...CREDENTIAL, Prefer: 'validate-only' } },
      headers: PREVIEWED,
      body: user({ id: 0, firstName: 'Ada', lastName: 'Byron' }),
      call: create(NEW_EXAMPLE, { Prefer: 'validate-only' }),
    },
    ...(['email', 'firstName', 'lastName', 'loginName'] as const).map((field): Answer<Rollcall> => ({
      ...refusal(400, 'invalid-request', `${field} is required.`),
      note: `no ${field}`,
      request: { body: { ...NEW_USER, [field]: undefined } },
      call: create({ ...NEW_EXAMPLE, [field]: undefined }),
    })),
    {
      ...FORBIDDEN,
      note: 'into a group outside of its own',
      given: [ELSEWHERE, NEW_NAMES, ['a group']],
      request: { query: { groupId: text('${groupId}') } },
      call: create(NEW_EXAMPLE, { groupId }),
    },
    {
      ...refusal(409, 'login-name-taken', string('Another user has this loginName.')),
      note: 'login-name-taken',
      given: [...createGiven, ['another user']],
      request: { body: { ...NEW_USER, loginName: from('takenLoginName') } },
      call: create({ ...NEW_EXAMPLE, loginName: EXAMPLES.takenLoginName }),
    },
    {
      ...refusal(409, 'user-external-id-taken', string('Another user has this externalId.')),
      note: 'user-external-id-taken',
      given: [...createGiven, ['another user']],
      request: { body: { ...NEW_USER, externalId: from('takenExternalId') } },
      call: create({ ...NEW_EXAMPLE, externalId: EXAMPLES.takenExternalId }),
    },
    NOT_JSON,
    {
      ...refusal(422, 'idempotency-key-reused', string('This Idempotency-Key was used with another body.')),
      given: [KEYED],
      request: { headers: { ...CREDENTIAL, ...KEY }, body: { ...NEW_USER, city: 'Tacoma' } },
      call: create({ ...NEW_EXAMPLE, city: 'Tacoma' }, { Idempotency_Key: EXAMPLES.idempotencyKey }),
    },
    ...usual(createGiven, createRequest),
  ],
}

type Read = (client: Rollcall, more?: { If_None_Match: string }) => Promise<unknown>
function reading(id: string, path: string, call: Read): UsedOperation<Rollcall> {
  const given = [AN_ACCOUNT, A_USER]
  const request = { method: 'GET', path: text(path), headers: CREDENTIAL }
  return {
    id,
    given,
    request,
    call: (client) => call(client),
    answers: [
      {
        status: 200,
        headers: { ...LIMITED, ...ETAG },
        body: user({ id: integer(1007), createdDate: date() }),
      },
      {
        status: 304,
        request: { headers: { ...CREDENTIAL, 'If-None-Match': text('${userEtag}') } },
        headers: { ...LIMITED, ...ETAG },
        call: (client) => call(client, { If_None_Match: EXAMPLES.userEtag }),
      },
      NOBODY,
      OUT_OF_REACH,
      ...usual(given, request),
    ],
  }
}

type Change = (client: Rollcall, more: { UserUpdate: any; If_Match?: string }) => Promise<unknown>
function changing(id: string, method: string, path: string, call: Change): UsedOperation<Rollcall> {
  const given = [AN_ACCOUNT, A_USER]
  const request = { method, path: text(path), headers: CREDENTIAL, body: { lastName: 'King' } }
  const UserUpdate = { lastName: 'King' }
  return {
    id,
    given,
    request,
    call: (client) => call(client, { UserUpdate }),
    answers: [
      {
        status: 200,
        note: 'every field but names',
        request: { body: FIELDS },
        headers: { ...LIMITED, ...ETAG },
        body: user(FIELDS),
        call: (client) => call(client, { UserUpdate: FIELDS }),
      },
      {
        status: 200,
        note: 'names, as it was read',
        given: [...given, NEW_NAMES],
        request: {
          headers: { ...CREDENTIAL, 'If-Match': text('${userEtag}') },
          body: { ...NEW_USER, externalId: text('${newExternalId}') },
        },
        headers: LIMITED,
        body: user({ firstName: 'Ada', lastName: 'Byron' }),
        call: (client) =>
          call(client, {
            UserUpdate: { ...NEW_EXAMPLE, externalId: EXAMPLES.newExternalId },
            If_Match: EXAMPLES.userEtag,
          }),
      },
      {
        ...INVALID,
        note: 'a required field blank',
        request: { body: { lastName: '' } },
        call: (client) => call(client, { UserUpdate: { lastName: '' } }),
      },
      NOBODY,
      OUT_OF_REACH,
      {
        ...refusal(409, 'login-name-taken', string('Another user has this loginName.')),
        note: 'login-name-taken',
        given: [...given, ['another user']],
        request: { body: { loginName: from('takenLoginName') } },
        call: (client) => call(client, { UserUpdate: { loginName: EXAMPLES.takenLoginName } }),
      },
      {
        ...refusal(409, 'user-external-id-taken', string('Another user has this externalId.')),
        note: 'user-external-id-taken',
        given: [...given, ['another user']],
        request: { body: { externalId: from('takenExternalId') } },
        call: (client) => call(client, { UserUpdate: { externalId: EXAMPLES.takenExternalId } }),
      },
      {
        ...CHANGED,
        request: { headers: { ...CREDENTIAL, 'If-Match': OUTDATED } },
        call: (client) => call(client, { UserUpdate, If_Match: OUTDATED }),
      },
      NOT_JSON,
      ...usual(given, request),
    ],
  }
}

type Delete = (client: Rollcall, more?: { If_Match: string }) => Promise<unknown>
function deleting(id: string, path: string, call: Delete): UsedOperation<Rollcall> {
  const given = [AN_ACCOUNT, A_USER]
  const request = { method: 'DELETE', path: text(path), headers: CREDENTIAL }
  return {
    id,
    given,
    request,
    call: (client) => call(client),
    answers: [
      { status: 204, headers: LIMITED },
      {
        status: 204,
        note: 'as it was read',
        request: { headers: { ...CREDENTIAL, 'If-Match': text('${userEtag}') } },
        call: (client) => call(client, { If_Match: EXAMPLES.userEtag }),
      },
      { ...NOT_FOUND, note: 'deleted before', given: [AN_ACCOUNT, ['a deleted user']] },
      OUT_OF_REACH,
      {
        ...CHANGED,
        request: { headers: { ...CREDENTIAL, 'If-Match': OUTDATED } },
        call: (client) => call(client, { If_Match: OUTDATED }),
      },
      ...usual(given, request),
    ],
  }
}

const BY_ID = '/users/${userId}/'
const BY_EXTERNAL_ID = '/users/external_id/${userExternalId}/'
const id = EXAMPLES.userId
const externalId = EXAMPLES.userExternalId

/** How an integrator keeps users (specification §4.2). */
export const usingUsers: readonly UsedOperation<Rollcall>[] = [
  listUsers,
  createUser,
  reading('getUser', BY_ID, ({ users }, more) => users.getUser({ id, ...more })),
  reading('getUserByExternalId', BY_EXTERNAL_ID, ({ users }, more) =>
    users.getUserByExternalId({ externalId, ...more }),
  ),
  changing('updateUser', 'POST', BY_ID, ({ users }, more) => users.updateUser({ id, ...more })),
  changing('updateUserByExternalId', 'POST', BY_EXTERNAL_ID, ({ users }, more) =>
    users.updateUserByExternalId({ externalId, ...more }),
  ),
  changing('replaceUserByExternalId', 'PUT', BY_EXTERNAL_ID, ({ users }, more) =>
    users.replaceUserByExternalId({ externalId, ...more }),
  ),
  changing('patchUserByExternalId', 'PATCH', BY_EXTERNAL_ID, ({ users }, more) =>
    users.patchUserByExternalId({ externalId, ...more }),
  ),
  deleting('deleteUser', BY_ID, ({ users }, more) => users.deleteUser({ id, ...more })),
  deleting('deleteUserByExternalId', BY_EXTERNAL_ID, ({ users }, more) =>
    users.deleteUserByExternalId({ externalId, ...more }),
  ),
]
