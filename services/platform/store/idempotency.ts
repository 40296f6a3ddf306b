import { hash } from 'node:crypto'
import { DomainError, IdempotencyInFlight, IdempotencyKeyReused, UserErased } from '../errors.ts'
import type { Clock } from '../domain/time.ts'
import { recordModelStep, type StepName } from '../observability/model-steps.ts'
import type { IdempotencyKeys, KeyedRequest, KeyState, StoredResponse } from './idempotency-keys.ts'

/** Marks a response that was replayed. */
const REPLAYED = { 'idempotent-replayed': 'true' } as const

/** One attempt to carry out a request. */
export interface Attempt {
  /** The reserved id, or the first of consecutive reserved ids. */
  readonly firstId: number
  /** An earlier attempt with the same ids may have written records: look the ids up first. */
  readonly isRetry: boolean
}

export interface OnceOptions<R extends StoredResponse> {
  /** From `accountKey`, so that an account whose id is used again has keys of its own. */
  readonly accountKey: string
  readonly operation: string
  /** The header `Idempotency-Key`; without it the request is carried out every time. */
  readonly key: string | undefined
  /** The valid body, in its canonical form. A request with the same key must have the same. */
  readonly body: unknown
  /** The items of a batch; 1 by default. */
  readonly idCount?: number
  /** Reserves an id for each record that is created: one, or several consecutive ones. @returns the first */
  readonly reserveIds: () => Promise<number>
  /**
   * Charges the caller for the items of a batch, once for each attempt. Not called when the stored response
   * is returned.
   * @throws TooManyRequests
   */
  readonly spend?: () => Promise<void>
  /**
   * `wasCreatedEarlier`: an earlier attempt created the record, so the response is marked with
   * `Idempotent-Replayed: true`.
   */
  readonly perform: (
    attempt: Attempt,
  ) => Promise<{ readonly response: R; readonly wasCreatedEarlier: boolean }>
  /**
   * Called before a stored response is returned. Throws when the account may no longer see what the response
   * shows.
   */
  readonly requireAccessForReplay: (response: R, firstId: number) => Promise<void>
  /**
   * The users whose data the response contains. By their ids, an erasure finds the stored response and
   * removes it.
   */
  readonly userIdsInResponse: (response: R) => readonly number[]
}

/**
 * Carries out the request of one `Idempotency-Key` once. When the same request comes again, its first 2xx
 * response is replayed, marked with `Idempotent-Replayed: true`. Without a stored response it is a retry: ids
 * are reserved before the work, so a retry after a crash finds what the first attempt has written.
 */
export class Idempotency {
  readonly #idempotencyKeys: IdempotencyKeys
  readonly #clock: Clock

  constructor(idempotencyKeys: IdempotencyKeys, clock: Clock) {
    this.#idempotencyKeys = idempotencyKeys
    this.#clock = clock
  }

  /**
   * @throws IdempotencyKeyReused for another body, IdempotencyInFlight, UserErased, and what the options
   * throw
   */
  async once<R extends StoredResponse>(options: OnceOptions<R>): Promise<R> {
    const { accountKey, operation, key, body } = options
    if (key === undefined) {
      await options.spend?.()
      const { response } = await options.perform({ firstId: await options.reserveIds(), isRetry: false })
      return response
    }
    const request: KeyedRequest = {
      id: `${accountKey}:${operation}:${digest(key)}`,
      bodyHash: digest(canonicalJson(body)),
      idCount: options.idCount ?? 1,
      now: this.#clock.now(),
    }
    const found = await this.#idempotencyKeys.claim(request, options.reserveIds)
    const step = stepOf(found)
    if (step) recordModelStep({ step, event: request.id })
    switch (found.state) {
      case 'other-body':
        throw new IdempotencyKeyReused()
      case 'erased':
        throw new UserErased()
      case 'in-flight':
        throw new IdempotencyInFlight(secondsUntil(found.until, request.now))
      case 'completed': {
        const response = found.response as R
        await options.requireAccessForReplay(response, found.firstId)
        return markReplayed(response)
      }
      case 'claimed':
        return this.#perform(request, found, options)
    }
  }

  /**
   * `KeyRecord` (`idempotency-keys.ts`) explains the times. If one attempt, A, is slow, a retry, B, takes the
   * key over after ten seconds. If B is rejected, A may still write, so the response of B is 409 as if A held
   * the key.
   */
  async #perform<R extends StoredResponse>(
    request: KeyedRequest,
    { firstId, isRetry, othersWriteUntil }: Extract<KeyState, { state: 'claimed' }>,
    options: OnceOptions<R>,
  ): Promise<R> {
    try {
      await options.spend?.()
      const { response, wasCreatedEarlier } = await options.perform({ firstId, isRetry })
      await this.#idempotencyKeys.storeResponse(request.id, response, options.userIdsInResponse(response))
      return wasCreatedEarlier ? markReplayed(response) : response
    } catch (error) {
      // A rejected first attempt has left nothing that a retry would have to find. Any other failure may have
      // left something, also `Unavailable`, which is no `DomainError`: its write may have been done.
      const isRejection = error instanceof DomainError
      const cleanUp =
        isRejection && !isRetry
          ? this.#idempotencyKeys.removeClaim(request)
          : this.#idempotencyKeys.allowRetry(request, othersWriteUntil)
      await cleanUp.catch(() => undefined) // the claim expires
      // A slow attempt may still do what this one rejects.
      const now = this.#clock.now()
      if (isRejection && othersWriteUntil > now)
        throw new IdempotencyInFlight(secondsUntil(othersWriteUntil, now))
      throw error
    }
  }
}

/** What rarely happens to a key, counted by `scripts/faults`. */
function stepOf(found: KeyState): StepName | undefined {
  switch (found.state) {
    case 'claimed':
      return found.isRetry ? 'takeOverKey' : undefined
    case 'completed':
      return 'replayKey'
    case 'in-flight':
      return 'meetKeyInFlight'
    case 'other-body':
      return 'rejectKey'
    case 'erased':
      return undefined
  }
}

const markReplayed = <R extends StoredResponse>(response: R): R => ({
  ...response,
  headers: { ...response.headers, ...REPLAYED },
})

/** At least 1. */
const secondsUntil = (moment: Date, now: Date) =>
  Math.max(1, Math.ceil((moment.getTime() - now.getTime()) / 1000))

const digest = (text: string) => hash('sha256', text, 'base64url')

/** The same text for equal JSON values, whatever the order of their keys; the empty text for undefined. */
function canonicalJson(value: unknown): string {
  const text = JSON.stringify(value, (_key, part: unknown) =>
    part !== null && typeof part === 'object' && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  ) as string | undefined
  return text ?? ''
}
