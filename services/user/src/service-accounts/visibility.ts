import type { Handler } from '../../../platform/contract/operation.ts'
import { accountKey } from '../../../platform/domain/account.ts'
import type { Clock } from '../../../platform/domain/time.ts'
import type { Groups } from '../groups/repository.ts'
import type { Keys } from './keys/repository.ts'
import { isValid, ownerOf } from './keys/rules.ts'
import { presentAccountVisibility } from './presenter.ts'
import type { ServiceAccounts } from './repository.ts'
import { scopeAmong } from './rules.ts'

interface Deps {
  readonly serviceAccounts: Pick<ServiceAccounts, 'findMany'>
  readonly keys: Pick<Keys, 'findOfAccounts'>
  readonly groups: Pick<Groups, 'tree'>
  readonly clock: Clock
}

/** Which of these groups the accounts may see, for events that are sent to them without a request. */
export const checkVisibility =
  ({ serviceAccounts, keys, groups, clock }: Deps): Handler<'checkVisibility'> =>
  async ({ body }) => {
    const [accounts, keysOfAccounts, tree] = await Promise.all([
      serviceAccounts.findMany(body.accountIds),
      keys.findOfAccounts(body.accountIds),
      groups.tree(),
    ])
    const now = clock.now()
    const withValidKey = new Set(
      keysOfAccounts.filter((key) => isValid(key, now)).map((key) => accountKey(ownerOf(key))),
    )
    const below = tree.groupsByAncestor(body.groupIds)
    return {
      status: 200,
      body: accounts.map((account) =>
        presentAccountVisibility(account, {
          hasValidKey: withValidKey.has(accountKey(account)),
          scope: scopeAmong(account, below),
        }),
      ),
    }
  }
