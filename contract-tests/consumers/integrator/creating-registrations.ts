import { EXAMPLES, from, text } from '../../../testing/pact/examples.ts'
import type { Given, ExpectedResponses, UsedOperations } from '../../../testing/pact/operation.ts'
import { created, LIMITED, PREVIEWED, regex, registration, string } from '../../../testing/pact/shapes.ts'
import { AN_ACCOUNT, ELSEWHERE, forbidden, KEY_REUSED, rejection } from './responses.ts'

type Fields = Readonly<Record<string, unknown>>

const A_COURSE: Given = ['a course']
const A_USER: Given = ['a user']
const given = [AN_ACCOUNT, A_COURSE, A_USER]
const BOTH = { courseId: from('courseId'), userId: from('userId') }
const CREATED = created('^/registrations/\\d+/$', '/registrations/48151/')
const UNNAMED = { externalId: '' }
const KEY = { Idempotency_Key: from('idempotencyKey') }
const KEYED: readonly Given[] = [['an account that has created a registration with an Idempotency-Key']]

const resolvedBy = (text: string) => ({ 'X-Resolved-By': text })

/** A rejected create. */
const rejected = (
  status: number,
  code: string,
  detail: string,
  given: readonly Given[],
): ExpectedResponses => ({
  [`${status}: ${code}`]: { ...rejection(code, string(detail)), given: [AN_ACCOUNT, ...given] },
})
const ineligible = (code: string, detail: string, course: Fields, user: Fields = {}) =>
  rejected(422, code, detail, [
    ['a course', course],
    ['a user', user],
  ])

const DONE = { index: 0, status: 201, registration: registration(UNNAMED) }

/** How an integrator registers users for courses. */
export const creatingRegistrations: UsedOperations = {
  createRegistration: {
    given,
    args: { RegistrationCreate: BOTH },
    responses: {
      '201: by ids, with an external id and a key': {
        args: {
          RegistrationCreate: { ...BOTH, externalId: text('for-${userExternalId}') },
          Idempotency_Key: 'enrol-2291',
        },
        headers: { ...CREATED, ...resolvedBy('course=courseId; user=userId') },
        body: registration({ externalId: regex('^for-.+', `for-${EXAMPLES.userExternalId}`) }),
      },
      '201: by course name and e-mail': {
        args: { RegistrationCreate: { courseName: from('courseName'), userEmail: from('userEmail') } },
        headers: { ...CREATED, ...resolvedBy('course=courseName; user=userEmail') },
        body: registration(UNNAMED),
      },
      '201: by external ids, in strict handling': {
        args: {
          RegistrationCreate: {
            courseExternalId: from('courseExternalId'),
            userExternalId: from('userExternalId'),
          },
          Prefer: 'handling=strict',
        },
        headers: {
          ...CREATED,
          ...resolvedBy('course=courseExternalId; user=userExternalId'),
          'Preference-Applied': 'handling=strict',
        },
        body: registration(UNNAMED),
      },
      '201: again, by the same key': {
        given: KEYED,
        args: KEY,
        headers: { ...CREATED, 'Idempotent-Replayed': 'true' },
        body: registration(UNNAMED),
      },
      '200: only validated': {
        args: { Prefer: 'validate-only' },
        headers: PREVIEWED,
        body: registration({ id: 0, ...UNNAMED }),
      },
      '403: outside the groups of the account': {
        ...forbidden('course-out-of-reach'),
        given: [ELSEWHERE, A_COURSE, A_USER],
      },
      ...rejected(404, 'course-not-found', 'No course matches.', [['no such course'], A_USER]),
      ...rejected(404, 'user-not-found', 'No user matches.', [A_COURSE, ['no such user']]),
      '409: user-ambiguous': {
        ...rejection('user-ambiguous', string('More than one user matches.')),
        given: [AN_ACCOUNT, A_COURSE, ['two users with one e-mail address']],
        args: { RegistrationCreate: { courseId: from('courseId'), userEmail: from('userEmail') } },
      },
      ...rejected(409, 'already-registered', 'Already registered for this course.', [['a registration']]),
      '409: registration-external-id-taken': {
        ...rejection('registration-external-id-taken', string('Another registration has this externalId.')),
        given: [AN_ACCOUNT, ['a registration', { status: 'Completed' }]],
        args: { RegistrationCreate: { ...BOTH, externalId: from('registrationExternalId') } },
      },
      ...ineligible('course-inactive', 'The course is not active.', { active: false }),
      ...ineligible(
        'user-inactive',
        'The user is not active.',
        {},
        { expirationDate: '2020-01-01T00:00:00Z' },
      ),
      '422: idempotency-key-reused': {
        ...KEY_REUSED,
        given: KEYED,
        args: { RegistrationCreate: { ...BOTH, externalId: 'another' }, ...KEY },
      },
    },
  },
  createRegistrationBatch: {
    given,
    args: { RegistrationCreate: [BOTH] },
    responses: {
      '200: one item done, another one not': {
        args: {
          RegistrationCreate: [BOTH, { courseId: from('courseId'), userEmail: 'nobody@nowhere.example' }],
        },
        headers: LIMITED,
        body: [DONE, { index: 1, status: 404, detail: string('No user matches.'), code: 'user-not-found' }],
      },
      '200: again, by the same key': {
        given: [['an account that has created a batch of registrations with an Idempotency-Key']],
        args: KEY,
        headers: { ...LIMITED, 'Idempotent-Replayed': 'true' },
        body: [DONE],
      },
    },
  },
}
