import { RollcallError, UnreachableError } from '@rollcall/client'
import { setTimeout as sleep } from 'node:timers/promises'
import { onOneLine } from '../output.ts'

/** The delay when the service does not say how long to wait; doubled after each failure. */
const INITIAL_DELAY_MS = 500
const MAX_DELAY_MS = 15_000
/** Without a success for this long the import ends; its state is kept. */
const MAX_IDLE_MS = 300_000

/** Statuses that mean "later". Nothing was done, or the request may be sent twice. */
const RETRIED_STATUSES = new Set([429, 502, 503, 504])
/** The same request is still being handled: an earlier run sent it and was killed. */
const IN_FLIGHT = 'idempotency-in-flight'

/** Nothing was done: the limiter stands before the work. */
const isOverLimit = (error: unknown): boolean => error instanceof RollcallError && error.status === 429

/**
 * Sends requests, and retries those that can be sent later. After such a response all requests wait. Only for
 * requests that can safely be sent twice.
 */
export class BackOff {
  readonly #note: (text: string) => void
  readonly #started = Date.now()
  #waitUntil = 0
  #failures = 0
  #lastSuccess: number | undefined

  /** @param note shows why the next requests wait, and for how long */
  constructor(note: (text: string) => void) {
    this.#note = note
  }

  /**
   * @param request gets whether it may have been done already: it was sent before, and its answer was lost
   * @throws the error of the last attempt, when a retry would not help or time is up
   */
  async send<T>(request: (isRepeated: boolean) => Promise<T>): Promise<T> {
    for (let isRepeated = false; ;) {
      // Another request may have been told to wait longer in the meantime.
      while (this.#waitUntil > Date.now()) await sleep(this.#waitUntil - Date.now())
      try {
        const response = await request(isRepeated)
        this.#lastSuccess = Date.now()
        this.#failures = 0
        return response
      } catch (error) {
        const delay = this.#delayAfter(error)
        if (delay === undefined) throw error
        isRepeated ||= !isOverLimit(error)
        const waitUntil = Date.now() + delay
        if (waitUntil <= this.#waitUntil) continue
        this.#waitUntil = waitUntil
        this.#note(`waiting ${Math.ceil(delay / 1000)} s: ${onOneLine((error as Error).message)}`)
      }
    }
  }

  #delayAfter(error: unknown): number | undefined {
    const idle = Date.now() - (this.#lastSuccess ?? this.#started)
    if (!this.#isRetried(error) || idle > MAX_IDLE_MS) return undefined
    const retryAfter = error instanceof RollcallError ? error.retryAfter : undefined
    return retryAfter === undefined
      ? Math.min(INITIAL_DELAY_MS * 2 ** this.#failures++, MAX_DELAY_MS)
      : retryAfter * 1000
  }

  #isRetried(error: unknown): boolean {
    if (error instanceof RollcallError) return RETRIED_STATUSES.has(error.status) || error.code === IN_FLIGHT
    // An address that has never responded is more likely wrong than unavailable.
    return error instanceof UnreachableError && this.#lastSuccess !== undefined
  }
}
