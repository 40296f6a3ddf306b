import { testLogger } from '../../../testing/leak-check.ts'
import type { Dependency } from '../../shared/process/dependency.ts'
import { MAX_UNRECORDED, WebhookDispatcher } from '../src/webhook-deliveries/dispatcher.ts'
import type { WebhookDeliveries } from '../src/webhook-deliveries/repository.ts'
import { LEASE_MS, type WebhookDelivery } from '../src/webhook-deliveries/rules.ts'
import type { WebhookSender } from '../src/webhook-deliveries/sender.ts'

it('while results cannot be recorded, a process makes no more attempts than it can remember (W3)', async () => {
  const EXTRA = 3
  const clock = { now: () => new Date() }
  const database = Promise.withResolvers<void>()
  let attempts = 0
  const sender = {
    attempt: () => Promise.resolve({ kind: 'dropped', attempts: ++attempts }),
    record: () => database.promise,
  } as unknown as WebhookSender
  const deliveries = { postpone: () => Promise.resolve() } as unknown as WebhookDeliveries
  const mongodb = { up: () => true } as Dependency
  const common = { clock, logger: testLogger(), replicas: 1, sweepMs: LEASE_MS }
  const dispatcher = new WebhookDispatcher({ deliveries, sender, mongodb, ...common })
  const dueAt = new Date(clock.now().getTime() + LEASE_MS)
  dispatcher.offer(
    Array.from(
      { length: MAX_UNRECORDED + EXTRA },
      (_, endpointId) => ({ endpointId, dueAt }) as WebhookDelivery,
    ),
  )
  await new Promise(setImmediate)
  expect(attempts).toBe(MAX_UNRECORDED)
  database.resolve()
  await new Promise(setImmediate)
  expect(attempts).toBe(MAX_UNRECORDED + EXTRA)
  await dispatcher.stop()
})
