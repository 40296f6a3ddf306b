import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { withBlock } from '../scripts/docs/block.ts'

/**
 * The table of all queries is collected from what repositories send while tests run: most filters are composed of parts, so a
 * declaration beside each would say the same a second time, and could be wrong.
 */
const DOCUMENT = join(import.meta.dirname, '../docs/queries.md')

/** Where each test process records which rows its queries have; scripts/docs/queries-sent.ts compares them. */
export const FOLDER = join(import.meta.dirname, '../.local/test/queries')

/** A kind of query: all with these conditions on fields of the index. */
interface Row {
  readonly collection: string
  readonly conditions: string
  readonly order: string
  readonly index: string
}

const HEAD = [
  '| Collection | Conditions | Order | Index | Other conditions |',
  '| --- | --- | --- | --- | --- |',
]

/** The rows of the table: the first four cells, with the fields of the fifth one. */
export function readRows(): Map<string, Set<string>> {
  const lines = readFileSync(DOCUMENT, 'utf8').split('\n')
  const rows = lines.slice(lines.indexOf(HEAD[1] as string) + 1).filter((line) => line.startsWith('| '))
  return new Map(
    rows.map((line) => {
      const cells = line.slice(2, -2).split(' | ')
      const fields = (cells.pop() as string).matchAll(/`([^`]+)`/g)
      return [cells.join(' | '), new Set([...fields].map(([, name = '']) => name))]
    }),
  )
}

let rows: Map<string, Set<string>> | undefined
const recorded = new Set<string>()

/** @throws Error if the table does not have the row with all of these other fields; with WRITE_DOCS=true it adds them */
export function requireRow(row: Row, otherFields: readonly string[]): void {
  const { collection, conditions, order, index } = row
  const key = [collection, conditions, order, index].join(' | ')
  rows ??= readRows()
  const known = rows.get(key)
  if (!known || otherFields.some((field) => !known.has(field))) {
    if (process.env['WRITE_DOCS'] !== 'true')
      throw new Error(
        `docs/queries.md does not have the row "${key}" with ${otherFields.join(', ') || 'no other conditions'}: run the test with WRITE_DOCS=true`,
      )
    addRow(key, otherFields)
  }
  if (recorded.has(key)) return
  recorded.add(key)
  mkdirSync(FOLDER, { recursive: true })
  appendFileSync(join(FOLDER, `${process.pid}.txt`), `${key}\n`)
}

function addRow(key: string, otherFields: readonly string[]): void {
  rows = readRows()
  rows.set(key, new Set([...(rows.get(key) ?? []), ...otherFields]))
  const lines = [...rows].map(
    ([cells, fields]) =>
      `| ${cells} | ${[...fields]
        .sort()
        .map((name) => `\`${name}\``)
        .join(', ')} |`,
  )
  writeFileSync(
    DOCUMENT,
    withBlock(readFileSync(DOCUMENT, 'utf8'), 'queries', [...HEAD, ...lines.sort()].join('\n')),
  )
}
