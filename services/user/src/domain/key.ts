/** A key of a service account (decision A2): of its secret only a hash is known. */
export interface Key {
  readonly id: string
  /** Counts all keys, in the order of their issue. */
  readonly number: number
  readonly accountId: number
  readonly secretHash: string
  readonly createdAt: Date
  readonly expiresAt: Date | null
  readonly revokedAt: Date | null
}

/** Neither expired nor revoked. */
export const isInForce = ({ revokedAt, expiresAt }: Key, now: Date): boolean =>
  revokedAt === null && (expiresAt === null || expiresAt > now)
