import { from } from '../kit/examples.ts'
import type { Given } from '../kit/interaction.ts'
import type { Answer, UsedOperation } from '../kit/operation.ts'
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
import { AN_ACCOUNT, CHANGED, OUTDATED, refusal, refusals } from './answers.ts'

const A_REGISTRATION: Given = ['a registration']
const given = [AN_ACCOUNT, A_REGISTRATION]
const BY_ID = { id: from('registrationId') }
const BY_EXTERNAL_ID = { registrationExternalId: from('registrationExternalId') }

const NOT_REGISTERED: Answer = {
  ...refusal(404, 'not-registered', 'Not registered for this course.'),
  given: [AN_ACCOUNT, ['no such registration']],
}

const TWO: readonly Given[] = [AN_ACCOUNT, ['two registrations for one course']]

const listRegistrations: UsedOperation = {
  id: 'listRegistrations',
  given,
  args: { course_id: from('courseId') },
  answers: [
    {
      status: 200,
      note: 'what has changed since the last look',
      given: [AN_ACCOUNT, ['a registration', { status: 'Completed', score: 87.5 }]],
      args: { status: 'Completed', updated_after: new Date('2024-01-02') },
      headers: LIMITED,
      body: many(
        registration({ statusName: exactly('Completed'), completionDate: date(), score: number(87.5) }),
      ),
    },
    {
      status: 200,
      note: 'a first page, counted',
      given: TWO,
      args: { limit: 1, Prefer: 'count=exact' },
      headers: PAGED,
      body: [registration()],
    },
    {
      status: 200,
      note: 'the page that a cursor leads to',
      given: TWO,
      args: { limit: 1, cursor: from('nextCursor') },
      headers: LIMITED,
      body: [registration()],
    },
    ...refusals([A_REGISTRATION], 'User administrator'),
  ],
}

const getRegistration: UsedOperation = {
  id: 'getRegistration',
  given,
  args: BY_ID,
  answers: [
    { status: 200, headers: { ...LIMITED, ...ETAG }, body: registration() },
    { status: 304, args: { If_None_Match: from('registrationEtag') }, headers: ETAG },
    NOT_REGISTERED,
  ],
}

const getRegistrationByExternalId: UsedOperation = {
  id: 'getRegistrationByExternalId',
  given,
  args: BY_EXTERNAL_ID,
  answers: [{ status: 200, headers: ETAG, body: registration() }, NOT_REGISTERED],
}

const getRegistrationHistory: UsedOperation = {
  id: 'getRegistrationHistory',
  given: [
    AN_ACCOUNT,
    ['a registration', { statuses: ['Completed', 'Withdrawn'], score: 87.5, success: true }],
  ],
  args: BY_ID,
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

const getRegistrationNotification: UsedOperation = {
  id: 'getRegistrationNotification',
  given,
  args: BY_ID,
  answers: (['queued', 'sending', 'sent', 'failed'] as const).map((mail): Answer => ({
    status: 200,
    note: `the e-mail is ${mail}`,
    given: [AN_ACCOUNT, ['a registration', { mail }]],
    body: receipt(mail, { attempts: integer(1), ...(mail === 'sent' ? { sentAt: date() } : {}) }),
  })),
}

const moved = (to: string, fields: object = {}) =>
  registration({
    statusName: exactly(to),
    ...(to === 'Completed' ? { completionDate: date() } : {}),
    ...fields,
  })
const moving = (id: string, args: object, to: string, own: readonly Answer[] = []): UsedOperation => ({
  id,
  given,
  args,
  answers: [{ status: 200, headers: { ...LIMITED, ...ETAG }, body: moved(to) }, ...own],
})

/** How an integrator moves registrations (specification §3). */
const moves: readonly UsedOperation[] = [
  moving('approveRegistration', BY_ID, 'Approved', [
    {
      status: 200,
      note: 'as it was read',
      args: { If_Match: from('registrationEtag') },
      body: moved('Approved'),
    },
    { ...CHANGED, args: { If_Match: OUTDATED } },
    NOT_REGISTERED,
    {
      ...refusal(409, 'reopen-conflict', string('The user has another open registration for this course.')),
      given: [AN_ACCOUNT, ['a withdrawn registration beside an open one']],
    },
  ]),
  moving('completeRegistration', BY_ID, 'Completed', [
    {
      status: 200,
      note: 'with a score and success',
      args: { Completion: { score: 87.5, success: true } },
      body: moved('Completed', { score: number(87.5) }),
    },
  ]),
  moving('withdrawRegistration', BY_ID, 'Withdrawn'),
  moving('approveRegistrationByExternalId', BY_EXTERNAL_ID, 'Approved'),
  moving('completeRegistrationByExternalId', BY_EXTERNAL_ID, 'Completed'),
  moving('withdrawRegistrationByExternalId', BY_EXTERNAL_ID, 'Withdrawn'),
]

/** What an integrator reads of registrations, and how it moves them. */
export const usingRegistrations: readonly UsedOperation[] = [
  listRegistrations,
  getRegistration,
  getRegistrationByExternalId,
  getRegistrationHistory,
  getRegistrationNotification,
  ...moves,
]
