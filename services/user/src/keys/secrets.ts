import { hash, randomInt, timingSafeEqual } from 'node:crypto'
import { ALPHABET, secretOf } from '../../../shared/http/secret.ts'

/* What is issued as a key (decision A2): its id, and its secret in the form that the edge knows. */
const KEY_PREFIX = 'rck_'
const KEY_LENGTH = 16
/** 33 × log2(62) = 196 bits. */
const SECRET_LENGTH = 33

export const newKeyId = (): string => KEY_PREFIX + randomText(KEY_LENGTH)

export const newSecret = (): string => secretOf(randomText(SECRET_LENGTH))

export const hashSecret = (secret: string): string => hash('sha256', secret, 'base64url')

/**
 * Whether the secret matches the hash. Does the same work when there is no key, so the time it takes does not
 * reveal whether the key id exists (decision A1).
 */
export function opens(secret: string, secretHash: string | undefined): boolean {
  const same = timingSafeEqual(Buffer.from(hashSecret(secret)), Buffer.from(secretHash ?? NO_HASH))
  return same && secretHash !== undefined
}

const NO_HASH = hashSecret('')

const randomText = (length: number): string =>
  Array.from({ length }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')
