import type { PactV4 } from '@pact-foundation/pact'
import { SERVICE_TOKEN } from '../../../services/shared/tests/kit/isolated.ts'
import { interaction, type Given, type RequestTemplate, type ResponseTemplate } from './interaction.ts'
import { exactly, string, UNLIMITED } from './shapes.ts'

export const AS_SERVICE = { authorization: `Bearer ${SERVICE_TOKEN}` }
/** A token that the service asked was not given. */
export const WRONG_TOKEN = 'a-token-that-is-not-accepted'

export const TRACE = { requestId: 'request-1', traceparent: `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01` }
export const TRACED = { 'x-request-id': TRACE.requestId, traceparent: TRACE.traceparent }

/** One question of a service to another one, by the real client of the one that asks. */
export interface Question<Service> {
  readonly description: string
  readonly given: readonly Given[]
  readonly request: RequestTemplate
  readonly response: ResponseTemplate
  readonly test: (service: Service) => Promise<unknown>
}

export async function ask<Service>(
  pact: PactV4,
  serviceAt: (url: string) => Service,
  { description, given, request, response, test }: Question<Service>,
): Promise<void> {
  const headers = { ...UNLIMITED, ...response.headers }
  await interaction(pact, description, given, request, { ...response, headers }).executeTest(({ url }) =>
    test(serviceAt(url)),
  )
}

const refusal = (status: number, code: string, detail: unknown) => ({
  status,
  headers: { 'X-Error-Code': exactly(code) },
  body: { detail },
})

/** Why a service can't tell, whatever it was asked: what it answers, and the state that it is in. */
export const REASONS = [
  ['the token is not accepted (A7)', refusal(401, 'invalid-token', 'Invalid token.'), []],
  [
    'its database is away',
    refusal(503, 'dependency-unavailable', string('Temporarily unavailable.')),
    ['the database is away'],
  ],
] as const
