import { idsIn, type Row } from './rows.ts'
import type { TestName } from './test-names.ts'

/** Which tests prove which requirement, and what is wrong with that. */
export interface Trace {
  readonly proofs: ReadonlyMap<string, readonly TestName[]>
  readonly unproved: readonly Row[]
  /** Tests that name a row which does not exist. */
  readonly unknown: readonly { readonly id: string; readonly test: TestName }[]
}

/** Names count where tests put them: in parentheses, `(R8, R9)`. */
const PARENTHESES = /\(([^()]*)\)/g
const namedBy = ({ name }: TestName): string[] => [
  ...new Set([...name.matchAll(PARENTHESES)].flatMap(([, inside = '']) => idsIn(inside))),
]

export function traceOf(rows: readonly Row[], tests: readonly TestName[]): Trace {
  const known = new Set(rows.map(({ id }) => id))
  // A whole section may be named; that alone proves none of its statements.
  const isKnown = (id: string): boolean =>
    known.has(id) || (id.startsWith('§') && rows.some((row) => row.id.startsWith(id)))
  const named = tests.flatMap((test) => namedBy(test).map((id) => ({ id, test })))
  const proofs = new Map(
    rows.map(({ id }) => [id, named.filter((one) => one.id === id).map(({ test }) => test)]),
  )
  const isProved = ({ id, through }: Row): boolean =>
    (proofs.get(id)?.length ?? 0) > 0 ||
    (through.length > 0 && through.every((other) => rows.some((row) => row.id === other && isProved(row))))
  return {
    proofs,
    unproved: rows.filter((row) => !isProved(row)),
    unknown: named.filter(({ id }) => !isKnown(id)),
  }
}
