/** More would lead to a series of metrics for each account of a portal. */
const MAX_SHOWN = 10
const WINDOW_MS = 60_000

/**
 * How much of a process each service account uses: the time in which its requests were in progress, so a few
 * expensive requests count as much as many cheap ones.
 */
export class AccountLoad {
  readonly #now: () => number
  #windowStart: number
  #current = new Map<number, number>()
  #last: ReadonlyMap<number, number> = new Map()

  /** @param now the monotonic clock, in milliseconds */
  constructor(now = () => performance.now()) {
    this.#now = now
    this.#windowStart = now()
  }

  add(accountId: number, seconds: number): void {
    this.#turn()
    this.#current.set(accountId, (this.#current.get(accountId) ?? 0) + seconds)
  }

  /** The accounts with the most in the last full minute, with their seconds. */
  busiest(): [accountId: number, seconds: number][] {
    this.#turn()
    return [...this.#last].toSorted(([, a], [, b]) => b - a).slice(0, MAX_SHOWN)
  }

  #turn(): void {
    const windows = Math.floor((this.#now() - this.#windowStart) / WINDOW_MS)
    if (windows === 0) return
    this.#last = windows === 1 ? this.#current : new Map()
    this.#current = new Map()
    this.#windowStart += windows * WINDOW_MS
  }
}
