import type { TestName } from './test-names.ts'

/** One requirement: a statement of the specification (`§3b`) or a decision (`R8`). */
export interface Row {
  readonly id: string
  /** Rows that together cover this one if no test names it. */
  readonly through: readonly string[]
  readonly line: number
}

const ID = /§\d+(?:\.\d+)*[a-z]?|\b[ASRBOW]\d{1,2}[a-z]?\b/g
const RANGE = /\b([ASRBOW])(\d{1,2})\s?(?:–|-|to)\s?\1(\d{1,2})\b/g
const LAST_CELL = /(?<!\\)\|([^|]|\\\|)*\|\s*$/

/** The names of rows in a text, ranges such as `R1–R4` spelled out. */
export function idsIn(text: string): string[] {
  const spelledOut = text.replaceAll(RANGE, (_range, letter: string, from: string, to: string) =>
    Array.from({ length: Number(to) - Number(from) + 1 }, (_, i) => `${letter}${Number(from) + i}`).join(),
  )
  return [...new Set(spelledOut.match(ID) ?? [])]
}

/**
 * The rows of every table in the document: the first cell is the name, the last one the tests; in a table of four
 * columns, the third one names the rows that cover this one.
 */
export function readRows(markdown: string): Row[] {
  const rows = markdown.split('\n').flatMap((text, line): Row[] => {
    const [, name = '', , third = '', ...more] = text.startsWith('|') ? text.split(/(?<!\\)\|/) : []
    const [id] = idsIn(name)
    return id === undefined ? [] : [{ id, through: more.length > 1 ? idsIn(third) : [], line }]
  })
  const twice = rows.find(({ id }, i) => rows.findIndex((row) => row.id === id) !== i)
  if (twice) throw new Error(`docs/requirements.md lists ${twice.id} twice.`)
  return rows
}

/** The document with the last cell of each row filled again. */
export function fillRows(markdown: string, rows: readonly Row[], cellOf: (row: Row) => string): string {
  const lines = markdown.split('\n')
  for (const row of rows) {
    const text = cellOf(row).replaceAll('|', '\\|')
    lines[row.line] = (lines[row.line] ?? '').replace(LAST_CELL, () => `| ${text} |`)
  }
  return lines.join('\n')
}

/** Names count where tests put them: in parentheses, `(R8, R9)`. */
const PARENTHESES = /\(([^()]*)\)/g
const namedBy = ({ name }: TestName): string[] => [
  ...new Set([...name.matchAll(PARENTHESES)].flatMap(([, inside = '']) => idsIn(inside))),
]

/** The tests of each requirement, the requirements without a test, and names of unknown rows. */
export function traceOf(rows: readonly Row[], tests: readonly TestName[]) {
  const known = new Set(rows.map(({ id }) => id))
  // A whole section may be named; that covers none of its statements.
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
