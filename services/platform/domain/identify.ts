/** Which record the parameters of a request name. */
export type Identification<P extends string, T> =
  | Identified<P, T>
  | { readonly kind: 'not-found' }
  | { readonly kind: 'ambiguous' }

export interface Identified<P extends string, T> {
  readonly kind: 'identified'
  readonly record: T
  readonly identifiedBy: P
  /**
   * Whether another parameter does not match the record. Says something about other records, so the caller
   * may be told only if the account may see this one.
   */
  readonly disagrees: boolean
}

/**
 * Finds the one record that a request names. Parameters are tried in priority order: when one matches
 * nothing, the next one is tried; when it matches exactly one record, that record is taken; when it matches
 * more, the request is ambiguous.
 *
 * @param priority the parameters, the most important first
 * @param matching the records that a parameter matches; undefined when the request does not have the
 * parameter
 * @param strict whether the parameters of less importance are compared with the record that is taken
 */
export function identify<P extends string, T extends { readonly id: number }>(
  priority: readonly P[],
  matching: (parameter: P) => readonly T[] | undefined,
  strict: boolean,
): Identification<P, T> {
  for (const parameter of priority) {
    const [record, another] = matching(parameter) ?? []
    if (another) return { kind: 'ambiguous' }
    if (!record) continue
    const disagrees = strict && !priority.every((other) => matchesRecord(matching(other), record))
    return { kind: 'identified', record, identifiedBy: parameter, disagrees }
  }
  return { kind: 'not-found' }
}

const matchesRecord = <T extends { readonly id: number }>(
  matches: readonly T[] | undefined,
  record: T,
): boolean => matches === undefined || matches.some(({ id }) => id === record.id)
