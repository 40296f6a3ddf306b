import type { components } from '../../../shared/contract/generated/openapi.ts'
import { readDateTime, renderDateTime } from '../../../shared/time.ts'
import type { Key } from './rules.ts'

type Schemas = components['schemas']

export const presentKey = (key: Key): Schemas['Key'] => ({
  keyId: key.id,
  createdAt: renderDateTime(key.createdAt),
  expiresAt: key.expiresAt && renderDateTime(key.expiresAt),
  revokedAt: key.revokedAt && renderDateTime(key.revokedAt),
})

/** The only presentation that contains the secret, which is not stored. */
export const presentNewKey = (key: Key, secret: string): Schemas['IssuedKey'] => ({
  keyId: key.id,
  secret,
  expiresAt: key.expiresAt && renderDateTime(key.expiresAt),
})

/** @throws InvalidRequest */
export function readExpiry(text: string | null | undefined): Date | null {
  if (text === null || text === undefined) return null
  return readDateTime('expiresAt', text)
}
