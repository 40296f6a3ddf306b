/** A key of a service account. Only a hash of its secret is stored. */
export interface Key {
  readonly id: string
  /** Numbers all keys in the order of their issue. */
  readonly number: number
  readonly accountId: number
  readonly secretHash: string
  readonly createdAt: Date
  readonly expiresAt: Date | null
  readonly revokedAt: Date | null
}

/** Neither expired nor revoked. */
export const isValid = ({ revokedAt, expiresAt }: Key, now: Date): boolean =>
  revokedAt === null && (expiresAt === null || expiresAt > now)
