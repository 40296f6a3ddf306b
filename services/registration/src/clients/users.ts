import type { Trace } from '../../../shared/trace.ts'
import type { UserParameter } from '../registrations/identification.ts'
import type { User } from '../user-copies/rules.ts'

export interface UserQuery {
  readonly userId?: number
  readonly userExternalId?: string
  readonly userEmail?: string
}

export type UserAnswer =
  | { readonly code: 'resolved'; readonly by: UserParameter; readonly user: User }
  | { readonly code: 'user-not-found' | 'user-ambiguous' | 'identifiers-disagree' }

/** The users of the portal, which the user service owns. */
export interface Users {
  /**
   * Finds exactly one user for each query, portal-wide (decisions R2, R3), with one call for all queries.
   * @throws Unavailable when the user service is unavailable
   */
  resolve(queries: readonly UserQuery[], strict: boolean, trace: Trace): Promise<UserAnswer[]>
}
