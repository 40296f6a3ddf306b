import type { Logger } from '../../../shared/logger.ts'
import type { Clock } from '../../../shared/time.ts'
import type { WebhookDeliveries } from '../webhook-deliveries/repository.ts'
import type { Endpoints } from './repository.ts'
import { asDisabled } from './rules.ts'

interface Deps {
  readonly endpoints: Pick<Endpoints, 'findAll' | 'change'>
  readonly deliveries: Pick<WebhookDeliveries, 'failPending'>
  /** Those of these accounts that exist. @throws Unavailable */
  readonly existingAccounts: (ids: readonly number[]) => Promise<ReadonlySet<number>>
  readonly clock: Clock
  readonly logger: Logger
}

/**
 * Disables the endpoints of deleted accounts: an operator may use the id of such an account again, and the new account's events must
 * not go to the receivers of the old one. An operator can enable them, for example after a restore that has lost the account.
 */
export async function disableOfDeletedAccounts(deps: Deps): Promise<void> {
  const { endpoints, deliveries, existingAccounts, clock, logger } = deps
  const enabled = (await endpoints.findAll()).filter(({ disabled }) => !disabled)
  const existing = await existingAccounts([...new Set(enabled.map(({ accountId }) => accountId))])
  for (const { id, accountId } of enabled) {
    if (existing.has(accountId)) continue
    await endpoints.change(id, accountId, (current) => asDisabled(current, 'operator', clock.now()))
    logger.warn({ endpoint: id, account: accountId }, 'webhook endpoint of a deleted account disabled')
    await deliveries.failPending(id)
  }
}
