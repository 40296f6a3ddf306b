import { from } from '../kit/examples.ts'
import type { Given } from '../kit/interaction.ts'
import type { Answer, UsedOperation } from '../kit/operation.ts'
import { created, ETAG, LIMITED, many, PAGED, string, user } from '../kit/shapes.ts'
import {
  AN_ACCOUNT,
  CHANGED,
  ELSEWHERE,
  forbidden,
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

const A_GROUP: Given = ['a group with two users']
const groupId = from('groupId')

const listUsers: UsedOperation = {
  id: 'listUsers',
  given: [AN_ACCOUNT, A_GROUP],
  args: { groupId },
  answers: [
    {
      status: 200,
      note: 'what has changed since the last look, deleted ones too',
      given: [AN_ACCOUNT, ['a group with two users', { deleted: true }]],
      args: { includeDeleted: true, updatedAfter: new Date('2024-01-02') },
      headers: LIMITED,
      body: [user(), user({ deleted: true })],
    },
    {
      status: 200,
      note: 'a first page, counted',
      args: { limit: 1, Prefer: 'count=exact' },
      headers: PAGED,
      body: many(user()),
    },
    {
      status: 200,
      note: 'the page that a cursor leads to',
      args: { limit: 1, cursor: from('nextCursor') },
      headers: LIMITED,
      body: many(user()),
    },
    ...refusals([A_GROUP], 'Course attendance manager'),
  ],
}

const NEW_NAMES: Given = ['names that nobody has']
const NEW_USER = {
  email: from('newEmail'),
  firstName: 'Ada',
  lastName: 'Byron',
  loginName: from('newLoginName'),
}
const CREATED = created('^/users/\\d+/$', '/users/1007/')
const KEYED: Given = ['an account that has created a user with an Idempotency-Key']
const KEY = { Idempotency_Key: from('idempotencyKey') }
const taken = (field: 'login-name' | 'user-external-id', of: string): Answer => ({
  ...refusal(409, `${field}-taken`, string(`Another user has this ${of}.`)),
  note: `${field}-taken`,
})

const createUser: UsedOperation = {
  id: 'createUser',
  given: [AN_ACCOUNT, NEW_NAMES],
  args: { UserCreate: NEW_USER },
  answers: [
    {
      status: 201,
      note: 'with every field, in a group, with a key',
      given: [AN_ACCOUNT, NEW_NAMES, ['a group']],
      args: {
        groupId,
        UserCreate: { ...FIELDS, ...NEW_USER, externalId: from('newExternalId') },
        Idempotency_Key: 'hire-20932',
      },
      headers: CREATED,
      body: user({ ...FIELDS, lastName: 'Byron' }),
    },
    {
      status: 201,
      note: 'again, by the same key',
      given: [KEYED],
      args: KEY,
      headers: { ...CREATED, 'Idempotent-Replayed': 'true' },
      body: user({ firstName: 'Ada', lastName: 'Byron' }),
    },
    {
      ...forbidden('group-out-of-reach'),
      note: 'into a group outside of its own',
      given: [ELSEWHERE, NEW_NAMES, ['a group']],
      args: { groupId },
    },
    {
      ...taken('login-name', 'loginName'),
      given: [AN_ACCOUNT, NEW_NAMES, ['another user']],
      args: { UserCreate: { ...NEW_USER, loginName: from('takenLoginName') } },
    },
    {
      ...taken('user-external-id', 'externalId'),
      given: [AN_ACCOUNT, NEW_NAMES, ['another user']],
      args: { UserCreate: { ...NEW_USER, externalId: from('takenExternalId') } },
    },
    { ...KEY_REUSED, given: [KEYED], args: { UserCreate: { ...NEW_USER, city: 'Tacoma' }, ...KEY } },
  ],
}

const BY_ID = { id: from('userId') }
const BY_EXTERNAL_ID = { externalId: from('userExternalId') }
const NOT_FOUND: Answer = {
  ...refusal(404, 'not-found', 'Not found.'),
  given: [AN_ACCOUNT, ['no such user']],
}

const getUser: UsedOperation = {
  id: 'getUser',
  given,
  args: BY_ID,
  answers: [
    { status: 200, headers: { ...LIMITED, ...ETAG }, body: user() },
    { status: 304, args: { If_None_Match: from('userEtag') }, headers: ETAG },
    NOT_FOUND,
    {
      ...forbidden('user-out-of-reach'),
      note: 'outside the groups of the account',
      given: [ELSEWHERE, A_USER],
    },
  ],
}

const getUserByExternalId: UsedOperation = {
  id: 'getUserByExternalId',
  given,
  args: BY_EXTERNAL_ID,
  answers: [{ status: 200, headers: ETAG, body: user() }, NOT_FOUND],
}

const changing = (id: string, args: object, own: readonly Answer[] = []): UsedOperation => ({
  id,
  given,
  args: { ...args, UserUpdate: FIELDS },
  answers: [{ status: 200, headers: { ...LIMITED, ...ETAG }, body: user(FIELDS) }, ...own],
})

const updateUser = changing('updateUser', BY_ID, [
  {
    status: 200,
    note: 'names, as it was read',
    given: [...given, NEW_NAMES],
    args: { UserUpdate: { ...NEW_USER, externalId: from('newExternalId') }, If_Match: from('userEtag') },
    body: user({ firstName: 'Ada', lastName: 'Byron' }),
  },
  NOT_FOUND,
  {
    ...taken('login-name', 'loginName'),
    given: [...given, ['another user']],
    args: { UserUpdate: { loginName: from('takenLoginName') } },
  },
  { ...CHANGED, args: { If_Match: OUTDATED } },
])

const deleting = (id: string, args: object): UsedOperation => ({
  id,
  given,
  args,
  answers: [
    { status: 204, headers: LIMITED },
    { ...NOT_FOUND, note: 'deleted before', given: [AN_ACCOUNT, ['a deleted user']] },
  ],
})

/** How an integrator keeps users (specification §4.2). */
export const usingUsers: readonly UsedOperation[] = [
  listUsers,
  createUser,
  getUser,
  getUserByExternalId,
  updateUser,
  changing('updateUserByExternalId', BY_EXTERNAL_ID),
  changing('replaceUserByExternalId', BY_EXTERNAL_ID),
  changing('patchUserByExternalId', BY_EXTERNAL_ID),
  deleting('deleteUser', BY_ID),
  deleting('deleteUserByExternalId', BY_EXTERNAL_ID),
]
