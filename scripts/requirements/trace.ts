import { idsIn, type Row } from './rows.ts'
import type { TestName } from './test-names.ts'

/** Names count where tests put them: in parentheses, `(R8, R9)`. */
const PARENTHESES = /\(([^()]*)\)/g
const namedBy = ({ name }: TestName): string[] => [
  ...new Set([...name.matchAll(PARENTHESES)].flatMap(([, inside = '']) => idsIn(inside))),
]

/** Which tests prove which requirement, the requirements without proof, and names of rows that do not exist. */
export function traceOf(rows: readonly Row[], tests: readonly TestName[]) {
  const known = new Set(rows.map(({ id }) => id))
  // A whole section may be named; that alone proves none of its statements.
  const isKnown = (id: string): boolean =>
    known.has(id) || (id.startsWith('§') && rows.some((row) => row.id.startsWith(id)))
  const named = tests.flatMap((test) => namedBy(test).map((id) => ({ id, test })))
  const proofs = new Map<string, TestName[]>()
  for (const { id, test } of named) proofs.set(id, [...(proofs.get(id) ?? []), test])
  const isProved = ({ id, through }: Row): boolean =>
    proofs.has(id) ||
    (through.length > 0 && through.every((other) => rows.some((row) => row.id === other && isProved(row))))
  return {
    proofs,
    unproved: rows.filter((row) => !isProved(row)),
    unknown: named.filter(({ id }) => !isKnown(id)),
  }
}
