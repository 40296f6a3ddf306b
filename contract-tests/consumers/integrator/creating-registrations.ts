import { EXAMPLES, from, text } from '../../../testing/pact/examples.ts'
import type { Given, UsedOperations } from '../../../testing/pact/operation.ts'
import { created, LIMITED, PREVIEWED, regex, registration, string } from '../../../testing/pact/shapes.ts'
import { AN_ACCOUNT, ELSEWHERE, forbidden, rejection } from './responses.ts'

const A_COURSE: Given = ['a course']
const A_USER: Given = ['a user']
const given = [AN_ACCOUNT, A_COURSE, A_USER]
const BOTH = { courseId: from('courseId'), userId: from('userId') }
const CREATED = created('^\\d+/$', '48151/')
const UNNAMED = { externalId: '' }
const KEY = { Idempotency_Key: from('idempotencyKey') }
const KEYED: readonly Given[] = [['an account that has created a registration with an Idempotency-Key']]

const resolvedBy = (text: string) => ({ 'X-Resolved-By': text })

const DONE = { index: 0, status: 201, registration: registration(UNNAMED) }

/** How an integrator registers users for courses. */
export const creatingRegistrations: UsedOperations = {
  createRegistration: {
    given,
    args: { RegistrationInput: BOTH },
    responses: {
      '201: by ids, with an external id and a key': {
        args: {
          RegistrationInput: { ...BOTH, externalId: text('for-${userExternalId}') },
          Idempotency_Key: 'enrol-2291',
        },
        headers: { ...CREATED, ...resolvedBy('course=courseId; user=userId') },
        body: registration({ externalId: regex('^for-.+', `for-${EXAMPLES.userExternalId}`) }),
      },
      '201: by course name and e-mail': {
        args: { RegistrationInput: { courseName: from('courseName'), userEmail: from('userEmail') } },
        headers: { ...CREATED, ...resolvedBy('course=courseName; user=userEmail') },
        body: registration(UNNAMED),
      },
      '201: by external ids, in strict handling': {
        args: {
          RegistrationInput: {
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
      '409: already-registered': {
        ...rejection('already-registered', string('Already registered for this course.')),
        given: [AN_ACCOUNT, ['a registration']],
      },
      '422: course-inactive': {
        ...rejection('course-inactive', string('The course is not active.')),
        given: [AN_ACCOUNT, ['a course', { active: false }], A_USER],
      },
    },
  },
  createRegistrationBatch: {
    given,
    args: { RegistrationInput: [BOTH] },
    responses: {
      '200: one item done, another one not': {
        args: {
          RegistrationInput: [BOTH, { courseId: from('courseId'), userEmail: 'nobody@nowhere.example' }],
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
