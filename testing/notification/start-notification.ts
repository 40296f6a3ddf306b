import type { components } from '../../services/platform/contract/generated/openapi.ts'
import { startParts } from '../../services/platform/process/part.ts'
import { bearer, client, uncheckedClient } from '../client.ts'
import { eventually } from '../eventually.ts'
import { OPERATOR_TOKEN, REDIS_REPLY_TIMEOUT_MS, SERVICE_TOKEN } from '../isolated.ts'
import { at, ready, stopServices } from '../portal.ts'
import { recordedLog } from '../recorded-log.ts'
import type { NotificationConfig } from '../../services/notification/src/config.ts'
import { composeNotification, type Overrides } from '../../services/notification/src/service.ts'

export type Running = Awaited<ReturnType<typeof startNotification>>

type Receipt = components['schemas']['DeliveryReceipt']

/** Starts the service, composed as in production. */
export async function startNotification(config: NotificationConfig, overrides: Overrides = {}) {
  const { logger, lines } = recordedLog('notification')
  const service = await composeNotification(config, logger, {
    sweepMs: 200,
    redisReplyTimeoutMs: REDIS_REPLY_TIMEOUT_MS,
    ...overrides,
  })
  await startParts(service.parts)
  const baseUrls = {
    operator: at(service.ports.operator.port()),
    internal: at(service.ports.internal.port()),
    admin: at(service.ports.admin.port()),
  }
  const operator = client(baseUrls.operator, bearer(OPERATOR_TOKEN))
  const internal = client(baseUrls.internal, bearer(SERVICE_TOKEN))
  const admin = uncheckedClient(baseUrls.admin)
  const receipt = async (registrationId: number) =>
    (await internal.get(`/internal/receipts/${registrationId}/`)).body as Receipt
  const health = async () => (await admin.get('/readyz')).body as { status: string; away: string[] }

  return {
    service,
    operator,
    internal,
    admin,
    health,
    /** The log lines so far. */
    lines,
    ready: () => ready(service.ports.admin.port()),
    receipt,
    /** Waits until the receipt has this state. */
    becomes: (registrationId: number, state: Partial<Receipt>): Promise<Receipt> =>
      eventually(async () => {
        const current = await receipt(registrationId)
        expect(current).toMatchObject(state)
        return current
      }),
    deliveries: async (registrationId: number) =>
      (await operator.get(`/admin/deliveries/?registrationId=${registrationId}`))
        .body as components['schemas']['Delivery'][],
    metrics: async () => await (await fetch(`${baseUrls.admin}/metrics`)).text(),
    /** @throws when a part can't stop */
    async stop() {
      service.announceStop()
      await stopServices([service])
    },
  }
}
