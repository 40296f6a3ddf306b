import type { Logger } from '../../../../platform/observability/logger.ts'
import type { Clock } from '../../../../platform/domain/time.ts'
import type { WebhookDeliveries } from '../deliveries/repository.ts'
import type { Endpoints } from './repository.ts'
import { asDisabled, belongsTo, ownerOf } from './rules.ts'

/** Those of these accounts that exist, with the date of their creation. @throws Unavailable */
export type ExistingAccounts = (ids: readonly number[]) => Promise<ReadonlyMap<number, Date>>

interface Deps {
  readonly endpoints: Pick<Endpoints, 'findAll' | 'change'>
  readonly deliveries: Pick<WebhookDeliveries, 'failPending'>
  readonly findExistingAccounts: ExistingAccounts
  readonly clock: Clock
  readonly logger: Logger
}

/**
 * Disables the endpoints of deleted accounts, also where another account has the id: they get no events.
 * After a restore that has lost an account, an operator creates it again and enables them, which then belong
 * to the new one. Those that are disabled already get this reason too, so that the operator knows.
 */
export async function disableOfDeletedAccounts(deps: Deps): Promise<void> {
  const { endpoints, deliveries, findExistingAccounts, clock, logger } = deps
  const checked = (await endpoints.findAll()).filter(({ disabled }) => disabled?.reason !== 'account-deleted')
  const existing = await findExistingAccounts([...new Set(checked.map(({ accountId }) => accountId))])
  for (const endpoint of checked) {
    const { id, accountId } = endpoint
    const createdAt = existing.get(accountId)
    if (createdAt && belongsTo(endpoint, { id: accountId, createdAt })) continue
    await endpoints.change(id, ownerOf(endpoint), (current) =>
      asDisabled(current, 'account-deleted', clock.now()),
    )
    logger.warn({ endpoint: id, account: accountId }, 'webhook endpoint of a deleted account disabled')
    await deliveries.failPending(id)
  }
}
