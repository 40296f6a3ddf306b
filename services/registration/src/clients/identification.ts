import type { Identification } from '../../../platform/domain/identify.ts'

/** A user as the user service identifies it. */
export interface User {
  readonly id: number
  readonly version: number
  readonly externalId: string
  readonly email: string
  readonly firstName: string
  readonly lastName: string
  /** "" for the default. */
  readonly preferredLanguage: string
  /** The groups that the user is in directly. */
  readonly groupIds: readonly number[]
  /** Undefined when the account never expires. */
  readonly expiresAt: Date | undefined
}

/** The parameters that identify a user, in priority order. */
export const USER_PARAMETERS = ['userId', 'userExternalId', 'userEmail'] as const
export type UserParameter = (typeof USER_PARAMETERS)[number]

/** The user that the user service found for the parameters of one request, or why it found none. */
export type UserIdentification = Identification<UserParameter, User> | MergedUser

/** A user who was merged, with the groups of the account that is left. */
interface MergedUser {
  readonly kind: 'merged'
  readonly user: Pick<User, 'id' | 'groupIds'> & { readonly mergedInto?: number }
}
