/** The first `count` values. Later ones are not computed. */
export function take<T>(count: number, values: Iterable<T>): T[] {
  const taken: T[] = []
  if (count > 0)
    for (const value of values) {
      taken.push(value)
      if (taken.length === count) break
    }
  return taken
}
