import type { Rollcall } from '@rollcall/client'
import { EXAMPLES, text } from '../kit/examples.ts'
import type { Answer, Given, RequestTemplate, UsedOperation } from '../kit/operation.ts'
import {
  boolean,
  date,
  ETAG,
  exactly,
  historyEntry,
  integer,
  LIMITED,
  many,
  number,
  PAGED,
  receipt,
  registration,
  string,
  UNLIMITED,
} from '../kit/shapes.ts'
import { AN_ACCOUNT, CREDENTIAL, FORBIDDEN, INVALID, NOT_REGISTERED, usualErrors } from './answers.ts'

export const A_REGISTRATION: Given = ['a registration']
export const OUTAGE = 'the user service is away'
export const OTHER_ROLE = 'User administrator'
/** A group that holds neither the course nor the user of a registration. */
export const ELSEWHERE: Given = ['an account', { groupId: 20 }]

export const usual = (given: readonly Given[], request: RequestTemplate): Answer<Rollcall>[] =>
  usualErrors({ given, request, otherRole: OTHER_ROLE, outage: OUTAGE })

export const NOBODY_REGISTERED: Answer<Rollcall> = {
  ...NOT_REGISTERED,
  given: [AN_ACCOUNT, ['no such registration']],
}
export const OUT_OF_REACH: Answer<Rollcall> = {
  ...FORBIDDEN,
  note: 'outside the groups of the account',
  given: [ELSEWHERE, A_REGISTRATION],
}

/** A read of one registration, in one of the two ways to name it. */
function reading(
  id: string,
  path: string,
  call: (client: Rollcall, more?: { If_None_Match: string }) => Promise<unknown>,
): UsedOperation<Rollcall> {
  const given = [AN_ACCOUNT, A_REGISTRATION]
  const request = { method: 'GET', path: text(path), headers: CREDENTIAL }
  return {
    id,
    given,
    request,
    call: (client) => call(client),
    answers: [
      { status: 200, headers: { ...LIMITED, ...ETAG }, body: registration() },
      {
        status: 200,
        note: 'completed, with a score',
        given: [AN_ACCOUNT, ['a registration', { status: 'Completed', score: 87.5 }]],
        headers: LIMITED,
        body: registration({
          statusName: exactly('Completed'),
          completionDate: date(),
          score: number(87.5),
        }),
      },
      {
        status: 304,
        request: { headers: { ...CREDENTIAL, 'If-None-Match': text('${registrationEtag}') } },
        headers: { ...LIMITED, ...ETAG },
        call: (client) => call(client, { If_None_Match: EXAMPLES.registrationEtag }),
      },
      NOBODY_REGISTERED,
      OUT_OF_REACH,
      ...usual(given, request),
    ],
  }
}

const listGiven: readonly Given[] = [AN_ACCOUNT, A_REGISTRATION]
const listRequest = {
  method: 'GET',
  path: '/registrations/',
  query: { course_id: text('${courseId}') },
  headers: CREDENTIAL,
}

const listRegistrations: UsedOperation<Rollcall> = {
  id: 'listRegistrations',
  given: listGiven,
  request: listRequest,
  call: ({ registrations }) => registrations.listRegistrations({ course_id: EXAMPLES.courseId }),
  answers: [
    { status: 200, note: 'of one course', headers: LIMITED, body: many(registration()) },
    {
      status: 200,
      note: 'of one user, by the versioned path and the other form of the credential',
      request: {
        path: '/api/v2/registrations',
        query: { user_id: text('${userId}') },
        headers: { Authorization: text('Bearer ${bearer}') },
      },
      headers: LIMITED,
      body: many(registration()),
      call: 'raw',
    },
    ...(['Not Started', 'Completed', 'Approved', 'Withdrawn'] as const).map((status): Answer<Rollcall> => ({
      status: 200,
      note: `in status ${status}, created and changed after a moment`,
      given: [AN_ACCOUNT, ['a registration', { status }]],
      request: {
        query: {
          ...listRequest.query,
          status,
          created_after: '2024-01-01T00:00:00.000Z',
          updated_after: '2024-01-02T00:00:00.000Z',
        },
      },
      headers: LIMITED,
      body: many(
        registration({
          statusName: exactly(status),
          ...(status === 'Completed' ? { completionDate: date() } : {}),
        }),
      ),
      call: ({ registrations }) =>
        registrations.listRegistrations({
          course_id: EXAMPLES.courseId,
          status,
          created_after: new Date('2024-01-01'),
          updated_after: new Date('2024-01-02'),
        }),
    })),
    {
      status: 200,
      note: 'a first page, counted',
      given: [AN_ACCOUNT, ['two registrations for one course']],
      request: {
        query: { ...listRequest.query, offset: '0', limit: '1' },
        headers: { ...CREDENTIAL, Prefer: 'count=exact' },
      },
      headers: PAGED,
      body: [registration()],
      call: ({ registrations }) =>
        registrations.listRegistrations({
          course_id: EXAMPLES.courseId,
          offset: 0,
          limit: 1,
          Prefer: 'count=exact',
        }),
    },
    {
      status: 200,
      note: 'the page that a cursor leads to',
      given: [AN_ACCOUNT, ['two registrations for one course']],
      request: { query: { ...listRequest.query, limit: '1', cursor: text('${nextCursor}') } },
      headers: LIMITED,
      body: [registration()],
      call: ({ registrations }) =>
        registrations.listRegistrations({
          course_id: EXAMPLES.courseId,
          limit: 1,
          cursor: EXAMPLES.nextCursor,
        }),
    },
    {
      status: 200,
      note: 'none out of reach',
      given: [ELSEWHERE, A_REGISTRATION],
      headers: LIMITED,
      body: [],
    },
    ...usual(listGiven, listRequest),
  ],
}

