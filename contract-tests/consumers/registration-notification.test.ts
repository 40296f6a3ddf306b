import { notificationService } from '../../services/registration/src/clients/other-services.ts'
import { DependencyUnavailable } from '../../services/shared/errors.ts'
import { SERVICE_TOKEN } from '../../services/shared/tests/kit/isolated.ts'
import { EXAMPLES, text } from './kit/examples.ts'
import { ask, AS_SERVICE, REASONS, TRACE, TRACED, WRONG_TOKEN } from './kit/internal.ts'
import type { Given } from './kit/interaction.ts'
import { pactBetween } from './kit/pact-file.ts'
import { date, receipt } from './kit/shapes.ts'

const pact = pactBetween('registration', 'notification')
const PATH = '/internal/receipts/${registrationId}/'
const serviceWith = (token: string) => (url: string) => notificationService({ url, token })

describe('registration asks notification what became of an e-mail (R21)', () => {
  it.each(['queued', 'sending', 'sent', 'failed'] as const)('that is %s', (outcome) => {
    const sent = outcome === 'sent'
    return ask(pact, serviceWith(SERVICE_TOKEN), {
      description: `getReceipt answers 200: ${outcome}`,
      given: [['an e-mail about a registration', { outcome }]],
      request: { method: 'GET', path: text(PATH), headers: { ...AS_SERVICE, ...TRACED } },
      response: { status: 200, body: receipt(outcome, sent ? { sentAt: date() } : {}) },
      test: async (receipts) =>
        expect(await receipts.of(EXAMPLES.registrationId, TRACE)).toMatchObject({
          status: outcome,
          attempts: 1,
          sentAt: sent ? new Date('2024-01-15T14:58:41Z') : null,
        }),
    })
  })

  it('of which nothing has arrived yet', () =>
    ask(pact, serviceWith(SERVICE_TOKEN), {
      description: 'getReceipt answers 200: nothing has arrived yet',
      given: [],
      request: { method: 'GET', path: `/internal/receipts/999999999999/`, headers: AS_SERVICE },
      response: { status: 200, body: receipt('queued', { attempts: 0 }) },
      test: async (receipts) =>
        expect(await receipts.of(999_999_999_999, TRACE)).toMatchObject({ status: 'queued', attempts: 0 }),
    }))

  it('and of which of them it knows nothing (O11)', () =>
    ask(pact, serviceWith(SERVICE_TOKEN), {
      description: 'findMissingReceipts answers 200',
      given: [],
      request: {
        method: 'POST',
        path: '/internal/receipts/missing/',
        headers: { ...AS_SERVICE, ...TRACED },
        body: { registrationIds: [999_999_999_998, 999_999_999_999] },
      },
      response: { status: 200, body: [999_999_999_998, 999_999_999_999] },
      test: async (receipts) =>
        expect(await receipts.missing([999_999_999_998, 999_999_999_999], TRACE)).toEqual(
          new Set([999_999_999_998, 999_999_999_999]),
        ),
    }))

  it.each(REASONS)('and is not told, because %s', (_, response, states) => {
    const token = response.status === 401 ? WRONG_TOKEN : SERVICE_TOKEN
    return ask(pact, serviceWith(token), {
      description: `getReceipt answers ${response.status}`,
      given: states.map((name): Given => [name]),
      request: {
        method: 'GET',
        path: `/internal/receipts/${EXAMPLES.registrationId}/`,
        headers: { authorization: `Bearer ${token}` },
      },
      response,
      test: (receipts) =>
        expect(receipts.of(EXAMPLES.registrationId, TRACE)).rejects.toBeInstanceOf(DependencyUnavailable),
    })
  })
})
