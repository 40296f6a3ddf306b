/**
 * Joins works that are asked for at the same time: while one is under way, what comes is collected, and then done as
 * one. So many small writes wait for the disk together, and one alone waits for nobody.
 *
 * @returns does one piece of work; settles when it is done. Of a work that failed as a whole each piece is tried alone,
 * so that none suffers for another.
 */
export function together<T>(work: (pieces: readonly T[]) => Promise<void>): (piece: T) => Promise<void> {
  let waiting: T[] = []
  let next: Promise<void> | undefined
  let running: Promise<void> = Promise.resolve()
  const begin = async (before: Promise<void>): Promise<void> => {
    await before.catch(() => undefined)
    const pieces = waiting
    waiting = []
    next = undefined
    await work(pieces)
  }
  return async (piece) => {
    waiting.push(piece)
    next ??= running = begin(running)
    await next.catch(() => work([piece]))
  }
}
