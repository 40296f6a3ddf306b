import type { Rollcall } from '@rollcall/client'
import { EXAMPLES, text } from '../kit/examples.ts'
import type { Answer, UsedOperation } from '../kit/operation.ts'
import { date, ETAG, exactly, LIMITED, number, registration, string } from '../kit/shapes.ts'
import { AN_ACCOUNT, CHANGED, CREDENTIAL, INVALID, NOT_JSON, OUTDATED, refusal } from './answers.ts'
import { A_REGISTRATION, NOBODY_REGISTERED, OUT_OF_REACH, usual } from './reading-registrations.ts'

type Precondition = { If_Match?: string }
interface Completion {
  readonly score?: number | null
  readonly success?: boolean | string
}
type Call = (client: Rollcall, more: Precondition & { Completion?: any }) => Promise<unknown>

function moving(
  id: string,
  path: string,
  to: string,
  call: Call,
  own: Answer<Rollcall>[],
): UsedOperation<Rollcall> {
  const given = [AN_ACCOUNT, A_REGISTRATION]
  const request = { method: 'POST', path: text(path), headers: CREDENTIAL }
  const body = registration({
    statusName: exactly(to),
    ...(to === 'Completed' ? { completionDate: date() } : {}),
  })
  return {
    id,
    given,
    request,
    call: (client) => call(client, {}),
    answers: [
      { status: 200, headers: { ...LIMITED, ...ETAG }, body },
      {
        status: 200,
        note: 'as it was read',
        request: { headers: { ...CREDENTIAL, 'If-Match': text('${registrationEtag}') } },
        headers: LIMITED,
        body,
        call: (client) => call(client, { If_Match: EXAMPLES.registrationEtag }),
      },
      {
        ...CHANGED,
        request: { headers: { ...CREDENTIAL, 'If-Match': OUTDATED } },
        call: (client) => call(client, { If_Match: OUTDATED }),
      },
      NOBODY_REGISTERED,
      OUT_OF_REACH,
      ...own,
      ...usual(given, request),
    ],
  }
}

const REOPENING: Answer<Rollcall> = {
  ...refusal(409, 'reopen-conflict', string('The user has another open registration for this course.')),
  given: [AN_ACCOUNT, ['a withdrawn registration beside an open one']],
}

function completions(call: Call): Answer<Rollcall>[] {
  const completed = (completion: Completion, note: string): Answer<Rollcall> => ({
    status: 200,
    note,
    request: { body: completion },
    headers: LIMITED,
    body: registration({
      statusName: exactly('Completed'),
      completionDate: date(),
      ...(typeof completion.score === 'number' ? { score: number(completion.score) } : {}),
    }),
    call: (client) => call(client, { Completion: completion }),
  })
  return [
    completed({ score: 87.5, success: true }, 'with a score and success'),
    completed({ score: null, success: 'false' }, 'without a score, success in words'),
    {
      ...INVALID,
      note: 'a success that is neither',
      request: { body: { success: 'perhaps' } },
      call: (client) => call(client, { Completion: { success: 'perhaps' } }),
    },
    NOT_JSON,
  ]
}

const id = EXAMPLES.registrationId
const registrationExternalId = EXAMPLES.registrationExternalId
const complete: Call = ({ registrations }, more) => registrations.completeRegistration({ id, ...more })
const completeByExternalId: Call = ({ registrations }, more) =>
  registrations.completeRegistrationByExternalId({ registrationExternalId, ...more })

/** How an integrator moves registrations (specification §3). */
export const movingRegistrations: readonly UsedOperation<Rollcall>[] = [
  moving(
    'approveRegistration',
    '/registrations/${registrationId}/approve/',
    'Approved',
    ({ registrations }, more) => registrations.approveRegistration({ id, ...more }),
    [REOPENING],
  ),
  moving(
    'approveRegistrationByExternalId',
    '/registrations/external/${registrationExternalId}/approve/',
    'Approved',
    ({ registrations }, more) =>
      registrations.approveRegistrationByExternalId({ registrationExternalId, ...more }),
    [REOPENING],
  ),
  moving(
    'completeRegistration',
    '/registrations/${registrationId}/complete/',
    'Completed',
    complete,
    completions(complete),
  ),
  moving(
    'completeRegistrationByExternalId',
    '/registrations/external/${registrationExternalId}/complete/',
    'Completed',
    completeByExternalId,
    completions(completeByExternalId),
  ),
  moving(
    'withdrawRegistration',
    '/registrations/${registrationId}/withdraw/',
    'Withdrawn',
    ({ registrations }, more) => registrations.withdrawRegistration({ id, ...more }),
    [],
  ),
  moving(
    'withdrawRegistrationByExternalId',
    '/registrations/external/${registrationExternalId}/withdraw/',
    'Withdrawn',
    ({ registrations }, more) =>
      registrations.withdrawRegistrationByExternalId({ registrationExternalId, ...more }),
    [],
  ),
]
