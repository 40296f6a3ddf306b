import { from } from '../../../testing/pact/examples.ts'
import type {
  Given,
  ExpectedResponses,
  UsedOperation,
  UsedOperations,
} from '../../../testing/pact/operation.ts'
import { created, ETAG, LIMITED, many, PAGED, string, user } from '../../../testing/pact/shapes.ts'
import {
  AN_ACCOUNT,
  CHANGED,
  ELSEWHERE,
  forbidden,
  notFound,
  OUTDATED,
  rejection,
  rejections,
} from './responses.ts'

const A_USER: Given = ['a user']
const given = [AN_ACCOUNT, A_USER]
const BY_ID = { id: from('userId') }
const BY_EXTERNAL_ID = { externalId: from('userExternalId') }
const NOT_FOUND = notFound('not-found', 'Not found.', 'no such user')

/** Every field that a caller can set (specification §2.2), with its own values. */
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

const A_GROUP: Given = ['a group with two users']
const groupId = from('groupId')

const NEW_NAMES: Given = ['unused names']
const NEW_USER = {
  email: from('newEmail'),
  firstName: 'Ada',
  lastName: 'Byron',
  loginName: from('newLoginName'),
}
const CREATED = created('^\\d+/$', '1007/')
const KEYED: readonly Given[] = [['an account that has created a user with an Idempotency-Key']]
const KEY = { Idempotency_Key: from('idempotencyKey') }
const LOGIN_NAME_TAKEN = rejection('login-name-taken', string('Another user has this loginName.'))

const changing = (args: object, own: ExpectedResponses = {}): UsedOperation => ({
  given,
  args: { ...args, UserUpdateInput: FIELDS },
  responses: { '200': { headers: { ...LIMITED, ...ETAG }, body: user(FIELDS) }, ...own },
})
const deleting = (args: object): UsedOperation => ({
  given,
  args,
  responses: {
    '204': { headers: LIMITED },
    '404: deleted before': { ...NOT_FOUND, given: [AN_ACCOUNT, ['a deleted user']] },
  },
})

/** How an integrator keeps users (specification §4.2). */
export const usingUsers: UsedOperations = {
  listUsers: {
    given: [AN_ACCOUNT, A_GROUP],
    args: { groupId },
    responses: {
      '200: what has changed since the last look, deleted ones too': {
        given: [AN_ACCOUNT, ['a group with two users', { deleted: true }]],
        args: { includeDeleted: true, updatedAfter: new Date('2024-01-02') },
        headers: LIMITED,
        body: [user(), user({ deleted: true })],
      },
      '200: a first page, counted': {
        args: { limit: 1, Prefer: 'count=exact' },
        headers: PAGED,
        body: many(user()),
      },
      '200: the page that a cursor leads to': {
        args: { limit: 1, cursor: from('nextCursor') },
        headers: LIMITED,
        body: many(user()),
      },
      ...rejections('Course attendance manager', A_GROUP),
    },
  },
  createUser: {
    given: [AN_ACCOUNT, NEW_NAMES],
    args: { UserInput: NEW_USER },
    responses: {
      '201: with every field, in a group, with a key': {
        given: [AN_ACCOUNT, NEW_NAMES, ['a group']],
        args: {
          groupId,
          UserInput: { ...FIELDS, ...NEW_USER, externalId: from('newExternalId') },
          Idempotency_Key: 'hire-20932',
        },
        headers: CREATED,
        body: user({ ...FIELDS, lastName: 'Byron' }),
      },
      '201: again, by the same key': {
        given: KEYED,
        args: KEY,
        headers: { ...CREATED, 'Idempotent-Replayed': 'true' },
        body: user({ firstName: 'Ada', lastName: 'Byron' }),
      },
      '403: into a group outside of its own': {
        ...forbidden('group-out-of-reach'),
        given: [ELSEWHERE, NEW_NAMES, ['a group']],
        args: { groupId },
      },
      '409: login-name-taken': {
        ...LOGIN_NAME_TAKEN,
        given: [AN_ACCOUNT, NEW_NAMES, ['another user']],
        args: { UserInput: { ...NEW_USER, loginName: from('takenLoginName') } },
      },
    },
  },
  mergeVisibleUserBatch: {
    given: [AN_ACCOUNT, NEW_NAMES],
    args: { UserBatchItem: [NEW_USER] },
    responses: {
      '200: one user created in a group, another one not': {
        given: [AN_ACCOUNT, NEW_NAMES, ['a group']],
        args: { groupId, UserBatchItem: [{ ...FIELDS, ...NEW_USER }, { externalId: 'hr-nobody' }] },
        headers: LIMITED,
        body: [
          { index: 0, status: 201, outcome: 'created', user: user({ ...FIELDS, lastName: 'Byron' }) },
          { index: 1, status: 400, detail: string('email is required.'), code: 'invalid-request' },
        ],
      },
      '200: one user changed': {
        given: [AN_ACCOUNT, A_USER],
        args: { UserBatchItem: [{ externalId: from('userExternalId'), city: 'Tacoma' }] },
        headers: LIMITED,
        body: [{ index: 0, status: 200, outcome: 'changed', user: user({ city: 'Tacoma' }) }],
      },
    },
  },
  getUser: {
    given,
    args: BY_ID,
    responses: {
      '200': { headers: { ...LIMITED, ...ETAG }, body: user() },
      '304': { args: { If_None_Match: from('userEtag') }, headers: ETAG },
      '404': NOT_FOUND,
      '403: outside the groups of the account': {
        ...forbidden('user-out-of-reach'),
        given: [ELSEWHERE, A_USER],
      },
    },
  },
  getUserByExternalId: {
    given,
    args: BY_EXTERNAL_ID,
    responses: { '200': { headers: ETAG, body: user() }, '404': NOT_FOUND },
  },
  updateUser: changing(BY_ID, {
    '200: names, as it was read': {
      given: [...given, NEW_NAMES],
      args: {
        UserUpdateInput: { ...NEW_USER, externalId: from('newExternalId') },
        If_Match: from('userEtag'),
      },
      body: user({ firstName: 'Ada', lastName: 'Byron' }),
    },
    '404': NOT_FOUND,
    '412': { ...CHANGED, args: { If_Match: OUTDATED } },
  }),
  patchUser: changing(BY_ID),
  updateUserByExternalId: changing(BY_EXTERNAL_ID),
  replaceUserByExternalId: changing(BY_EXTERNAL_ID),
  patchUserByExternalId: changing(BY_EXTERNAL_ID),
  deleteUser: deleting(BY_ID),
  deleteUserByExternalId: deleting(BY_EXTERNAL_ID),
}
