import type { Logger } from '../../../../platform/observability/logger.ts'
import { recordModelStep } from '../../../../platform/observability/model-steps.ts'
import type { Dependency } from '../../../../platform/process/dependency.ts'
import type { Work } from '../../../../platform/process/watchdog.ts'
import { Dispatcher } from '../../dispatch/dispatcher.ts'
import type { WebhookDeliveries } from './repository.ts'
import { WEBHOOK_LEASE_MS, slotsPerReplica, type LeasedWebhookDelivery } from './rules.ts'
import type { WebhookSender } from './webhook-sender.ts'

/**
 * Attempts at a time to receivers that do not respond, about 100 kB each with a TLS connection. A receiver
 * that responds always gets an attempt.
 */
const MAX_IN_FLIGHT_PER_PROCESS = 500
/**
 * Attempts of this process whose results are not yet recorded, besides one of each healthy lane. While the
 * database is slow, further deliveries wait in it instead of in memory.
 */
const MAX_UNRECORDED = 2_000
/** How often due deliveries are looked for: two indexed queries when nothing is due. */
const SWEEP_MS = 2_000
const RENEW_MS = WEBHOOK_LEASE_MS / 3

export type WebhookDispatcher = Dispatcher<LeasedWebhookDelivery>

/** The webhooks, for the watchdog. A receiver that does not respond is no stall: its attempts end. */
export const webhookWork = (dispatcher: Pick<WebhookDispatcher, 'isWaiting' | 'done'>): Work => ({
  name: 'webhooks',
  isWaiting: () => dispatcher.isWaiting(),
  done: () => dispatcher.done(),
})

interface WebhookDispatcherOptions {
  readonly deliveries: Pick<
    WebhookDeliveries,
    'lanes' | 'endpointsWithDue' | 'claimDue' | 'renew' | 'release' | 'failPending'
  >
  readonly sender: Pick<WebhookSender, 'stateOf' | 'send' | 'record'>
  readonly mongodb: Dependency
  readonly logger: Logger
  /** Processes that share the attempts of an endpoint. */
  readonly replicas: number
  readonly sweepMs?: number | undefined
}

/** Sends webhooks, each endpoint in its own lane. */
export function webhookDispatcher(options: WebhookDispatcherOptions): WebhookDispatcher {
  const { deliveries, sender, mongodb, logger, replicas, sweepMs } = options
  const slots = slotsPerReplica(replicas)
  return new Dispatcher<LeasedWebhookDelivery>({
    name: 'webhook dispatcher',
    channel: {
      slots,
      maxInFlightOfAllLanes: MAX_IN_FLIGHT_PER_PROCESS,
      maxUnrecorded: MAX_UNRECORDED,
      mayLease: () => true,
      stateOf: async (endpointId) => {
        const state = await sender.stateOf(endpointId)
        if (state.kind === 'open') return { kind: 'open', slots: state.isProven ? slots : 1 }
        return { kind: state.kind === 'deleted' ? 'deleted' : 'closed' }
      },
      onClosed: async (endpointId) => {
        // Before the state: a pause that ends afterwards must not be waited for.
        const revision = await deliveries.lanes.revisionOf(endpointId)
        const state = await sender.stateOf(endpointId)
        if (state.kind === 'paused') {
          await deliveries.lanes.setNextDue(endpointId, revision, state.until)
          recordModelStep({ step: 'waitForPause', event: `endpoint ${endpointId}` })
        }
        // Also what another process has stored or released before it knew that the endpoint is disabled.
        if (state.kind === 'disabled') await deliveries.failPending(endpointId)
        // What waits for a usable secret stays due: every sweep tries the lane again.
      },
      findDue: () => deliveries.endpointsWithDue(),
      claim: (endpointId, limit, except) => deliveries.claimDue(endpointId, limit, except),
      renew: (leased) => deliveries.renew(leased),
      release: (leased) => deliveries.release(leased),
      attempt: async (delivery, freeSlot) => {
        const outcome = await sender.send(delivery)
        const hasFailed = outcome.kind === 'attempted' && outcome.result.kind === 'failed'
        const end = { timedOut: hasFailed && outcome.result.error === 'timeout' }
        freeSlot(end)
        await sender.record(delivery, outcome)
        return end
      },
    },
    mongodb,
    logger,
    sweepMs: sweepMs ?? SWEEP_MS,
    renewMs: RENEW_MS,
  })
}
