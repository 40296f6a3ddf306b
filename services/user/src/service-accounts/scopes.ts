import type { Handler } from '../../../shared/contract/operation.ts'
import type { Clock } from '../../../shared/time.ts'
import type { Groups } from '../groups/repository.ts'
import type { Keys } from '../keys/repository.ts'
import { isValid } from '../keys/rules.ts'
import { presentAccountScope } from './presenter.ts'
import type { ServiceAccounts } from './repository.ts'
import { withScopes } from './rules.ts'

interface Deps {
  readonly serviceAccounts: Pick<ServiceAccounts, 'findMany'>
  readonly keys: Pick<Keys, 'findOfAccounts'>
  readonly groups: Pick<Groups, 'tree'>
  readonly clock: Clock
}

/** The present scopes of accounts, for events that are sent to them without a request. */
export const findAccountScopes =
  ({ serviceAccounts, keys, groups, clock }: Deps): Handler<'findAccountScopes'> =>
  async ({ body }) => {
    const [accounts, keysOfAccounts, tree] = await Promise.all([
      serviceAccounts.findMany(body.accountIds),
      keys.findOfAccounts(body.accountIds),
      groups.tree(),
    ])
    const now = clock.now()
    const withValidKey = new Set(
      keysOfAccounts.filter((key) => isValid(key, now)).map(({ accountId }) => accountId),
    )
    return {
      status: 200,
      body: accounts.map((account) =>
        presentAccountScope(withScopes(account, tree), withValidKey.has(account.id)),
      ),
    }
  }
