/** At most so much of one offer is taken before the next one has its turn. */
const SHARE = 50

/** What several requests offer, taken in turns: a large offer (an import) holds up nobody else's. */
export class Offers<T> {
  readonly #most: number
  #waiting: T[][] = []
  #size = 0

  /** @param most held at a time */
  constructor(most: number) {
    this.#most = most
  }

  get size(): number {
    return this.#size
  }

  /** Whether there is room; large offers leave some to small ones. */
  fits(count: number): boolean {
    return 2 * count <= this.#most - this.#size
  }

  add(offered: readonly T[]): void {
    if (offered.length === 0) return
    this.#waiting.push([...offered])
    this.#size += offered.length
  }

  /** The next ones, `most` at the most. */
  take(most: number): T[] {
    const taken: T[] = []
    while (taken.length < most && this.#size > 0) {
      const offer = this.#waiting.shift() as T[]
      const share = offer.splice(0, Math.min(SHARE, most - taken.length))
      taken.push(...share)
      this.#size -= share.length
      if (offer.length > 0) this.#waiting.push(offer)
    }
    return taken
  }
}
