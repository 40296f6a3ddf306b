/** Mutants that nothing can catch because nothing changes by them, each with the reason. */
export interface Equivalent {
  /** The id, `*` for any text. */
  readonly id: string
  readonly reason: string
}

export const EQUIVALENT: readonly Equivalent[] = []

/** The entry that covers a mutant. */
export function equivalentOf(id: string, list: readonly Equivalent[] = EQUIVALENT): Equivalent | undefined {
  return list.find((entry) => matches(entry.id, id))
}

export function matches(pattern: string, id: string): boolean {
  const parts = pattern.split('*').map((part) => part.replaceAll(/[^\w\s]/g, '\\$&'))
  return new RegExp(`^${parts.join('.*')}$`).test(id)
}
