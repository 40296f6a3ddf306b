import type { Rollcall } from '@rollcall/client'
import { EXAMPLES, text } from '../kit/examples.ts'
import type { Answer, Given, UsedOperation } from '../kit/operation.ts'
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
} from '../kit/shapes.ts'
import { AN_ACCOUNT, CHANGED, CREDENTIAL, OUTDATED, refusal, refusals } from './answers.ts'

const A_REGISTRATION: Given = ['a registration']
const given = [AN_ACCOUNT, A_REGISTRATION]
const id = EXAMPLES.registrationId
const get = (path: string) => ({ method: 'GET', path: text(path), headers: CREDENTIAL })

export const NOT_REGISTERED: Answer<Rollcall> = {
  ...refusal(404, 'not-registered', 'Not registered for this course.'),
  given: [AN_ACCOUNT, ['no such registration']],
}

const TWO: readonly Given[] = [AN_ACCOUNT, ['two registrations for one course']]
const course_id = EXAMPLES.courseId
const query = { course_id: text('${courseId}') }

const listRegistrations: UsedOperation<Rollcall> = {
  id: 'listRegistrations',
  given,
  request: { ...get('/registrations/'), query },
  call: ({ registrations }) => registrations.listRegistrations({ course_id }),
  answers: [
    {
      status: 200,
      note: 'what has changed since the last look',
      given: [AN_ACCOUNT, ['a registration', { status: 'Completed', score: 87.5 }]],
      request: { query: { ...query, status: 'Completed', updated_after: '2024-01-02T00:00:00.000Z' } },
      headers: LIMITED,
      body: many(
        registration({ statusName: exactly('Completed'), completionDate: date(), score: number(87.5) }),
      ),
      call: ({ registrations }) =>
        registrations.listRegistrations({
          course_id,
          status: 'Completed',
          updated_after: new Date('2024-01-02'),
        }),
    },
    {
      status: 200,
      note: 'a first page, counted',
      given: TWO,
      request: { query: { ...query, limit: '1' }, headers: { ...CREDENTIAL, Prefer: 'count=exact' } },
      headers: PAGED,
      body: [registration()],
      call: ({ registrations }) =>
        registrations.listRegistrations({ course_id, limit: 1, Prefer: 'count=exact' }),
    },
    {
      status: 200,
      note: 'the page that a cursor leads to',
      given: TWO,
      request: { query: { ...query, limit: '1', cursor: text('${nextCursor}') } },
      headers: LIMITED,
      body: [registration()],
      call: ({ registrations }) =>
        registrations.listRegistrations({ course_id, limit: 1, cursor: EXAMPLES.nextCursor }),
    },
    ...refusals([A_REGISTRATION], 'User administrator'),
  ],
}

const getRegistration: UsedOperation<Rollcall> = {
  id: 'getRegistration',
  given,
  request: get('/registrations/${registrationId}/'),
  call: ({ registrations }) => registrations.getRegistration({ id }),
  answers: [
    { status: 200, headers: { ...LIMITED, ...ETAG }, body: registration() },
    {
      status: 304,
      request: { headers: { ...CREDENTIAL, 'If-None-Match': text('${registrationEtag}') } },
      headers: ETAG,
      call: ({ registrations }) =>
        registrations.getRegistration({ id, If_None_Match: EXAMPLES.registrationEtag }),
    },
    NOT_REGISTERED,
  ],
}

const getRegistrationByExternalId: UsedOperation<Rollcall> = {
  id: 'getRegistrationByExternalId',
  given,
  request: get('/registrations/external/${registrationExternalId}/'),
  call: ({ registrations }) =>
    registrations.getRegistrationByExternalId({
      registrationExternalId: EXAMPLES.registrationExternalId,
    }),
  answers: [{ status: 200, headers: ETAG, body: registration() }, NOT_REGISTERED],
}

const getRegistrationHistory: UsedOperation<Rollcall> = {
  id: 'getRegistrationHistory',
  given: [
    AN_ACCOUNT,
    ['a registration', { statuses: ['Completed', 'Withdrawn'], score: 87.5, success: true }],
  ],
  request: get('/registrations/${registrationId}/history/'),
  call: ({ registrations }) => registrations.getRegistrationHistory({ id }),
  answers: [
    {
      status: 200,
      headers: LIMITED,
      body: [
        historyEntry(),
        historyEntry({
          from: exactly('Not Started'),
          to: exactly('Completed'),
          score: number(87.5),
          success: boolean(true),
        }),
        // The score stays with the registration; what was said of its success belongs to that move.
        historyEntry({ from: exactly('Completed'), to: exactly('Withdrawn'), score: number(87.5) }),
      ],
    },
  ],
}

