import { NotificationService } from '../../services/registration/src/clients/notification-service.ts'
import { Unavailable } from '../../services/shared/errors.ts'
import { EXAMPLES, text } from '../../testing/pact/examples.ts'
import { ask, REASONS, TRACE, TRACED } from '../../testing/pact/internal.ts'
import { pactBetween } from '../../testing/pact/pact-file.ts'
import { date, receipt } from '../../testing/pact/shapes.ts'

const notificationService = (options: { url: string; token: string }) => new NotificationService(options)
const pact = pactBetween('registration', 'notification')
const PATH = '/internal/receipts/${registrationId}/'

describe('registration asks notification what became of an e-mail (R21)', () => {
  it.each(['queued', 'sending', 'sent', 'failed'] as const)('that is %s', (outcome) => {
    const sent = outcome === 'sent'
    return ask(pact, notificationService, {
      description: `getReceipt answers 200: ${outcome}`,
      given: [['an e-mail about a registration', { outcome }]],
      request: { method: 'GET', path: text(PATH), headers: TRACED },
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
    ask(pact, notificationService, {
      description: 'getReceipt answers 200: nothing has arrived yet',
      request: { method: 'GET', path: `/internal/receipts/999999999999/` },
      response: { status: 200, body: receipt('queued', { attempts: 0 }) },
      test: async (receipts) =>
        expect(await receipts.of(999_999_999_999, TRACE)).toMatchObject({ status: 'queued', attempts: 0 }),
    }))

  it('and of which of them it knows nothing (O11)', () => {
    const registrationIds = [999_999_999_998, 999_999_999_999]
    return ask(pact, notificationService, {
      description: 'findMissingReceipts answers 200',
      request: { path: '/internal/receipts/missing/', headers: TRACED, body: { registrationIds } },
      response: { status: 200, body: registrationIds },
      test: async (receipts) =>
        expect(await receipts.missing(registrationIds, TRACE)).toEqual(new Set(registrationIds)),
    })
  })

  it.each(REASONS)('and is not told, because $because', (reason) =>
    ask(pact, notificationService, {
      ...reason,
      description: `getReceipt answers ${reason.response.status}`,
      request: { method: 'GET', path: `/internal/receipts/${EXAMPLES.registrationId}/` },
      test: (receipts) =>
        expect(receipts.of(EXAMPLES.registrationId, TRACE)).rejects.toBeInstanceOf(Unavailable),
    }),
  )
})
