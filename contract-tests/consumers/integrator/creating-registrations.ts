import type { Rollcall } from '@rollcall/client'
import { EXAMPLES, from, text } from '../kit/examples.ts'
import type { Answer, Given, UsedOperation } from '../kit/operation.ts'
import { created, LIMITED, PREVIEWED, regex, registration, string } from '../kit/shapes.ts'
import { AN_ACCOUNT, CREDENTIAL, FORBIDDEN, INVALID, NOT_JSON, refusal, UNAVAILABLE } from './answers.ts'
import { ELSEWHERE, OUTAGE, usual } from './reading-registrations.ts'

type Body = Readonly<Record<string, any>>
type Headers = Readonly<Record<string, string>>

const A_COURSE: Given = ['a course']
const A_USER: Given = ['a user']
const given = [AN_ACCOUNT, A_COURSE, A_USER]
const BOTH = { courseId: from('courseId'), userId: from('userId') }
const EXAMPLE: Body = { courseId: EXAMPLES.courseId, userId: EXAMPLES.userId }
const CREATED = created('^/registrations/\\d+/$', '/registrations/48151/')
const UNNAMED = { externalId: '' }
const KEY = { 'Idempotency-Key': text('${idempotencyKey}') }
const KEY_EXAMPLE = { Idempotency_Key: EXAMPLES.idempotencyKey }

const create =
  (RegistrationCreate: Body, headers: Headers = {}) =>
  ({ registrations }: Rollcall) =>
    registrations.createRegistration({ RegistrationCreate, ...headers })

const request = { method: 'POST', path: '/registrations/', headers: CREDENTIAL, body: BOTH }
const resolvedBy = (text: string) => ({ 'X-Resolved-By': text })

/** A create that is refused, whatever the body. */
const refused = (
  status: number,
  code: string,
  detail: string,
  given: readonly Given[],
): Answer<Rollcall> => ({
  ...refusal(status, code, string(detail)),
  note: code,
  given: [AN_ACCOUNT, ...given],
})
const ineligible = (code: string, detail: string, course: Body, user: Body = {}) =>
  refused(422, code, detail, [
    ['a course', course],
    ['a user', user],
  ])

const createRegistration: UsedOperation<Rollcall> = {
  id: 'createRegistration',
  given,
  request,
  call: create(EXAMPLE),
  answers: [
    {
      status: 201,
      note: 'by ids, with an external id and a key',
      request: {
        headers: { ...CREDENTIAL, 'Idempotency-Key': 'enrol-2291' },
        body: { ...BOTH, externalId: text('for-${userExternalId}') },
      },
      headers: { ...CREATED, ...resolvedBy('course=courseId; user=userId') },
      body: registration({ externalId: regex('^for-.+', `for-${EXAMPLES.userExternalId}`) }),
      call: create(
        { ...EXAMPLE, externalId: `for-${EXAMPLES.userExternalId}` },
        { Idempotency_Key: 'enrol-2291' },
      ),
    },
    {
      status: 201,
      note: 'by course name and e-mail',
      request: { body: { courseName: from('courseName'), userEmail: from('userEmail') } },
      headers: { ...CREATED, ...resolvedBy('course=courseName; user=userEmail') },
      body: registration(UNNAMED),
      call: create({ courseName: EXAMPLES.courseName, userEmail: EXAMPLES.userEmail }),
    },
    {
      status: 201,
      note: 'by external ids, in strict handling',
      request: {
        headers: { ...CREDENTIAL, Prefer: 'handling=strict' },
        body: { courseExternalId: from('courseExternalId'), userExternalId: from('userExternalId') },
      },
      headers: {
        ...CREATED,
        ...resolvedBy('course=courseExternalId; user=userExternalId'),
        'Preference-Applied': 'handling=strict',
        Vary: regex('Prefer', 'Prefer'),
      },
      body: registration(UNNAMED),
      call: create(
        { courseExternalId: EXAMPLES.courseExternalId, userExternalId: EXAMPLES.userExternalId },
        { Prefer: 'handling=strict' },
      ),
    },
    {
      status: 201,
      note: 'again, by the same key',
      given: [['an account that has created a registration with an Idempotency-Key']],
      request: { headers: { ...CREDENTIAL, ...KEY } },
      headers: { ...CREATED, 'Idempotent-Replayed': 'true' },
      body: registration(UNNAMED),
      call: create(EXAMPLE, KEY_EXAMPLE),
    },
    {
      ...UNAVAILABLE,
      note: 'for a credential that is known, which the request was counted for',
      given: [['an account that has called before'], A_COURSE, A_USER, [OUTAGE]],
      headers: { ...UNAVAILABLE.headers, ...LIMITED },
    },
    {
      status: 200,
      note: 'only validated',
      request: { headers: { ...CREDENTIAL, Prefer: 'validate-only' } },
      headers: { ...PREVIEWED, ...resolvedBy('course=courseId; user=userId') },
      body: registration({ id: 0, ...UNNAMED }),
      call: create(EXAMPLE, { Prefer: 'validate-only' }),
    },
    {
      ...INVALID,
      note: 'no course',
      request: { body: { userId: from('userId') } },
      call: create({ userId: EXAMPLES.userId }),
    },
    { ...FORBIDDEN, note: 'outside the groups of the account', given: [ELSEWHERE, A_COURSE, A_USER] },
    refused(404, 'course-not-found', 'No course matches.', [['no such course'], A_USER]),
    refused(404, 'user-not-found', 'No user matches.', [A_COURSE, ['no such user']]),
    {
      ...refused(409, 'course-ambiguous', 'More than one course matches.', [
        ['two courses with one name'],
        A_USER,
      ]),
      request: { body: { courseName: from('courseName'), userId: from('userId') } },
      call: create({ courseName: EXAMPLES.courseName, userId: EXAMPLES.userId }),
    },
    {
      ...refused(409, 'user-ambiguous', 'More than one user matches.', [
        A_COURSE,
        ['two users with one e-mail address'],
      ]),
      request: { body: { courseId: from('courseId'), userEmail: from('userEmail') } },
      call: create({ courseId: EXAMPLES.courseId, userEmail: EXAMPLES.userEmail }),
    },
    {
      ...refused(409, 'identifiers-disagree', 'The identifying parameters name different records.', [
        A_COURSE,
        A_USER,
      ]),
      request: {
        headers: { ...CREDENTIAL, Prefer: 'handling=strict' },
        body: { ...BOTH, userEmail: 'somebody.else@example.org' },
      },
      call: create({ ...EXAMPLE, userEmail: 'somebody.else@example.org' }, { Prefer: 'handling=strict' }),
    },
    refused(409, 'already-registered', 'Already registered for this course.', [['a registration']]),
    {
      ...refused(409, 'registration-external-id-taken', 'Another registration has this externalId.', [
        ['a registration', { status: 'Completed' }],
      ]),
      request: { body: { ...BOTH, externalId: from('registrationExternalId') } },
      call: create({ ...EXAMPLE, externalId: EXAMPLES.registrationExternalId }),
    },
    NOT_JSON,
    ineligible('course-inactive', 'The course is not active.', { active: false }),
    ineligible('course-not-published', 'The course is not published.', { published: false }),
    ineligible('event-based-course', 'Event-based courses are not supported.', { eventBased: true }),
    ineligible('registration-not-required', 'The course does not require registration.', {
      requiresRegistration: false,
    }),
    ineligible('user-inactive', 'The user is not active.', {}, { expirationDate: '2020-01-01T00:00:00Z' }),
    {
      ...refusal(422, 'idempotency-key-reused', string('This Idempotency-Key was used with another body.')),
      note: 'idempotency-key-reused',
      given: [['an account that has created a registration with an Idempotency-Key']],
      request: { headers: { ...CREDENTIAL, ...KEY }, body: { ...BOTH, externalId: 'another' } },
      call: create({ ...EXAMPLE, externalId: 'another' }, KEY_EXAMPLE),
    },
    ...usual(given, request),
  ],
}

