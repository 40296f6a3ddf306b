/**
 * Lets calls wait for each other: it opens for those that wait at most once in an interval, unless there are
 * `maxWaiting` of them. A call after a quiet interval does not wait. What follows is done in one turn of the
 * event loop, so that look-ups and inserts are batched.
 */
export class Gate {
  readonly #intervalMs: number
  readonly #maxWaiting: number
  #waiting: (() => void)[] = []
  /** Until the interval ends. */
  #closed: NodeJS.Timeout | undefined

  constructor({ intervalMs, maxWaiting }: { readonly intervalMs: number; readonly maxWaiting: number }) {
    this.#intervalMs = intervalMs
    this.#maxWaiting = maxWaiting
  }

  pass(): Promise<void> {
    return new Promise((resolve) => {
      this.#waiting.push(resolve)
      if (!this.#closed || this.#waiting.length >= this.#maxWaiting) this.#open()
    })
  }

  #open(): void {
    clearTimeout(this.#closed)
    this.#closed = setTimeout(() => {
      this.#closed = undefined
      if (this.#waiting.length > 0) this.#open()
    }, this.#intervalMs)
    // Calls of the same turn pass too.
    setImmediate(() => {
      for (const pass of this.#waiting.splice(0)) pass()
    })
  }
}