const COMPLETION = { score: number(87.5), success: boolean(true) }
/** The score stays with the registration, what was said of its success with the move. */
const moved = (from: string, to: string) =>
  historyEntry({
    from: exactly(from),
    to: exactly(to),
    ...(to === 'Completed' ? COMPLETION : {}),
    ...(from === 'Completed' ? { score: COMPLETION.score } : {}),
  })
/** From each status, and to each. */
const MOVES = [
  ['Approved', 'Completed'],
  ['Withdrawn', 'Completed'],
  ['Completed', 'Withdrawn'],
] as const
const historyRequest = {
  method: 'GET',
  path: text('/registrations/${registrationId}/history/'),
  headers: CREDENTIAL,
}
const getRegistrationHistory: UsedOperation<Rollcall> = {
  id: 'getRegistrationHistory',
  given: [AN_ACCOUNT, A_REGISTRATION],
  request: historyRequest,
  call: ({ registrations }) => registrations.getRegistrationHistory({ id: EXAMPLES.registrationId }),
  answers: [
    { status: 200, note: 'the creation alone', headers: LIMITED, body: [historyEntry()] },
    ...MOVES.map(([first, then]): Answer<Rollcall> => ({
      status: 200,
      note: `moved to ${first}, then to ${then}`,
      given: [AN_ACCOUNT, ['a registration', { statuses: [first, then], score: 87.5, success: true }]],
      headers: LIMITED,
      body: [historyEntry(), moved('Not Started', first), moved(first, then)],
    })),
    NOBODY_REGISTERED,
    OUT_OF_REACH,
    ...usual([AN_ACCOUNT, A_REGISTRATION], historyRequest),
  ],
}

const receiptRequest = {
  method: 'GET',
  path: text('/registrations/${registrationId}/notification/'),
  headers: CREDENTIAL,
}
const getRegistrationNotification: UsedOperation<Rollcall> = {
  id: 'getRegistrationNotification',
  given: [AN_ACCOUNT, A_REGISTRATION],
  request: receiptRequest,
  call: ({ registrations }) => registrations.getRegistrationNotification({ id: EXAMPLES.registrationId }),
  answers: [
    ...(['queued', 'sending', 'sent', 'failed'] as const).map((mail): Answer<Rollcall> => ({
      status: 200,
      note: `the e-mail is ${mail}`,
      given: [AN_ACCOUNT, ['a registration', { mail }]],
      headers: LIMITED,
      body: receipt(mail, { attempts: integer(1), ...(mail === 'sent' ? { sentAt: date() } : {}) }),
    })),
    NOBODY_REGISTERED,
    OUT_OF_REACH,
    ...usual([AN_ACCOUNT, A_REGISTRATION], receiptRequest),
  ],
}

const contractRequest = { method: 'GET', path: '/openapi.json' }
const getContract: UsedOperation<Rollcall> = {
  id: 'getContract',
  given: [],
  request: contractRequest,
  call: ({ registrations }) => registrations.getContract(),
  answers: [
    {
      status: 200,
      headers: { ...UNLIMITED, ...ETAG },
      body: { openapi: exactly('3.0.3'), info: { title: string('Rollcall') } },
    },
    {
      status: 304,
      given: [['the contract was read']],
      request: { headers: { 'If-None-Match': text('${contractEtag}') } },
      headers: { ...UNLIMITED, ...ETAG },
      call: ({ registrations }) => registrations.getContract({ If_None_Match: EXAMPLES.contractEtag }),
    },
    {
      ...INVALID,
      note: 'a query parameter that is not known',
      request: { query: { colour: 'red' } },
      call: 'raw',
    },
  ],
}

/** What an integrator reads of registrations. */
export const readingRegistrations: readonly UsedOperation<Rollcall>[] = [
  listRegistrations,
  reading('getRegistration', '/registrations/${registrationId}/', ({ registrations }, more) =>
    registrations.getRegistration({ id: EXAMPLES.registrationId, ...more }),
  ),
  reading(
    'getRegistrationByExternalId',
    '/registrations/external/${registrationExternalId}/',
    ({ registrations }, more) =>
      registrations.getRegistrationByExternalId({
        registrationExternalId: EXAMPLES.registrationExternalId,
        ...more,
      }),
  ),
  getRegistrationHistory,
  getRegistrationNotification,
  getContract,
]
