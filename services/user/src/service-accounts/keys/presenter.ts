import type { Schemas } from '../../../../platform/contract/schema.ts'
import { inBody, InvalidRequest } from '../../../../platform/errors.ts'
import { readDateTime, renderDateTime } from '../../../../platform/domain/time.ts'
import type { Key } from './rules.ts'

export const presentKey = (key: Key): Schemas['Key'] => ({
  keyId: key.id,
  accountId: key.accountId,
  name: key.name,
  createdAt: renderDateTime(key.createdAt),
  expiresAt: key.expiresAt && renderDateTime(key.expiresAt),
  revokedAt: key.revokedAt && renderDateTime(key.revokedAt),
  lastUsedAt: key.lastUsedAt && renderDateTime(key.lastUsedAt),
  lastUsedFrom: key.lastUsedFrom,
})

/** The only presentation that contains the secret, which is not stored. */
export const presentIssuedKey = (key: Key, secret: string): Schemas['IssuedKey'] => ({
  keyId: key.id,
  secret,
  expiresAt: key.expiresAt && renderDateTime(key.expiresAt),
})

/** @throws InvalidRequest when the key would be expired already */
export function readExpiry(name: string, text: string | null | undefined, now: Date): Date | null {
  if (text === null || text === undefined) return null
  const expiresAt = readDateTime(name, text)
  if (expiresAt <= now)
    throw new InvalidRequest(
      `${name} must be in the future: a key that has expired cannot be used.`,
      inBody(name),
    )
  return expiresAt
}
