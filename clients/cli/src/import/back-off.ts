import { RollcallError, UnreachableError } from '@rollcall/client'
import { setTimeout as sleep } from 'node:timers/promises'

/** Without a word from the service on how long to wait. */
const FIRST_WAIT_MS = 500
const LONGEST_WAIT_MS = 15_000
/** Without any success for so long, the import ends; its state is kept. */
const PATIENCE_MS = 300_000

/** Statuses that say "later"; none of them has done anything, and rows can be sent twice anyway. */
const LATER = new Set([429, 502, 503, 504])

export type Sleep = (ms: number) => Promise<unknown>

/**
 * Sends requests, all of them behind one gate: when the service says "later", all wait as long as it says, not only the
 * request that it said it to. Only for what can be sent twice without harm, as merges and PUTs can.
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

  /** @throws what the last try threw, once patience is at its end or waiting does not help */
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
    const later = fault instanceof RollcallError && LATER.has(fault.status)
    // An address that has never answered is more likely wrong than away.
    const away = fault instanceof UnreachableError && this.#lastSuccess !== undefined
    if ((!later && !away) || idle > PATIENCE_MS) return undefined
    return told === undefined ? Math.min(FIRST_WAIT_MS * 2 ** this.#failures++, LONGEST_WAIT_MS) : told * 1000
  }
}
