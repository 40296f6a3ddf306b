import type { IncomingHttpHeaders } from 'node:http'
import { crc32 } from 'node:zlib'
import document from '../contract/generated/openapi.json' with { type: 'json' }
import { InvalidToken } from '../errors.ts'

/** An API key as a caller sends it: the key id and its secret. */
export interface Credential {
  readonly keyId: string
  readonly secret: string
}

/** Longer values would not be valid in the request that asks the user service to verify the credential. */
const { keyId: KEY_ID, secret: SECRET } = document.components.schemas.CredentialCheckInput.properties

/**
 * Reads a credential from the headers `X-Api-Key` and `X-Api-Secret`, or from `Authorization: Bearer <key
 * id>.<secret>`.
 * @throws InvalidToken when it is missing or malformed
 */
export function readCredential(headers: IncomingHttpHeaders): Credential {
  const credential = readApiKeyHeaders(headers) ?? readBearerCredential(headers)
  if (!credential) throw new InvalidToken()
  if (!isWithin(KEY_ID, credential.keyId) || !isWithin(SECRET, credential.secret)) throw new InvalidToken()
  return credential
}

function readApiKeyHeaders(headers: IncomingHttpHeaders): Credential | undefined {
  const keyId = headers['x-api-key']
  const secret = headers['x-api-secret']
  return typeof keyId === 'string' && typeof secret === 'string' ? { keyId, secret } : undefined
}

function readBearerCredential(headers: IncomingHttpHeaders): Credential | undefined {
  const [, keyId, secret] = /^([^.]*)\.(.*)$/.exec(readBearer(headers) ?? '') ?? []
  return keyId !== undefined && secret !== undefined ? { keyId, secret } : undefined
}

/** The token of `Authorization: Bearer <token>`. The scheme is case-insensitive. */
export function readBearer(headers: IncomingHttpHeaders): string | undefined {
  return /^bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1]
}

function isWithin(bounds: { minLength: number; maxLength: number }, text: string): boolean {
  return text.length >= bounds.minLength && text.length <= bounds.maxLength
}

/** How a secret begins. Lets scanners for leaked secrets find it. */
const SECRET_PREFIX = 'rcs_'
/** The digits of a secret. */
export const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
/** Enough digits for a CRC-32: 62⁶ > 2³². */
const CHECKSUM_LENGTH = 6

/** Makes a secret: adds the prefix and the checksum to random letters and digits. */
export function secretOf(random: string): string {
  const body = SECRET_PREFIX + random
  return body + checksum(body)
}

/**
 * Whether the text has the form of a secret and a correct checksum, which most typing errors and guesses
 * lack.
 */
export function isWellFormed(secret: string): boolean {
  const body = secret.slice(0, -CHECKSUM_LENGTH)
  return body.startsWith(SECRET_PREFIX) && body + checksum(body) === secret
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