const getRegistrationNotification: UsedOperation<Rollcall> = {
  id: 'getRegistrationNotification',
  given,
  request: get('/registrations/${registrationId}/notification/'),
  call: ({ registrations }) => registrations.getRegistrationNotification({ id }),
  answers: (['queued', 'sending', 'sent', 'failed'] as const).map((mail): Answer<Rollcall> => ({
    status: 200,
    note: `the e-mail is ${mail}`,
    given: [AN_ACCOUNT, ['a registration', { mail }]],
    body: receipt(mail, { attempts: integer(1), ...(mail === 'sent' ? { sentAt: date() } : {}) }),
  })),
}

const MOVES = { approve: 'Approved', complete: 'Completed', withdraw: 'Withdrawn' } as const
const moved = (to: string, fields: object = {}) =>
  registration({
    statusName: exactly(to),
    ...(to === 'Completed' ? { completionDate: date() } : {}),
    ...fields,
  })

type Move = (client: Rollcall, more: { If_Match?: string; Completion?: any }) => Promise<unknown>

const moving = (
  operationId: string,
  path: string,
  move: keyof typeof MOVES,
  call: Move,
  own: readonly Answer<Rollcall>[] = [],
): UsedOperation<Rollcall> => ({
  id: operationId,
  given,
  request: { ...get(`${path}${move}/`), method: 'POST' },
  call: (client) => call(client, {}),
  answers: [{ status: 200, headers: { ...LIMITED, ...ETAG }, body: moved(MOVES[move]) }, ...own],
})

const BY_ID = '/registrations/${registrationId}/'
const BY_EXTERNAL_ID = '/registrations/external/${registrationExternalId}/'
const registrationExternalId = EXAMPLES.registrationExternalId
const approve: Move = ({ registrations }, more) => registrations.approveRegistration({ id, ...more })
const complete: Move = ({ registrations }, more) => registrations.completeRegistration({ id, ...more })
const withdraw: Move = ({ registrations }, more) => registrations.withdrawRegistration({ id, ...more })

/** How an integrator moves registrations (specification §3). */
const moves: readonly UsedOperation<Rollcall>[] = [
  moving('approveRegistration', BY_ID, 'approve', approve, [
    {
      status: 200,
      note: 'as it was read',
      request: { headers: { ...CREDENTIAL, 'If-Match': text('${registrationEtag}') } },
      body: moved('Approved'),
      call: (client) => approve(client, { If_Match: EXAMPLES.registrationEtag }),
    },
    {
      ...CHANGED,
      request: { headers: { ...CREDENTIAL, 'If-Match': OUTDATED } },
      call: (client) => approve(client, { If_Match: OUTDATED }),
    },
    NOT_REGISTERED,
    {
      ...refusal(409, 'reopen-conflict', string('The user has another open registration for this course.')),
      given: [AN_ACCOUNT, ['a withdrawn registration beside an open one']],
    },
  ]),
  moving('completeRegistration', BY_ID, 'complete', complete, [
    {
      status: 200,
      note: 'with a score and success',
      request: { body: { score: 87.5, success: true } },
      body: moved('Completed', { score: number(87.5) }),
      call: (client) => complete(client, { Completion: { score: 87.5, success: true } }),
    },
  ]),
  moving('withdrawRegistration', BY_ID, 'withdraw', withdraw),
  moving('approveRegistrationByExternalId', BY_EXTERNAL_ID, 'approve', ({ registrations }) =>
    registrations.approveRegistrationByExternalId({ registrationExternalId }),
  ),
  moving('completeRegistrationByExternalId', BY_EXTERNAL_ID, 'complete', ({ registrations }) =>
    registrations.completeRegistrationByExternalId({ registrationExternalId }),
  ),
  moving('withdrawRegistrationByExternalId', BY_EXTERNAL_ID, 'withdraw', ({ registrations }) =>
    registrations.withdrawRegistrationByExternalId({ registrationExternalId }),
  ),
]

/** What an integrator reads of registrations, and how it moves them. */
export const usingRegistrations: readonly UsedOperation<Rollcall>[] = [
  listRegistrations,
  getRegistration,
  getRegistrationByExternalId,
  getRegistrationHistory,
  getRegistrationNotification,
  ...moves,
]
