import type { Endpoints } from '../endpoints/repository.ts'
import type { WebhookDeliveries } from './repository.ts'

interface Deps {
  readonly endpoints: Pick<Endpoints, 'findAll'>
  readonly deliveries: Pick<WebhookDeliveries, 'endpointIds' | 'removeOfEndpoint'>
}

/**
 * Removes the deliveries of deleted endpoints, also those that another process added before it knew of the
 * deletion.
 */
export async function removeOrphans({ endpoints, deliveries }: Deps, stopping: AbortSignal): Promise<void> {
  // Before the endpoints are read: one that is missing afterwards was deleted, and is not a new one.
  const stored = await deliveries.endpointIds()
  const existing = new Set((await endpoints.findAll()).map(({ id }) => id))
  for (const id of stored) if (!existing.has(id) && !stopping.aborted) await deliveries.removeOfEndpoint(id)
}
