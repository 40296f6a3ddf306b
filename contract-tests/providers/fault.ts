/** Lies around a store and lets a state decide what becomes of the calls to it: nothing is known of what it stores. */
export class Fault {
  #mode: 'none' | 'broken' | 'held' = 'none'
  #release: () => void = () => undefined
  #released: Promise<void> = Promise.resolve()

  /** Every call fails as no code has foreseen. */
  break(): void {
    this.#mode = 'broken'
  }

  /** Every call waits until {@link mend}. */
  hold(): void {
    this.#mode = 'held'
    this.#released = new Promise((release) => (this.#release = release))
  }

  mend(): void {
    this.#mode = 'none'
    this.#release()
  }

  readonly around = <T extends object>(real: T): T =>
    new Proxy(real, {
      get: (target, name) => {
        const found: unknown = Reflect.get(target, name)
        if (typeof found !== 'function') return found
        return (...args: unknown[]): unknown => {
          const call = (): unknown => Reflect.apply(found, target, args)
          switch (this.#mode) {
            case 'none':
              return call()
            case 'broken':
              return Promise.reject(new Error('a fault that a provider state asked for'))
            case 'held':
              return this.#released.then(call)
          }
        }
      },
    })
}
