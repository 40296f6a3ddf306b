import { Collection } from 'mongodb'

/** A fault that no service has foreseen, so that the answer to it can be looked at (decision S4). */
class Unforeseen extends Error {
  override readonly name = 'Unforeseen'
}

/**
 * While `work` runs, every call of the driver on the database fails in a way that nobody has foreseen. The driver is the
 * one place that everything in these services passes; no state of the data would make each of them fail.
 */
export async function whileFailing<T>(database: string, work: () => Promise<T>): Promise<T> {
  const prototype = Collection.prototype as unknown as Record<string, (...args: unknown[]) => unknown>
  const originals = Object.getOwnPropertyNames(prototype).flatMap((name) => {
    const descriptor = Object.getOwnPropertyDescriptor(prototype, name)
    return typeof descriptor?.value === 'function' && name !== 'constructor'
      ? [[name, descriptor.value as (...args: unknown[]) => unknown] as const]
      : []
  })
  for (const [name, original] of originals)
    prototype[name] = function (this: Collection, ...args: unknown[]): unknown {
      if (this.dbName === database) throw new Unforeseen(name)
      return original.apply(this, args)
    }
  try {
    return await work()
  } finally {
    for (const [name, original] of originals) prototype[name] = original
  }
}

/** A point where calls can be held up, to look at what others see meanwhile. */
export class Gate {
  #held: { readonly arrived: () => void; readonly opened: Promise<void> } | undefined

  async pass(): Promise<void> {
    this.#held?.arrived()
    await this.#held?.opened
  }

  /** Runs `meanwhile` while the first call that arrives is held up. */
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
      this.#held = undefined
      opened.resolve()
      await called
    }
  }
}
