/** `node scripts/docs/queries-sent.ts`, after a complete `npm test`: fails for a row of docs/queries.md that no test has sent. */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { FOLDER, readRows } from '../../testing/queries.ts'

const lines = globSync(join(FOLDER, '*.txt')).flatMap((file) => readFileSync(file, 'utf8').split('\n'))
const sent = new Set(lines)
for (const row of readRows().keys()) {
  if (sent.has(row)) continue
  console.error(`docs/queries.md: no test sends the query "${row}". Remove its row.`)
  process.exitCode = 1
}
