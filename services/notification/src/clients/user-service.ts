import type { AccountIdentity, PerRole } from '../../../platform/domain/account.ts'
import type { Schemas } from '../../../platform/contract/schema.ts'
import { remoteVerifier } from '../../../platform/http/credential-cache.ts'
import type { InternalService } from '../../../platform/http/internal-service.ts'
import { inSteps } from '../../../platform/store/in-steps.ts'
import {
  checkVisibility,
  findExistingAccounts,
  findUserGroups,
  findUsersForEvents,
} from '../../../platform/http/generated/calls.ts'

/** As many as the internal operations accept. */
const MAX_ACCOUNT_IDS = 1_000
const MAX_CHECKED_ACCOUNTS = 250
const MAX_CHECKED_GROUPS = 250

/** In which of the groups that were asked about an account holds which role. */
export interface AccountVisibility {
  readonly account: AccountIdentity
  readonly hasValidKey: boolean
  readonly scopes: PerRole<readonly number[]>
}

export type UserServiceClient = ReturnType<typeof userServiceClient>

/** The internal operations of the user service. @throws Unavailable */
export const userServiceClient = (service: InternalService<'user'>) => ({
  /** Verifies the credential of a service account. */
  verifyCredential: remoteVerifier(service),

  /** The direct groups of these users. Unknown ids are left out. */
  findUserGroups: async (userIds: readonly number[]): Promise<Map<number, readonly number[]>> => {
    const found = await findUserGroups(service, { body: { userIds: [...userIds] } })
    return new Map(found.map(({ userId, groupIds }) => [userId, groupIds]))
  },

  /** Those of these users who exist, as the API shows them. */
  findUsersForEvents: async (userIds: readonly number[]): Promise<Map<number, Schemas['UserForEvents']>> => {
    const found = await findUsersForEvents(service, { body: { userIds: [...userIds] } })
    return new Map(found.map((state) => [state.user.id, state]))
  },

  /** The roles that those of these accounts that exist hold in these groups. */
  checkVisibility: async (
    accountIds: readonly number[],
    groupIds: readonly number[],
  ): Promise<readonly AccountVisibility[]> => {
    const check = async (accounts: readonly number[], groups: readonly number[]) => {
      const body = { accountIds: [...accounts], groupIds: [...groups] }
      return (await checkVisibility(service, { body })).map(
        ({ accountId: id, createdAt, hasValidKey, scopes }): AccountVisibility => ({
          account: { id, createdAt: new Date(createdAt) },
          hasValidKey,
          scopes,
        }),
      )
    }
    return await inSteps(
      accountIds,
      (accounts) => inSteps(groupIds, (groups) => check(accounts, groups), MAX_CHECKED_GROUPS),
      MAX_CHECKED_ACCOUNTS,
    )
  },

  /** The dates of creation of these accounts. Unknown ids are left out. */
  findExistingAccounts: async (accountIds: readonly number[]): Promise<Map<number, Date>> => {
    const existing = await inSteps(
      accountIds,
      (ids) => findExistingAccounts(service, { body: { accountIds: [...ids] } }),
      MAX_ACCOUNT_IDS,
    )
    return new Map(existing.map(({ accountId, createdAt }) => [accountId, new Date(createdAt)]))
  },
})