const createBatch =
  (request_body: Body[], headers: Headers = {}) =>
  ({ registrations }: Rollcall) =>
    registrations.createRegistrationBatch({ request_body, ...headers })

const batchRequest = { method: 'POST', path: '/registrations/batch/', headers: CREDENTIAL, body: [BOTH] }
const done = (fields: Body = {}) => [
  { index: 0, status: 201, registration: registration(UNNAMED), ...fields },
]

const createRegistrationBatch: UsedOperation<Rollcall> = {
  id: 'createRegistrationBatch',
  given,
  request: batchRequest,
  call: createBatch([EXAMPLE]),
  answers: [
    {
      status: 200,
      note: 'one item done, another one not',
      request: { body: [BOTH, { courseId: from('courseId'), userEmail: 'nobody@nowhere.example' }] },
      headers: LIMITED,
      body: [
        ...done(),
        { index: 1, status: 404, detail: string('No user matches.'), code: 'user-not-found' },
      ],
      call: createBatch([EXAMPLE, { courseId: EXAMPLES.courseId, userEmail: 'nobody@nowhere.example' }]),
    },
    {
      status: 200,
      note: 'again, by the same key',
      given: [['an account that has created a batch of registrations with an Idempotency-Key']],
      request: { headers: { ...CREDENTIAL, ...KEY } },
      headers: { ...LIMITED, 'Idempotent-Replayed': 'true' },
      body: done(),
      call: createBatch([EXAMPLE], KEY_EXAMPLE),
    },
    {
      status: 200,
      note: 'only validated',
      request: { headers: { ...CREDENTIAL, Prefer: 'validate-only' } },
      headers: PREVIEWED,
      body: done({ status: 200, registration: registration({ id: 0, ...UNNAMED }) }),
      call: createBatch([EXAMPLE], { Prefer: 'validate-only' }),
    },
    { ...INVALID, note: 'no item', request: { body: [] }, call: createBatch([]) },
    {
      ...refusal(
        409,
        'idempotency-in-flight',
        string('A request with this Idempotency-Key is still being handled.'),
      ),
      given: [['an account whose batch with an Idempotency-Key is still being handled']],
      request: { headers: { ...CREDENTIAL, ...KEY } },
      call: createBatch([EXAMPLE], KEY_EXAMPLE),
    },
    NOT_JSON,
    {
      ...refusal(422, 'idempotency-key-reused', string('This Idempotency-Key was used with another body.')),
      given: [['an account that has created a batch of registrations with an Idempotency-Key']],
      request: { headers: { ...CREDENTIAL, ...KEY }, body: [BOTH, BOTH] },
      call: createBatch([EXAMPLE, EXAMPLE], KEY_EXAMPLE),
    },
    ...usual(given, batchRequest),
  ],
}

/** How an integrator registers users for courses. */
export const creatingRegistrations: readonly UsedOperation<Rollcall>[] = [
  createRegistration,
  createRegistrationBatch,
]
