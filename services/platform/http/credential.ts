import type { IncomingHttpHeaders } from 'node:http'
import document from '../contract/generated/openapi.json' with { type: 'json' }
import { InvalidToken } from '../errors.ts'

/** An API key as a caller sends it: the key id and its secret. */
export interface Credential {
  readonly keyId: string
  readonly secret: string
}

/** Longer values would not be valid in the request that asks the user service to verify the credential. */
const { keyId: KEY_ID, secret: SECRET } = document.components.schemas.CredentialCheck.properties

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
