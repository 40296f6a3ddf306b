import { batchPerTick } from '../../../shared/batch-per-tick.ts'
import type { Schemas } from '../../../shared/contract/schema.ts'
import type { VerifyCredential } from '../../../shared/http/credential-cache.ts'
import type { Trace } from '../../../shared/trace.ts'
import type { UserResolution } from '../user-copies/rules.ts'
import { Configuration, UserApi } from '../../../shared/clients/generated/index.ts'
import { verifyBy } from '../../../shared/clients/verify-credential.ts'
import { InternalService, responseReader } from '../../../shared/http/internal-service.ts'

/** The user parameters of one request. */
export interface UserQuery {
  readonly userId?: number | undefined
  readonly userExternalId?: string | undefined
  readonly userEmail?: string | undefined
}

/** The users of the portal, which the user service owns. */
export interface Users {
  /**
   * Identifies one user for each query, in the whole portal, with one call for all queries.
   * @param strict whether all parameters of a query have to name the same user
   * @throws Unavailable
   */
  resolve(queries: readonly UserQuery[], strict: boolean, trace: Trace): Promise<readonly UserResolution[]>
}

/** The internal operations of the user service, by the client that is generated from the contract. */
export class UserService implements Users {
  readonly #api: UserApi
  readonly #service: InternalService
  /** Verifies the credential of a service account. */
  readonly verify: VerifyCredential
  readonly #readResolutions = responseReader('UserResolutions')
  /** Single queries of the same moment share a call, which carries the trace of one of them. */
  readonly #resolveOne = batchPerTick(
    (calls: readonly { readonly query: Schemas['UserQueries'][number]; readonly trace: Trace }[]) =>
      this.#resolveAll(
        calls.map(({ query }) => query),
        calls[0]?.trace,
      ),
  )

  constructor(options: { url: string; token: string }) {
    this.#api = new UserApi(new Configuration({ accessToken: options.token }))
    this.#service = new InternalService('user service', options.url)
    this.verify = verifyBy(this.#api, this.#service)
  }

  async resolve(
    queries: readonly UserQuery[],
    strict: boolean,
    trace: Trace,
  ): Promise<readonly UserResolution[]> {
    const wireQueries = queries.map((query) => toWire(query, strict))
    const [only] = wireQueries
    return only && wireQueries.length === 1
      ? [await this.#resolveOne({ query: only, trace })]
      : this.#resolveAll(wireQueries, trace)
  }

  async #resolveAll(UserQuery: Schemas['UserQueries'], trace: Trace | undefined): Promise<UserResolution[]> {
    if (UserQuery.length === 0) return []
    const request = await this.#api.resolveUsersRequestOpts({ UserQuery })
    return this.#service.call(
      request,
      (body) => {
        const resolutions = this.#readResolutions(body)
        if (resolutions.length !== UserQuery.length)
          throw new Error('there is not one resolution for each query')
        return resolutions.map(toResolution)
      },
      trace,
    )
  }
}

const toWire = ({ userId, userExternalId, userEmail }: UserQuery, strict: boolean) => ({
  ...(userId === undefined ? {} : { userId }),
  ...(userExternalId === undefined ? {} : { userExternalId }),
  ...(userEmail === undefined ? {} : { userEmail }),
  strict,
})

function toResolution({ code, resolvedBy, user }: Schemas['UserResolution']): UserResolution {
  if (code !== 'resolved') return { code }
  if (!user || !resolvedBy) throw new Error('a resolution lacks its user')
  const expiresAt = user.expirationDate === '' ? undefined : new Date(user.expirationDate)
  return { code, by: resolvedBy, user: { ...user, expiresAt } }
}
