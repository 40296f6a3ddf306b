/** Mutants that nothing can catch because nothing changes by them, each with the reason. */
export interface Equivalent {
  /** The id, `*` for any text. */
  readonly id: string
  readonly reason: string
}

const NEVER_DELETED =
  'Only the deleted users of a list have the field (decision R16); in no answer of this operation there is one to change.'

export const EQUIVALENT: readonly Equivalent[] = [
  { id: '* answers 20* deleted:*', reason: NEVER_DELETED },
  { id: 'mergeUserBatch answers 200 [].user.deleted:*', reason: NEVER_DELETED },
]

/** The entry that covers a mutant. */
export function equivalentOf(id: string, list: readonly Equivalent[] = EQUIVALENT): Equivalent | undefined {
  return list.find((entry) => matches(entry.id, id))
}

export function matches(pattern: string, id: string): boolean {
  const parts = pattern.split('*').map((part) => part.replaceAll(/[^\w\s]/g, '\\$&'))
  return new RegExp(`^${parts.join('.*')}$`).test(id)
}
