import type { Rollcall } from '@rollcall/client'
import { EXAMPLES, from, text } from '../kit/examples.ts'
import type { Answer, Given, UsedOperation } from '../kit/operation.ts'
import { created, LIMITED, PREVIEWED, regex, registration, string } from '../kit/shapes.ts'
import { AN_ACCOUNT, CREDENTIAL, ELSEWHERE, FORBIDDEN, KEY, KEY_REUSED, refusal } from './answers.ts'

type Body = Readonly<Record<string, any>>
type Headers = Readonly<Record<string, string>>

const A_COURSE: Given = ['a course']
const A_USER: Given = ['a user']
const given = [AN_ACCOUNT, A_COURSE, A_USER]
const BOTH = { courseId: from('courseId'), userId: from('userId') }
const EXAMPLE: Body = { courseId: EXAMPLES.courseId, userId: EXAMPLES.userId }
const CREATED = created('^/registrations/\\d+/$', '/registrations/48151/')
const UNNAMED = { externalId: '' }
const KEY_EXAMPLE = { Idempotency_Key: EXAMPLES.idempotencyKey }

const create =
  (RegistrationCreate: Body, headers: Headers = {}) =>
  ({ registrations }: Rollcall) =>
    registrations.createRegistration({ RegistrationCreate, ...headers })

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
  request: { method: 'POST', path: '/registrations/', headers: CREDENTIAL, body: BOTH },
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
      status: 200,
      note: 'only validated',
      request: { headers: { ...CREDENTIAL, Prefer: 'validate-only' } },
      headers: PREVIEWED,
      body: registration({ id: 0, ...UNNAMED }),
      call: create(EXAMPLE, { Prefer: 'validate-only' }),
    },
    { ...FORBIDDEN, note: 'outside the groups of the account', given: [ELSEWHERE, A_COURSE, A_USER] },
    refused(404, 'course-not-found', 'No course matches.', [['no such course'], A_USER]),
    refused(404, 'user-not-found', 'No user matches.', [A_COURSE, ['no such user']]),
    refused(409, 'already-registered', 'Already registered for this course.', [['a registration']]),
    {
      ...refused(409, 'registration-external-id-taken', 'Another registration has this externalId.', [
        ['a registration', { status: 'Completed' }],
      ]),
      request: { body: { ...BOTH, externalId: from('registrationExternalId') } },
      call: create({ ...EXAMPLE, externalId: EXAMPLES.registrationExternalId }),
    },
    ineligible('course-inactive', 'The course is not active.', { active: false }),
    ineligible('user-inactive', 'The user is not active.', {}, { expirationDate: '2020-01-01T00:00:00Z' }),
    {
      ...KEY_REUSED,
      note: 'idempotency-key-reused',
      given: [['an account that has created a registration with an Idempotency-Key']],
      request: { headers: { ...CREDENTIAL, ...KEY }, body: { ...BOTH, externalId: 'another' } },
      call: create({ ...EXAMPLE, externalId: 'another' }, KEY_EXAMPLE),
    },
  ],
}

const createBatch =
  (request_body: Body[], headers: Headers = {}) =>
  ({ registrations }: Rollcall) =>
    registrations.createRegistrationBatch({ request_body, ...headers })
const DONE = { index: 0, status: 201, registration: registration(UNNAMED) }

const createRegistrationBatch: UsedOperation<Rollcall> = {
  id: 'createRegistrationBatch',
  given,
  request: { method: 'POST', path: '/registrations/batch/', headers: CREDENTIAL, body: [BOTH] },
  call: createBatch([EXAMPLE]),
  answers: [
    {
      status: 200,
      note: 'one item done, another one not',
      request: { body: [BOTH, { courseId: from('courseId'), userEmail: 'nobody@nowhere.example' }] },
      headers: LIMITED,
      body: [DONE, { index: 1, status: 404, detail: string('No user matches.'), code: 'user-not-found' }],
      call: createBatch([EXAMPLE, { courseId: EXAMPLES.courseId, userEmail: 'nobody@nowhere.example' }]),
    },
    {
      status: 200,
      note: 'again, by the same key',
      given: [['an account that has created a batch of registrations with an Idempotency-Key']],
      request: { headers: { ...CREDENTIAL, ...KEY } },
      headers: { ...LIMITED, 'Idempotent-Replayed': 'true' },
      body: [DONE],
      call: createBatch([EXAMPLE], KEY_EXAMPLE),
    },
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
  ],
}

/** How an integrator registers users for courses. */
export const creatingRegistrations: readonly UsedOperation<Rollcall>[] = [
  createRegistration,
  createRegistrationBatch,
]
