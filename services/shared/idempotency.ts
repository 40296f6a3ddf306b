import { createHash } from 'node:crypto'
import type { Clock } from './time.ts'
import { DependencyUnavailable, DomainError, IdempotencyInFlight, IdempotencyKeyReused } from './errors.ts'

/** Marks an answer as the first one given again (decision R10). */
export const REPLAYED = { 'idempotent-replayed': 'true' } as const

/** An answer as it was first given. */
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
  | { state: 'in-flight' }

/** Where keys are kept for 24 hours (decision R10). */
export interface IdempotencyKeys {
  /** Takes the key, or tells what became of it. `allot` gives the ids that the work will use, also after a crash. */
  claim(claim: KeyClaim, allot: () => Promise<number>): Promise<IdempotencyRow>
  answer(key: string, answer: Answer): Promise<void>
  /** Is the answer to a request with this key and this body kept? */
  isAnswered(claim: KeyClaim): Promise<boolean>
  /** The work ended and nobody can tell how far it got: the next try, with the same body, may begin at once. */
  release(key: string): Promise<void>
  /** The work was refused before it wrote anything: the key is as good as new, unless somebody else has taken it. */
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
  /** Without one the work is simply done. */
  key: string | undefined
  /** Reserves the id (or the first of a row of ids) of what is created. */
  allot: () => Promise<number>
  /** Does the work with that id. `repeated`: an earlier try may have got as far as writing: look the id up first. */
  perform: (firstId: number, repeated: boolean) => Promise<R>
  /** @throws Forbidden when the account may no longer see what the kept answer shows */
  mayReplay: (firstId: number, answer: Answer) => Promise<void>
}

/**
 * Does the work of one `Idempotency-Key` once: a repetition with the same body gets the first 2xx answer again, with
 * `Idempotent-Replayed: true`; another body is refused; a try still under way is waited for by the caller (R10).
 * Ids are allotted before the work, so after a crash the retry finds what the first try has written.
 */
export class Idempotency {
  readonly #keys: IdempotencyKeys
  readonly #clock: Clock

  constructor(keys: IdempotencyKeys, clock: Clock) {
    this.#keys = keys
    this.#clock = clock
  }

  async once<R extends Answer>(options: OnceOptions<R>): Promise<R> {
    const { key } = options
    if (key === undefined) return options.perform(await options.allot(), false)
    const claim = this.#claimOf({ ...options, key })
    const row = await this.#keys.claim(claim, options.allot)
    switch (row.state) {
      case 'other-body':
        throw new IdempotencyKeyReused()
      case 'in-flight':
        throw new IdempotencyInFlight()
      case 'answered':
        await options.mayReplay(row.firstId, row.answer)
        return { ...(row.answer as R), headers: { ...row.answer.headers, ...REPLAYED } }
      case 'mine':
        return this.#perform(claim, row, options)
    }
  }

  /** Would the request be answered by a replay? */
  async isAnswered(request: KeyedRequest): Promise<boolean> {
    return await this.#keys.isAnswered(this.#claimOf(request))
  }

  #claimOf({ account, operation, key, body }: KeyedRequest): KeyClaim {
    return {
      key: `${account}:${operation}:${hash(key)}`,
      bodyHash: hash(canonical(body)),
      now: this.#clock.now(),
    }
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
      // A first try that was refused has written nothing. Of every other failure that can't be said.
      const refused = error instanceof DomainError && !(error instanceof DependencyUnavailable)
      const free = refused && !row.repeated ? this.#keys.forget(claim) : this.#keys.release(claim.key)
      await free.catch(() => undefined) // the lease runs out by itself
      throw error
    }
  }
}

const hash = (text: string) => createHash('sha256').update(text).digest('base64url')

/** The same JSON value gives the same text, whatever the order of its keys; none at all gives an empty one. */
function canonical(value: unknown): string {
  const text = JSON.stringify(value, (_key, part: unknown) =>
    part !== null && typeof part === 'object' && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  ) as string | undefined
  return text ?? ''
}
