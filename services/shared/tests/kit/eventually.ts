import { setTimeout as delay } from 'node:timers/promises'

/** Repeats a look until it no longer throws, for what happens a little later by design. */
export async function eventually<T>(look: () => T | Promise<T>, withinMs = 5_000): Promise<T> {
  const deadline = Date.now() + withinMs
  for (;;) {
    try {
      return await look()
    } catch (error) {
      if (Date.now() > deadline) throw error
      await delay(25)
    }
  }
}
