import { from } from '../../../testing/pact/examples.ts'
import type {
  Given,
  ExpectedResponse,
  ExpectedResponses,
  UsedOperation,
  UsedOperations,
} from '../../../testing/pact/operation.ts'
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
} from '../../../testing/pact/shapes.ts'
import { AN_ACCOUNT, CHANGED, notFound, OUTDATED, rejection, rejections } from './responses.ts'

const A_REGISTRATION: Given = ['a registration']
const given = [AN_ACCOUNT, A_REGISTRATION]
const BY_ID = { id: from('registrationId') }
const BY_EXTERNAL_ID = { registrationExternalId: from('registrationExternalId') }
const NOT_REGISTERED = notFound('not-registered', 'Not registered for this course.', 'no such registration')
const TWO: readonly Given[] = [AN_ACCOUNT, ['two registrations for one course']]

const moved = (to: string, fields: object = {}) =>
  registration({
    statusName: exactly(to),
    ...(to === 'Completed' ? { completionDate: date() } : {}),
    ...fields,
  })
const moving = (args: object, to: string, own: ExpectedResponses = {}): UsedOperation => ({
  given,
  args,
  responses: { '200': { headers: { ...LIMITED, ...ETAG }, body: moved(to) }, ...own },
})
const mailThatIs = (mail: string): [string, ExpectedResponse] => [
  `200: the e-mail is ${mail}`,
  {
    given: [AN_ACCOUNT, ['a registration', { mail }]],
    body: receipt(mail, mail === 'sent' ? { sentAt: date() } : {}),
  },
]

/** What an integrator reads of registrations, and how it moves them (specification §3). */
export const usingRegistrations: UsedOperations = {
  listRegistrations: {
    given,
    args: { course_id: from('courseId') },
    responses: {
      '200: what has changed since the last look': {
        given: [AN_ACCOUNT, ['a registration', { status: 'Completed', score: 87.5 }]],
        args: { status: 'Completed', updated_after: new Date('2024-01-02') },
        headers: LIMITED,
        body: many(moved('Completed', { score: number(87.5) })),
      },
      '200: a first page, counted': {
        given: TWO,
        args: { limit: 1, Prefer: 'count=exact' },
        headers: PAGED,
        body: [registration()],
      },
      '200: the page that a cursor leads to': {
        given: TWO,
        args: { limit: 1, cursor: from('nextCursor') },
        headers: LIMITED,
        body: [registration()],
      },
      ...rejections('User administrator', A_REGISTRATION),
    },
  },
  getRegistration: {
    given,
    args: BY_ID,
    responses: {
      '200': { headers: { ...LIMITED, ...ETAG }, body: registration() },
      '304': { args: { If_None_Match: from('registrationEtag') }, headers: ETAG },
      '404': NOT_REGISTERED,
    },
  },
  getRegistrationByExternalId: {
    given,
    args: BY_EXTERNAL_ID,
    responses: { '200': { headers: ETAG, body: registration() }, '404': NOT_REGISTERED },
  },
  getRegistrationHistory: {
    given: [
      AN_ACCOUNT,
      ['a registration', { statuses: ['Completed', 'Withdrawn'], score: 87.5, success: true }],
    ],
    args: BY_ID,
    responses: {
      '200': {
        headers: LIMITED,
        body: [
          historyEntry(),
          historyEntry({
            from: exactly('Not Started'),
            to: exactly('Completed'),
            score: number(87.5),
            success: boolean(true),
          }),
          // The score stays with the registration; the success belongs to the move.
          historyEntry({ from: exactly('Completed'), to: exactly('Withdrawn'), score: number(87.5) }),
        ],
      },
    },
  },
  getRegistrationNotification: {
    given,
    args: BY_ID,
    responses: {
      ...Object.fromEntries(['queued', 'sent'].map(mailThatIs)),
      '200: no e-mail is sent about an imported registration': {
        given: [AN_ACCOUNT, ['an imported registration']],
        body: receipt('none', { attempts: integer(0), reason: exactly('imported') }),
      },
    },
  },
  approveRegistration: moving(BY_ID, 'Approved', {
    '200: as it was read': { args: { If_Match: from('registrationEtag') }, body: moved('Approved') },
    '412': { ...CHANGED, args: { If_Match: OUTDATED } },
    '404': NOT_REGISTERED,
    '409': {
      ...rejection('reopen-conflict', string('The user has another open registration for this course.')),
      given: [AN_ACCOUNT, ['a withdrawn registration beside an open one']],
    },
  }),
  completeRegistration: moving(BY_ID, 'Completed', {
    '200: with a score and success': {
      args: { CompletionInput: { score: 87.5, success: true } },
      body: moved('Completed', { score: number(87.5) }),
    },
  }),
  withdrawRegistration: moving(BY_ID, 'Withdrawn'),
  approveRegistrationByExternalId: moving(BY_EXTERNAL_ID, 'Approved'),
  completeRegistrationByExternalId: moving(BY_EXTERNAL_ID, 'Completed'),
  withdrawRegistrationByExternalId: moving(BY_EXTERNAL_ID, 'Withdrawn'),
}
