import type { AccountIdentity } from '../../../../platform/domain/account.ts'

/** A key of a service account. Only a hash of its secret is stored. */
export interface Key {
  readonly id: string
  /** Numbers all keys in the order of their issue. */
  readonly number: number
  readonly accountId: number
  /** When its account was created: a key never serves another account with the same id. */
  readonly accountCreatedAt: Date
  readonly secretHash: string
  readonly createdAt: Date
  /** A rotation can bring it forward. */
  readonly expiresAt: Date | null
  /** For how long it was valid when it was issued; null for ever. */
  readonly lifetimeMs: number | null
  readonly revokedAt: Date | null
  /** What the key is for; "" when unset. */
  readonly name: string
  /** Recorded at most once in {@link USE_RECORDED_EVERY_MS}; null when the key was not used. */
  readonly lastUsedAt: Date | null
  /** The address of the client that used it then; "" when unknown. */
  readonly lastUsedFrom: string
}

/** The use of a key is recorded once a minute, so that few requests cause a write. */
const USE_RECORDED_EVERY_MS = 60 * 1000

/** A use before this time is too old to stand for one at `now`. */
export const usesToReplace = (now: Date): Date => new Date(now.getTime() - USE_RECORDED_EVERY_MS)

const DAY_MS = 24 * 60 * 60 * 1000
/** A key that expires within this time has to be rotated. */
const EXPIRES_SOON_MS = 14 * DAY_MS
/** A key that was not used for this time is not in use. */
const IN_USE_MS = 7 * DAY_MS

/** Which keys have to be rotated: those that expire soon and are in use. */
export const toBeRotated = (now: Date): { expiresBefore: Date; usedAfter: Date } => ({
  expiresBefore: new Date(now.getTime() + EXPIRES_SOON_MS),
  usedAfter: new Date(now.getTime() - IN_USE_MS),
})

/** The account that the key was issued to. */
export const ownerOf = ({ accountId, accountCreatedAt }: Key): AccountIdentity => ({
  id: accountId,
  createdAt: accountCreatedAt,
})

/** Neither expired nor revoked. */
export const isValid = ({ revokedAt, expiresAt }: Key, now: Date): boolean =>
  revokedAt === null && (expiresAt === null || expiresAt > now)

/**
 * When the key that replaces `old` expires: it is valid for as long as the old one was when it was issued,
 * also if an earlier rotation, whose response was lost, has limited that one.
 */
export const expiryAfterRotation = ({ lifetimeMs }: Key, now: Date): Date | null =>
  lifetimeMs === null ? null : new Date(now.getTime() + lifetimeMs)
