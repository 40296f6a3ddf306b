/**
 * `node scripts/requirements/check.ts`: fails if no test names a statement of docs/requirements.md or a
 * settled question of record 0010, or if a test names an unknown one.
 */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../../local/support/files.ts'

/** A statement of the specification (`§3b`) or a decision (`R8`). */
const ID = /§\d+(?:\.\d+)*[a-z]?|\b[ASRBOW]\d{1,2}[a-z]?\b/g
const RANGE = /\b([ASRBOW])(\d{1,2})\s?(?:–|-|to)\s?\1(\d{1,2})\b/g
/** Parentheses in the name of a test. */
const NAMED = /\(([^()\n]*)\)[^'"`\n]*['"`]/g
const TEST_FILES = '{services,local,scripts,contract-tests,clients}/**/*.test.ts'

/** The ids in a text, ranges such as `R1–R4` spelled out. */
function idsIn(text: string): string[] {
  const spelledOut = text.replaceAll(RANGE, (_range, letter: string, from: string, to: string) =>
    Array.from({ length: Number(to) - Number(from) + 1 }, (_, i) => `${letter}${Number(from) + i}`).join(),
  )
  return spelledOut.match(ID) ?? []
}

const SPECIFICATION = 'docs/requirements.md'
const SETTLED = 'docs/decisions/0010-open-questions-settled.md'
const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8')

/** Items of lists: `- §1a: the statement (the requirements that settle it)`. */
const statements = [...read(SPECIFICATION).matchAll(/^- (§\S+): ([^]+?)(?=\n- §|\n\n|\n$)/gm)].map(
  ([, id = '', text = '']) => [id, idsIn(/\(([^()]+)\)$/.exec(text)?.[1] ?? '')] as const,
)
const settled = [...read(SETTLED).matchAll(/^### (\w+)$/gm)].map(([, id = '']) => [id, []] as const)
/** By id, the rows that together cover a row that no test names. */
const rows = new Map<string, readonly string[]>([...statements, ...settled])
const named = new Map(
  globSync(TEST_FILES, { cwd: ROOT, exclude: (path) => path.includes('node_modules') }).flatMap((file) =>
    [...readFileSync(join(ROOT, file), 'utf8').matchAll(NAMED)].flatMap(([, inside = '']) =>
      idsIn(inside).map((id) => [id, file]),
    ),
  ),
)

function isProved(id: string): boolean {
  const through = rows.get(id) ?? []
  return named.has(id) || (through.length > 0 && through.every(isProved))
}
/** A test may name a whole section, which proves none of its statements. */
const isKnown = (id: string) =>
  rows.has(id) || (id.startsWith('§') && [...rows.keys()].some((row) => row.startsWith(id)))

const faults = [
  ...[...rows.keys()].filter((id) => !isProved(id)).map((id) => `${id}: no test names it.`),
  ...[...named]
    .filter(([id]) => !isKnown(id))
    .map(([id, file]) => `${file} names ${id}, which neither ${SPECIFICATION} nor ${SETTLED} has.`),
]
for (const fault of faults) console.error(fault)
if (faults.length > 0) process.exitCode = 1
else console.log(`Tests name all ${rows.size} requirements.`)
