/**
 * `node scripts/docs/queries.ts [--write]`, after a complete `npm test`: makes the table
 * docs/generated/queries.tsv of the queries that the tests have sent. Fails if the file has another one,
 * unless it may write it.
 *
 * - Conditions are those on the first fields of the index. One without an operator asks for equality. Each
 *   branch of an `$or` has its own row; the search for a part of a name has none, as no index serves it.
 * - Order is that of the result. If the index does not give it, few records match, and MongoDB sorts them.
 * - Index is the one that the conditions limit most. Where several can serve a query, MongoDB tries them and
 *   keeps the fastest. None stands for counts, and for work at the start that reads the whole collection.
 * - Other conditions are checked on the records that the index finds. A query has all, some or none of them.
 */
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../../local/support/files.ts'
import { QUERIES_FOLDER, type RecordedQuery } from '../../testing/recorded-queries.ts'
import { table } from './tables.ts'

const FILE = join(ROOT, 'docs/generated/queries.tsv')

const files = globSync(join(QUERIES_FOLDER, '*.txt'))
const lines = files.flatMap((file) => readFileSync(file, 'utf8').trim().split('\n'))
const othersOf = new Map<string, Set<string>>()
for (const line of new Set(lines)) {
  const { collection, conditions, order, index, others } = JSON.parse(line) as RecordedQuery
  const key = [collection, conditions, order, index].join('\t')
  othersOf.set(key, new Set([...(othersOf.get(key) ?? []), ...others]))
}
const present = readFileSync(FILE, 'utf8')
// Some conditions are not sent in every run: a poll reads the second part of a page only when it finds
// something.
for (const line of present.split('\n')) {
  const [others = '', ...key] = line.split('\t').reverse()
  const known = othersOf.get(key.reverse().join('\t'))
  for (const name of known ? others.split(', ') : []) if (name !== '') known?.add(name)
}
const rows = [...othersOf]
  .map(([key, others]) => [...key.split('\t'), [...others].sort().join(', ')])
  .sort((a, b) => (a.join() < b.join() ? -1 : 1))
const head = ['Collection', 'Conditions', 'Order', 'Index', 'Other conditions']
const current = table(head, rows)
if (process.argv.includes('--write')) writeFileSync(FILE, current)
else if (present !== current) {
  const [before, after] = [present, current].map((text) => new Set(text.split('\n')))
  for (const line of before ?? []) if (!after?.has(line)) console.error(`- ${line}`)
  for (const line of after ?? []) if (!before?.has(line)) console.error(`+ ${line}`)
  console.error(
    'docs/generated/queries.tsv differs from what the tests have sent. After a complete `npm test`, which ' +
      'sends all: node scripts/docs/queries.ts --write',
  )
  process.exitCode = 1
}
