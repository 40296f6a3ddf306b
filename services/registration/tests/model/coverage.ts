/** How often each operation ended how: with an error code, or with the status of a success. */
export class Coverage {
  readonly #counts = new Map<string, number>()

  reached(operation: string, outcome: string): void {
    const pair = `${operation} ${outcome}`
    this.#counts.set(pair, this.count(pair) + 1)
  }

  count(pair: string): number {
    return this.#counts.get(pair) ?? 0
  }

  get pairs(): number {
    return this.#counts.size
  }

  /** Lines of `operation  outcome ×count …`. */
  table(): string {
    const rows = [...this.#counts].sort(([a], [b]) => (a < b ? -1 : 1))
    const byOperation = Map.groupBy(rows, ([pair]) => pair.split(' ')[0])
    return [...byOperation]
      .map(([operation, pairs]) => {
        const outcomes = pairs.map(([pair, count]) => `${pair.split(' ')[1]} ×${count}`)
        return `  ${operation}: ${outcomes.join(', ')}`
      })
      .join('\n')
  }
}
