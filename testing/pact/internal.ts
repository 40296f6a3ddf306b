import type { PactV4 } from '@pact-foundation/pact'
import { SERVICE_TOKEN } from '../isolated.ts'
import { interaction, type Given, type RequestTemplate, type ResponseTemplate } from './interaction.ts'
import { exactly, string, UNLIMITED } from './shapes.ts'

export const TRACE = { requestId: 'request-1', traceparent: `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01` }
export const TRACED = { 'x-request-id': TRACE.requestId, traceparent: TRACE.traceparent }

/** One question of a service to another one, by the real client of the one that asks. */
export interface Question<Service> {
  readonly description: string
  /** That the service asks with. */
  readonly token?: string
  readonly given?: readonly Given[]
  /** A POST, unless it says otherwise. */
  readonly request: Partial<RequestTemplate> & Pick<RequestTemplate, 'path'>
  readonly response: ResponseTemplate
  readonly test: (service: Service) => Promise<unknown>
}

export async function ask<Service>(
  pact: PactV4,
  serviceAt: (to: { url: string; token: string }) => Service,
  { description, token = SERVICE_TOKEN, given = [], request, response, test }: Question<Service>,
): Promise<void> {
  const asked = {
    method: 'POST',
    ...request,
    headers: { authorization: `Bearer ${token}`, ...request.headers },
  }
  const answered = { ...response, headers: { ...UNLIMITED, ...response.headers } }
  await interaction(pact, description, given, asked, answered).executeTest(({ url }) =>
    test(serviceAt({ url, token })),
  )
}

const refusal = (status: number, code: string, detail: unknown) => ({
  status,
  headers: { 'X-Error-Code': exactly(code) },
  body: { detail },
})

/** Why a service can't tell, whatever it was asked: what it answers, and the state that it is in. */
export const REASONS = [
  {
    because: 'the token is not accepted (A7)',
    token: 'a-token-that-is-not-accepted',
    given: [],
    response: refusal(401, 'invalid-token', 'Invalid token.'),
  },
  {
    because: 'its database is away',
    given: [['the database is away']] satisfies Given[],
    response: refusal(503, 'dependency-unavailable', string('Temporarily unavailable.')),
  },
]
