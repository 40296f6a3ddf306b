/** One producer gives at most this many items before the next one has its turn. */
const ITEMS_PER_TURN = 50

/** A bounded queue whose producers take turns, so a large batch does not delay small ones. */
export class FairQueue<T> {
  readonly #maxSize: number
  readonly #batches: T[][] = []
  #size = 0

  constructor(maxSize: number) {
    this.#maxSize = maxSize
  }

  get size(): number {
    return this.#size
  }

  /** A batch may fill half of the free space, so a large batch leaves room for small ones. */
  hasCapacity(count: number): boolean {
    return 2 * count <= this.#maxSize - this.#size
  }

  enqueue(batch: readonly T[]): void {
    if (batch.length === 0) return
    this.#batches.push([...batch])
    this.#size += batch.length
  }

  /** Removes and returns up to `limit` items. */
  dequeue(limit: number): T[] {
    const items: T[] = []
    while (items.length < limit && this.#size > 0) {
      const batch = this.#batches.shift() as T[]
      const turn = batch.splice(0, Math.min(ITEMS_PER_TURN, limit - items.length))
      items.push(...turn)
      this.#size -= turn.length
      if (batch.length > 0) this.#batches.push(batch)
    }
    return items
  }
}
