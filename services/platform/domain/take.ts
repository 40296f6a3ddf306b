/** The first values, and no more than these are computed. */
export function take<T>(count: number, values: Iterable<T>): T[] {
  const taken: T[] = []
  if (count > 0)
    for (const value of values) {
      taken.push(value)
      if (taken.length === count) break
    }
  return taken
}
