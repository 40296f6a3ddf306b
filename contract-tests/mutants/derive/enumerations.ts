import type { Json } from '../contract.ts'
import type { ContractMutant } from '../mutant.ts'
import type { Concerns } from './concerns.ts'
import type { Place } from './places.ts'

/**
 * Every value of every enumeration missing, and every enumeration open to any value. A value under another name is not
 * derived: whatever notices that the right one is missing notices that, too.
 */
export function enumerationMutants(places: readonly Place[], concerns: Concerns): ContractMutant[] {
  return places.flatMap(({ path, label, schema }) => {
    const values = schema['enum'] as readonly Json[] | undefined
    if (!values) return []
    const common = { family: 'enum value', concerns: concerns(path) } as const
    return [
      // A list of nothing is no JSON Schema: its only value goes with the list.
      ...(values.length > 1 ? values : []).map((value, i) => ({
        id: `${label}=${JSON.stringify(value)}:drop`,
        ...common,
        edits: [{ path: [...path, 'enum', String(i)] }],
      })),
      { id: `${label}.enum:open`, ...common, edits: [{ path: [...path, 'enum'] }] },
    ]
  })
}
