import type { Schemas } from '../../../shared/contract/schema.ts'
import type { VerifyCredential } from '../../../shared/http/credential-cache.ts'
import { InternalService, responseReader } from '../../../shared/http/internal-service.ts'
import { Configuration, UserApi } from '../../../shared/clients/generated/index.ts'
import { verifyBy } from '../../../shared/clients/verify-credential.ts'
import type { AccountVisibility } from '../webhook-deliveries/visibility.ts'

/** As many as the internal operations accept. */
const MAX_ACCOUNT_IDS = 1_000
const MAX_CHECKED_ACCOUNTS = 250
const MAX_CHECKED_GROUPS = 250

/** The internal operations of the user service, by the client that is generated from the contract. */
export class UserService {
  readonly #api: UserApi
  readonly #service: InternalService
  /** Verifies the credential of a service account. */
  readonly verify: VerifyCredential
  readonly #readGroups = responseReader('UserGroups')
  readonly #readStates = responseReader('UsersForEvents')
  readonly #readVisibility = responseReader('VisibilityCheckResult')
  readonly #readExisting = responseReader('ExistingAccounts')

  constructor(options: { url: string; token: string }) {
    this.#api = new UserApi(new Configuration({ accessToken: options.token }))
    this.#service = new InternalService('user service', options.url)
    this.verify = verifyBy(this.#api, this.#service)
  }

  /** The direct groups of those of these users who exist. @throws Unavailable */
  async groupsOfUsers(userIds: readonly number[]): Promise<Map<number, readonly number[]>> {
    const request = await this.#api.findUserGroupsRequestOpts({ UserIds: { userIds: [...userIds] } })
    const found = await this.#service.call(request, this.#readGroups)
    return new Map(found.map(({ userId, groupIds }) => [userId, groupIds]))
  }

  /** Those of these users who exist, as the API shows them. @throws Unavailable */
  async statesOfUsers(userIds: readonly number[]): Promise<Map<number, Schemas['UserForEvents']>> {
    const request = await this.#api.findUsersForEventsRequestOpts({ UserIds: { userIds: [...userIds] } })
    const found = await this.#service.call(request, this.#readStates)
    return new Map(found.map((state) => [state.user.id, state]))
  }

  /**
   * In which of these groups which role is held, for those of these accounts that exist and have a valid key.
   * @throws Unavailable
   */
  async visibilityOf(
    accountIds: readonly number[],
    groupIds: readonly number[],
  ): Promise<readonly AccountVisibility[]> {
    const found: AccountVisibility[] = []
    for (const accounts of chunksOf(accountIds, MAX_CHECKED_ACCOUNTS))
      for (const groups of chunksOf(groupIds, MAX_CHECKED_GROUPS)) {
        const request = await this.#api.checkVisibilityRequestOpts({
          VisibilityCheck: { accountIds: accounts, groupIds: groups },
        })
        const visible = await this.#service.call(request, this.#readVisibility)
        for (const { accountId: id, createdAt, reach } of visible)
          found.push({ account: { id, createdAt: new Date(createdAt) }, scope: reach })
      }
    return found
  }

  /** When those of these accounts that exist were created. @throws Unavailable */
  async existingAccounts(accountIds: readonly number[]): Promise<Map<number, Date>> {
    const existing = new Map<number, Date>()
    for (const ids of chunksOf(accountIds, MAX_ACCOUNT_IDS)) {
      const request = await this.#api.findExistingAccountsRequestOpts({ AccountIds: { accountIds: ids } })
      for (const { accountId, createdAt } of await this.#service.call(request, this.#readExisting))
        existing.set(accountId, new Date(createdAt))
    }
    return existing
  }
}

/** Parts of the list with at most `size` values. */
const chunksOf = (ids: readonly number[], size: number): number[][] =>
  Array.from({ length: Math.ceil(ids.length / size) }, (_, i) => ids.slice(i * size, (i + 1) * size))
