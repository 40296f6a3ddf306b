import { crc32 } from 'node:zlib'

/** Lets scanners for leaked secrets find it. */
const PREFIX = 'rcs_'
export const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
/** Enough digits for a CRC-32: 62⁶ > 2³². */
const CHECKSUM_LENGTH = 6

/** Adds the prefix and the checksum to random letters and digits. */
export function secretOf(random: string): string {
  const body = PREFIX + random
  return body + checksum(body)
}

/**
 * Whether the text has the form of a secret and a correct checksum, which most typing errors and guesses
 * lack.
 */
export function isWellFormed(secret: string): boolean {
  const body = secret.slice(0, -CHECKSUM_LENGTH)
  return body.startsWith(PREFIX) && body + checksum(body) === secret
}

function checksum(text: string): string {
  let rest = crc32(text)
  let digits = ''
  for (let i = 0; i < CHECKSUM_LENGTH; i++) {
    digits = `${ALPHABET[rest % ALPHABET.length]}${digits}`
    rest = Math.floor(rest / ALPHABET.length)
  }
  return digits
}
