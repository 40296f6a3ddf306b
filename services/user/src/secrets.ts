import { createHash, randomInt, timingSafeEqual } from 'node:crypto'
import { crc32 } from 'node:zlib'

/*
 * The format of key ids and secrets (decision A2). Their prefixes let scanners for leaked secrets find them;
 * the checksum at the end of a secret reveals a typing error without a lookup.
 */
const KEY_PREFIX = 'rck_'
const SECRET_PREFIX = 'rcs_'
const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const KEY_LENGTH = 16
/** 33 × log2(62) = 196 bits. */
const SECRET_LENGTH = 33
/** 62⁶ > 2³². */
const CHECKSUM_LENGTH = 6

export const newKeyId = (): string => KEY_PREFIX + randomText(KEY_LENGTH)

export function newSecret(): string {
  const body = SECRET_PREFIX + randomText(SECRET_LENGTH)
  return body + checksum(body)
}

export const hashSecret = (secret: string): string => createHash('sha256').update(secret).digest('base64url')

/** Whether the text has the form of a secret issued here; it may still be unknown. */
export function isWellFormed(secret: string): boolean {
  const body = secret.slice(0, -CHECKSUM_LENGTH)
  return body.startsWith(SECRET_PREFIX) && body + checksum(body) === secret
}

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

function checksum(text: string): string {
  let rest = crc32(text)
  let digits = ''
  for (let i = 0; i < CHECKSUM_LENGTH; i++) {
    digits = `${ALPHABET[rest % ALPHABET.length]}${digits}`
    rest = Math.floor(rest / ALPHABET.length)
  }
  return digits
}
