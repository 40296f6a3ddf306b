/** More would lead to a series of metrics for each account of a portal. */
const MAX_SHOWN = 10
const WINDOW_MS = 60_000

/** Adds up something by key, such as the seconds of each account, and shows the keys with the most. */
export class Busiest<K extends string | number> {
  readonly #now: () => number
  #windowStart: number
  #current = new Map<K, number>()
  #last: ReadonlyMap<K, number> = new Map()

  /** @param now the monotonic clock, in milliseconds */
  constructor(now = () => performance.now()) {
    this.#now = now
    this.#windowStart = now()
  }

  add(key: K, amount: number): void {
    this.#turn()
    this.#current.set(key, (this.#current.get(key) ?? 0) + amount)
  }

  /** The keys with the most in the last full minute, with their sums. */
  inLastMinute(): [key: K, sum: number][] {
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
