import { hash } from 'node:crypto'
import type { Clock } from './time.ts'
import { Unavailable, DomainError, IdempotencyInFlight, IdempotencyKeyReused } from './errors.ts'

/** Marks a replayed answer (decision R10). */
export const REPLAYED = { 'idempotent-replayed': 'true' } as const

/** The first answer, as it is stored. */
export interface Answer {
  status: number
  body: unknown
  headers: Record<string, string>
  applied?: readonly (string | false)[]
}

export interface KeyClaim {
  /** Names account, operation and the caller's key. */
  readonly key: string
  readonly bodyHash: string
  readonly now: Date
}

export type IdempotencyRow =
  | { state: 'mine'; firstId: number; repeated: boolean }
  | { state: 'answered'; firstId: number; answer: Answer }
  | { state: 'other-body' }
  | { state: 'in-flight'; until: Date }

/** Where keys are kept for 24 hours (decision R10). */
export interface IdempotencyKeys {
  /**
   * Claims the key, or returns its state. `allot` reserves ids for the work; a retry after a crash uses the
   * same ids.
   */
  claim(claim: KeyClaim, reserveIds: () => Promise<number>): Promise<IdempotencyRow>
  answer(key: string, answer: Answer): Promise<void>
  /** Whether the answer to this key and body is stored. */
  isAnswered(claim: KeyClaim): Promise<boolean>
  /** The work failed with an unknown outcome: the next try with the same body may begin at once. */
  release(key: string): Promise<void>
  /** The work was refused before it wrote anything: frees the key, unless another request has claimed it. */
  forget(claim: KeyClaim): Promise<void>
}

/** A request with the header `Idempotency-Key`. */
export interface KeyedRequest {
  readonly account: number
  readonly operation: string
  readonly key: string
  readonly body: unknown
}

export interface OnceOptions<R extends Answer> extends Omit<KeyedRequest, 'key'> {
  /** Without a key the work runs every time. */
  key: string | undefined
  /** Reserves the id (or the first of consecutive ids) of what is created. */
  reserveIds: () => Promise<number>
  /**
   * Does the work with that id. `repeated`: an earlier try may have written the record, so look the id up
   * first.
   */
  perform: (firstId: number, repeated: boolean) => Promise<R>
  /** Throws when the account may no longer see what the kept answer shows. */
  mayReplay: (firstId: number, answer: Answer) => Promise<void>
}

/**
 * Runs the work of one `Idempotency-Key` once (R10): a retry with the same body gets the first 2xx answer
 * again, with `Idempotent-Replayed: true`. A retry with another body is refused, and so is one while the
 * first request is in flight. Ids are reserved before the work, so a retry after a crash finds what the first
 * try has written.
 */
export class Idempotency {
  readonly #keys: IdempotencyKeys
  readonly #clock: Clock
  /** The edge asks about the body of a batch before the work does. */
  readonly #bodyHashes = new WeakMap<object, string>()

  constructor(keys: IdempotencyKeys, clock: Clock) {
    this.#keys = keys
    this.#clock = clock
  }

  async once<R extends Answer>(options: OnceOptions<R>): Promise<R> {
    const { key } = options
    if (key === undefined) return options.perform(await options.reserveIds(), false)
    const claim = this.#claimOf({ ...options, key })
    const row = await this.#keys.claim(claim, options.reserveIds)
    switch (row.state) {
      case 'other-body':
        throw new IdempotencyKeyReused()
      case 'in-flight':
        throw new IdempotencyInFlight(secondsBetween(claim.now, row.until))
      case 'answered':
        await options.mayReplay(row.firstId, row.answer)
        return { ...(row.answer as R), headers: { ...row.answer.headers, ...REPLAYED } }
      case 'mine':
        return this.#perform(claim, row, options)
    }
  }

  /** Whether the request would be answered by a replay. */
  async isAnswered(request: KeyedRequest): Promise<boolean> {
    return await this.#keys.isAnswered(this.#claimOf(request))
  }

  #claimOf({ account, operation, key, body }: KeyedRequest): KeyClaim {
    return {
      key: `${account}:${operation}:${digest(key)}`,
      bodyHash: this.#hashOf(body),
      now: this.#clock.now(),
    }
  }

  #hashOf(body: unknown): string {
    if (typeof body !== 'object' || body === null) return digest(canonical(body))
    const bodyHash = this.#bodyHashes.get(body) ?? digest(canonical(body))
    this.#bodyHashes.set(body, bodyHash)
    return bodyHash
  }

  async #perform<R extends Answer>(
    claim: KeyClaim,
    row: { firstId: number; repeated: boolean },
    options: OnceOptions<R>,
  ): Promise<R> {
    try {
      const answer = await options.perform(row.firstId, row.repeated)
      await this.#keys.answer(claim.key, answer)
      return answer
    } catch (error) {
      // A refused first try has written nothing; any other failure may have.
      const refused = error instanceof DomainError && !(error instanceof Unavailable)
      const free = refused && !row.repeated ? this.#keys.forget(claim) : this.#keys.release(claim.key)
      await free.catch(() => undefined) // the lease expires by itself
      throw error
    }
  }
}

const secondsBetween = (from: Date, to: Date) =>
  Math.max(1, Math.ceil((to.getTime() - from.getTime()) / 1000))

const digest = (text: string) => hash('sha256', text, 'base64url')

/** Equal JSON values give equal text, whatever the order of their keys; undefined gives the empty text. */
function canonical(value: unknown): string {
  const text = JSON.stringify(value, (_key, part: unknown) =>
    part !== null && typeof part === 'object' && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  ) as string | undefined
  return text ?? ''
}
