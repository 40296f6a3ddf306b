import { RollcallError, UnreachableError } from '@rollcall/client'
import { setTimeout as sleep } from 'node:timers/promises'

/** The wait when the service does not say how long to wait. */
const FIRST_WAIT_MS = 500
const MAX_WAIT_MS = 15_000
/** Without any success for this long the import ends; its state is kept. */
const PATIENCE_MS = 300_000

/** Statuses that mean "later": nothing was done, and rows can be sent twice anyway. */
const LATER = new Set([429, 502, 503, 504])
/** The same request is being handled: an earlier run sent it and was killed. */
const IN_FLIGHT = 'idempotency-in-flight'

export type Sleep = (ms: number) => Promise<unknown>

/**
 * Sends requests behind one shared gate: when the service says "later", all requests wait that long. Only for
 * requests that can safely be sent twice, such as merges and PUTs.
 */
export class BackOff {
  readonly #onWait: (reason: string, ms: number) => void
  readonly #sleep: Sleep
  #openAt = 0
  #failures = 0
  #lastSuccess: number | undefined
  #started = Date.now()

  constructor(onWait: (reason: string, ms: number) => void, pause: Sleep = sleep) {
    this.#onWait = onWait
    this.#sleep = pause
  }

  /** @throws the error of the last try, when time is up or waiting does not help */
  async send<T>(request: () => Promise<T>): Promise<T> {
    for (;;) {
      for (let wait = this.#openAt - Date.now(); wait > 0; wait = this.#openAt - Date.now())
        await this.#sleep(wait)
      try {
        const answer = await request()
        this.#lastSuccess = Date.now()
        this.#failures = 0
        return answer
      } catch (fault) {
        const wait = this.#waitAfter(fault)
        if (wait === undefined) throw fault
        const openAt = Date.now() + wait
        if (openAt <= this.#openAt) continue
        this.#openAt = openAt
        this.#onWait((fault as Error).message, wait)
      }
    }
  }

  #waitAfter(fault: unknown): number | undefined {
    const idle = Date.now() - (this.#lastSuccess ?? this.#started)
    const told = fault instanceof RollcallError ? fault.retryAfter : undefined
    const later = fault instanceof RollcallError && (LATER.has(fault.status) || fault.code === IN_FLIGHT)
    // An address that has never answered is more likely wrong than unavailable.
    const away = fault instanceof UnreachableError && this.#lastSuccess !== undefined
    if ((!later && !away) || idle > PATIENCE_MS) return undefined
    return told === undefined ? Math.min(FIRST_WAIT_MS * 2 ** this.#failures++, MAX_WAIT_MS) : told * 1000
  }
}
