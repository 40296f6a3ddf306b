/**
 * `node scripts/docs/queries.ts [--write]`, after a complete `npm test`: makes the table of docs/queries.md
 * of the queries that the tests have sent. Fails if the document has another one, unless it may write it.
 */
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../../local/support/files.ts'
import { withBlock } from './block.ts'
import { QUERIES_FOLDER, type RecordedQuery } from '../../testing/recorded-queries.ts'
import { table } from './tables.ts'

const DOCUMENT = join(ROOT, 'docs/queries.md')

const files = globSync(join(QUERIES_FOLDER, '*.txt'))
const lines = files.flatMap((file) => readFileSync(file, 'utf8').trim().split('\n'))
const othersOf = new Map<string, Set<string>>()
for (const line of new Set(lines)) {
  const { collection, conditions, order, index, others } = JSON.parse(line) as RecordedQuery
  const key = [collection, conditions, order, index].join(' | ')
  othersOf.set(key, new Set([...(othersOf.get(key) ?? []), ...others]))
}
const present = readFileSync(DOCUMENT, 'utf8')
// Some conditions are not sent in every run: a poll reads the second part of a page only when it finds
// something.
for (const line of present.split('\n').filter((text) => text.startsWith('|'))) {
  const [others = '', ...key] = line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim())
    .reverse()
  const known = othersOf.get(key.reverse().join(' | '))
  for (const [, name = ''] of known ? others.matchAll(/`([^`]+)`/g) : []) known?.add(name)
}
const rows = [...othersOf]
  .map(([key, others]) => [
    ...key.split(' | '),
    [...others]
      .sort()
      .map((name) => `\`${name}\``)
      .join(', '),
  ])
  .sort((a, b) => (a.join() < b.join() ? -1 : 1))
const head = ['Collection', 'Conditions', 'Order', 'Index', 'Other conditions']
const current = withBlock(present, 'queries', table(head, rows))
if (process.argv.includes('--write')) writeFileSync(DOCUMENT, current)
else if (present !== current) {
  const [before, after] = [present, current].map((text) => new Set(text.split('\n')))
  for (const line of before ?? []) if (!after?.has(line)) console.error(`- ${line}`)
  for (const line of after ?? []) if (!before?.has(line)) console.error(`+ ${line}`)
  console.error('docs/queries.md differs from what the tests have sent: node scripts/docs/queries.ts --write')
  process.exitCode = 1
}
