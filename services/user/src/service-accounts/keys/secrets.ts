import { hash, randomInt, timingSafeEqual } from 'node:crypto'
import { ALPHABET, secretOf } from '../../../../platform/http/credential.ts'

const KEY_PREFIX = 'rck_'
const KEY_LENGTH = 16
/** 33 × log2(62) = 196 bits. */
const SECRET_LENGTH = 33

export const newKeyId = (): string => KEY_PREFIX + randomText(KEY_LENGTH)

export const newSecret = (): string => secretOf(randomText(SECRET_LENGTH))

export const hashSecret = (secret: string): string => hash('sha256', secret, 'base64url')

const HASH_OF_NOTHING = hashSecret('')

/**
 * Whether the secret has this hash; false when there is no hash. Takes the same time in every case, so that
 * the time does not reveal whether a key id exists.
 */
export function secretMatches(secret: string, secretHash: string | undefined): boolean {
  const same = timingSafeEqual(Buffer.from(hashSecret(secret)), Buffer.from(secretHash ?? HASH_OF_NOTHING))
  return same && secretHash !== undefined
}

const randomText = (length: number): string =>
  Array.from({ length }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')
