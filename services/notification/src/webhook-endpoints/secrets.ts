import {
  createCipheriv,
  createDecipheriv,
  createSecretKey,
  hash,
  randomBytes,
  type KeyObject,
} from 'node:crypto'
import type { Endpoints } from './repository.ts'
import type { Endpoint } from './rules.ts'

const PREFIX = 'whsec_'
/** As long as the hash that signs (HMAC-SHA256). Standard Webhooks allows 24 to 64. */
const SECRET_BYTES = 32
const IV_BYTES = 12
const TAG_BYTES = 16
const VERSION = 'v1'

/** The secret was encrypted with a key that is not configured any more. */
export class UnknownSecretKey extends Error {}

/**
 * Makes, encrypts and decrypts the signing secrets of endpoints, which must be recoverable. AES-256-GCM; the id of the
 * endpoint is authenticated too, so that a secret can't be moved to another endpoint.
 */
export class SecretBox {
  readonly #keys: readonly { readonly id: string; readonly key: Buffer }[]

  /** @param keys of 32 bytes: the first one encrypts, all decrypt */
  constructor(keys: readonly Buffer[]) {
    this.#keys = keys.map((key) => ({ id: hash('sha256', key).slice(0, 8), key }))
  }

  newSecret(): string {
    return PREFIX + randomBytes(SECRET_BYTES).toString('base64')
  }

  seal(secret: string, endpointId: number): string {
    const [{ id, key } = { id: '', key: Buffer.alloc(0) }] = this.#keys
    const iv = randomBytes(IV_BYTES)
    const cipher = createCipheriv('aes-256-gcm', key, iv)
    cipher.setAAD(Buffer.from(String(endpointId)))
    const sealed = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()])
    return [VERSION, id, Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64')].join('.')
  }

  /** @throws UnknownSecretKey */
  open(sealed: string, endpointId: number): string {
    const [, keyId, text = ''] = sealed.split('.')
    const key = this.#keys.find(({ id }) => id === keyId)?.key
    if (!key) throw new UnknownSecretKey(`the secret of webhook endpoint ${endpointId} has an unknown key`)
    const bytes = Buffer.from(text, 'base64')
    const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, IV_BYTES))
    decipher.setAAD(Buffer.from(String(endpointId)))
    decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES))
    return decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES), undefined, 'utf8') + decipher.final('utf8')
  }

  /** Whether the first key has encrypted it. */
  isCurrent(sealed: string): boolean {
    return sealed.split('.')[1] === this.#keys[0]?.id
  }
}

/** The key with which a secret signs. A signature with a `KeyObject` takes half the time of one with its bytes. */
export const signingKey = (secret: string): KeyObject =>
  createSecretKey(secret.slice(PREFIX.length), 'base64')

/** Encrypts all secrets with the first key, so that the second one can be removed from the configuration. */
export async function resealAll(endpoints: Endpoints, box: SecretBox): Promise<void> {
  const isOutdated = ({ secrets }: Endpoint) => secrets.some(({ sealed }) => !box.isCurrent(sealed))
  for (const { id } of (await endpoints.findAll()).filter(isOutdated))
    await endpoints.change(id, undefined, (current) => ({
      ...current,
      secrets: current.secrets.map((secret) => ({
        ...secret,
        sealed: box.isCurrent(secret.sealed) ? secret.sealed : box.seal(box.open(secret.sealed, id), id),
      })),
    }))
}
