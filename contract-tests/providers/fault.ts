/** Lies around a store and lets a state decide what becomes of the calls to it: nothing is known of what it stores. */
export class Fault {
  #broken = false
  #held: string | undefined
  #meet: () => void = () => undefined
  #release: () => void = () => undefined
  #released: Promise<void> = Promise.resolve()

  /** Every call fails as no code has foreseen. */
  break(): void {
    this.#broken = true
  }

  /** Calls of one method wait until {@link mend}. Resolves as soon as one does. */
  hold(method: string): Promise<void> {
    this.#held = method
    this.#released = new Promise((release) => (this.#release = release))
    return new Promise((meet) => (this.#meet = meet))
  }

  mend(): void {
    this.#broken = false
    this.#held = undefined
    this.#release()
  }

  readonly around = <T extends object>(real: T): T =>
    new Proxy(real, {
      get: (target, name) => {
        const found: unknown = Reflect.get(target, name)
        if (typeof found !== 'function') return found
        return (...args: unknown[]): unknown => {
          const call = (): unknown => Reflect.apply(found, target, args)
          if (this.#broken) return Promise.reject(new Error('a fault that a provider state asked for'))
          if (this.#held !== name) return call()
          this.#meet()
          return this.#released.then(call)
        }
      },
    })
}
