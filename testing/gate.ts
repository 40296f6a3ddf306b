/** A point where calls can be held up, to look at what others see meanwhile. */
export class Gate {
  #held: { readonly arrived: () => void; readonly opened: Promise<void> } | undefined

  async pass(): Promise<void> {
    this.#held?.arrived()
    await this.#held?.opened
  }

  /** Runs `meanwhile` while `call` waits at the gate, which lets everything else pass. */
  async hold<T>(call: () => Promise<unknown>, meanwhile: () => Promise<T>): Promise<T> {
    const arrived = Promise.withResolvers<void>()
    const opened = Promise.withResolvers<void>()
    this.#held = { arrived: arrived.resolve, opened: opened.promise }
    const called = call()
    try {
      await Promise.race([arrived.promise, called])
      this.#held = undefined
      return await meanwhile()
    } finally {
      opened.resolve()
      await called
    }
  }
}
