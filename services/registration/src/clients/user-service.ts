import { batchingSingles } from '../../../platform/work/batched.ts'
import { defined } from '../../../platform/domain/defined.ts'
import type { Schemas } from '../../../platform/contract/schema.ts'
import { remoteVerifier, type VerifyCredential } from '../../../platform/http/credential-cache.ts'
import type { Trace } from '../../../platform/observability/trace.ts'
import { identifyUsers } from '../../../platform/http/generated/calls.ts'
import type { InternalService } from '../../../platform/http/internal-service.ts'
import type { UserIdentification } from './identification.ts'

/** The user parameters of one request. */
export interface UserQuery {
  readonly userId?: number | undefined
  readonly userExternalId?: string | undefined
  readonly userEmail?: string | undefined
}

/** The users of the portal, which the user service owns. */
export type UserLookup = Pick<UserServiceClient, 'identifyUsers'>

/** The internal operations of the user service. */
export class UserServiceClient {
  readonly #service: InternalService<'user'>
  /** Verifies the credential of a service account. */
  readonly verifyCredential: VerifyCredential
  /** Queries that share a call carry the trace of one of them. */
  readonly #identify = batchingSingles(
    (traced: readonly { readonly query: Schemas['UserQueriesInput'][number]; readonly trace: Trace }[]) =>
      this.#identifyAll(
        traced.map(({ query }) => query),
        traced[0]?.trace,
      ),
  )

  constructor(service: InternalService<'user'>) {
    this.#service = service
    this.verifyCredential = remoteVerifier(service)
  }

  /**
   * Identifies one user for each query, in the whole portal, with one call for all queries.
   * @param strict whether all parameters of a query have to name the same user
   * @throws Unavailable
   */
  async identifyUsers(
    queries: readonly UserQuery[],
    strict: boolean,
    trace: Trace,
  ): Promise<readonly UserIdentification[]> {
    return await this.#identify(queries.map((query) => ({ query: toWire(query, strict), trace })))
  }

  async #identifyAll(
    body: Schemas['UserQueriesInput'],
    trace: Trace | undefined,
  ): Promise<UserIdentification[]> {
    const found = await identifyUsers(this.#service, { body }, trace)
    if (found.length !== body.length)
      throw this.#service.unavailable('there is not one result for each query')
    return found.map((one) => this.#fromWire(one))
  }

  #fromWire({ code, identifiedBy, user }: Schemas['UserIdentification']): UserIdentification {
    if (code === 'user-not-found') return { kind: 'not-found' }
    if (code === 'user-ambiguous') return { kind: 'ambiguous' }
    if (!user || !identifiedBy) throw this.#service.unavailable('a result lacks its user')
    if (code === 'merged') return { kind: 'merged', user }
    const expiresAt = user.expirationDate === '' ? undefined : new Date(user.expirationDate)
    const disagrees = code === 'identifiers-disagree'
    return { kind: 'identified', record: { ...user, expiresAt }, identifiedBy, disagrees }
  }
}

const toWire = ({ userId, userExternalId, userEmail }: UserQuery, strict: boolean) => ({
  ...defined({ userId, userExternalId, userEmail }),
  strict,
})
