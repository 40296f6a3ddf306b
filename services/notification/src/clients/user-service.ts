import type { Schemas } from '../../../shared/contract/schema.ts'
import { perRole, Scope, type Account } from '../../../shared/domain/account.ts'
import type { VerifyCredential } from '../../../shared/http/credential-cache.ts'
import { InternalService } from '../../../shared/http/internal-service.ts'
import {
  findAccountScopes,
  findUserGroups,
  findUsersForEvents,
} from '../../../shared/clients/generated/calls.ts'
import { verifyBy } from '../../../shared/clients/verify-credential.ts'

/** As many as the internal operation accepts. */
const MAX_ACCOUNT_IDS = 1_000

/** The internal operations of the user service. */
export class UserService {
  readonly #service: InternalService<'user'>
  /** Verifies the credential of a service account. */
  readonly verify: VerifyCredential

  constructor(options: { url: string; token: string }) {
    this.#service = new InternalService('user', options)
    this.verify = verifyBy(this.#service)
  }

  /** The direct groups of those of these users who exist. @throws Unavailable */
  async groupsOfUsers(userIds: readonly number[]): Promise<Map<number, readonly number[]>> {
    const found = await findUserGroups(this.#service, { body: { userIds: [...userIds] } })
    return new Map(found.map(({ userId, groupIds }) => [userId, groupIds]))
  }

  /** Those of these users who exist, as the API shows them. @throws Unavailable */
  async statesOfUsers(userIds: readonly number[]): Promise<Map<number, Schemas['UserForEvents']>> {
    const found = await findUsersForEvents(this.#service, { body: { userIds: [...userIds] } })
    return new Map(found.map((state) => [state.user.id, state]))
  }

  /** The scopes of those of these accounts that exist and have a valid key. @throws Unavailable */
  async scopesOfAccounts(accountIds: readonly number[]): Promise<Map<number, Account['scope']>> {
    const found = await this.#accounts(accountIds)
    return new Map(
      found
        .filter(({ hasValidKey }) => hasValidKey)
        .map(({ accountId, reach }) => [accountId, perRole((role) => new Scope(reach[role]))]),
    )
  }

  /** Those of these accounts that exist, with a valid key or without. @throws Unavailable */
  async existingAccounts(accountIds: readonly number[]): Promise<Set<number>> {
    const existing = new Set<number>()
    for (let start = 0; start < accountIds.length; start += MAX_ACCOUNT_IDS)
      for (const { accountId } of await this.#accounts(accountIds.slice(start, start + MAX_ACCOUNT_IDS)))
        existing.add(accountId)
    return existing
  }

  async #accounts(accountIds: readonly number[]): Promise<readonly Schemas['AccountScope'][]> {
    return await findAccountScopes(this.#service, { body: { accountIds: [...accountIds] } })
  }
}
