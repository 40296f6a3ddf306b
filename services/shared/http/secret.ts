import { crc32 } from 'node:zlib'

/*
 * The form of a secret (decision A2). Its prefix lets scanners for leaked secrets find it; the checksum at its end
 * reveals a typing error, and most guesses, without a lookup.
 */
const PREFIX = 'rcs_'
export const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
/** 62⁶ > 2³². */
const CHECKSUM_LENGTH = 6

/** Makes a secret of random letters and digits. */
export function secretOf(random: string): string {
  const body = PREFIX + random
  return body + checksum(body)
}

/** Whether the text has the form of a secret issued here; it may still be unknown. */
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
