import {
  createCipheriv,
  createDecipheriv,
  createSecretKey,
  hash,
  randomBytes,
  type KeyObject,
} from 'node:crypto'

const PREFIX = 'whsec_'
/** As long as the output of HMAC-SHA256. Standard Webhooks allows 24 to 64. */
const SECRET_BYTES = 32
const IV_BYTES = 12
const TAG_BYTES = 16
/**
 * Stored with each encrypted secret, so that the format can change. There is only this one, so it is not
 * read.
 */
const VERSION = 'v1'

/** The secret was encrypted with a key that is no longer configured. */
export class UnknownEncryptionKey extends Error {}

interface EncryptionKey {
  /**
   * A part of the hash of the key. It is stored with each encrypted secret and tells which key decrypts it.
   */
  readonly id: string
  readonly key: Buffer
}

/**
 * Makes, encrypts and decrypts the signing secrets of endpoints. They are encrypted, not hashed, because
 * Rollcall signs with them. AES-256-GCM; the id of the endpoint is authenticated too, so that a secret copied
 * to the record of another endpoint can't be decrypted.
 */
export class SecretBox {
  readonly #keys: readonly EncryptionKey[]
  readonly #current: EncryptionKey

  /** @param keys 32 bytes each. The first one encrypts; every one decrypts. */
  constructor(keys: readonly Buffer[]) {
    this.#keys = keys.map((key) => ({ id: hash('sha256', key).slice(0, 8), key }))
    const [first] = this.#keys
    if (!first) throw new Error('There is no key to encrypt secrets with.')
    this.#current = first
  }

  newSecret(): string {
    return PREFIX + randomBytes(SECRET_BYTES).toString('base64')
  }

  seal(secret: string, endpointId: number): string {
    const { id, key } = this.#current
    const iv = randomBytes(IV_BYTES)
    const cipher = createCipheriv('aes-256-gcm', key, iv)
    cipher.setAAD(Buffer.from(String(endpointId)))
    const ciphertext = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()])
    const bytes = Buffer.concat([iv, cipher.getAuthTag(), ciphertext])
    return [VERSION, id, bytes.toString('base64')].join('.')
  }

  /** @throws UnknownEncryptionKey */
  open(sealed: string, endpointId: number): string {
    const [, keyId, base64 = ''] = sealed.split('.')
    const key = this.#keys.find(({ id }) => id === keyId)?.key
    if (!key)
      throw new UnknownEncryptionKey(
        `the secret of webhook endpoint ${endpointId} was encrypted ` +
          'with a key that is not in WEBHOOK_SECRET_KEYS',
      )
    const bytes = Buffer.from(base64, 'base64')
    const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, IV_BYTES))
    decipher.setAAD(Buffer.from(String(endpointId)))
    decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES))
    return decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES), undefined, 'utf8') + decipher.final('utf8')
  }

  /** Whether it was encrypted with the first key. */
  isCurrent(sealed: string): boolean {
    return sealed.split('.')[1] === this.#current.id
  }
}

/**
 * The HMAC key of a secret. A `KeyObject`, because `createHmac` of Node 24 is several times slower with
 * bytes.
 */
export const signingKey = (secret: string): KeyObject =>
  createSecretKey(secret.slice(PREFIX.length), 'base64')
