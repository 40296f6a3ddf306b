/** A user as the user service resolves it. */
export interface User {
  readonly id: number
  readonly version: number
  readonly externalId: string
  readonly email: string
  readonly firstName: string
  readonly lastName: string
  /** The groups that the user is in directly. */
  readonly groupIds: readonly number[]
  /** Undefined when the account never expires. */
  readonly expiresAt: Date | undefined
}

/** The parameters that identify a user, in priority order. */
export const USER_PARAMETERS = ['userId', 'userExternalId', 'userEmail'] as const
export type UserParameter = (typeof USER_PARAMETERS)[number]

/** What the user service found for the parameters of one request. */
export type UserResolution =
  | {
      readonly code: 'resolved'
      readonly identifiedBy: UserParameter
      readonly user: User
    }
  | { readonly code: 'user-not-found' | 'user-ambiguous' | 'identifiers-disagree' }

/** What a registration copies of its user. Only a higher version replaces a copy. */
export interface UserCopy {
  readonly userId: number
  readonly version: number
  readonly externalId: string
  readonly groupIds: readonly number[]
  readonly deleted: boolean
}

/** Versions start at 1, so no stored copy is older than the first version. */
export const isFirstVersion = ({ version }: UserCopy): boolean => version === 1
