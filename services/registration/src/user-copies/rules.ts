/** A user as the user service resolves it. */
export interface User {
  readonly id: number
  readonly version: number
  readonly externalId: string
  readonly email: string
  readonly firstName: string
  readonly lastName: string
  /** Groups that the user is in directly. */
  readonly groupIds: readonly number[]
  /** Undefined when the account never expires. */
  readonly expiresAt: Date | undefined
}

/**
 * What registrations copy of a user; only a higher version replaces it (design, "The way of one
 * registration", step 5).
 */
export interface UserCopy {
  readonly userId: number
  readonly version: number
  readonly externalId: string
  readonly groupIds: readonly number[]
  readonly deleted: boolean
}

/** Versions start at one, so no stored copy is older than the first version. */
export const isFirst = ({ version }: UserCopy): boolean => version === 1
