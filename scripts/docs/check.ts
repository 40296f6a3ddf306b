/**
 * `node scripts/docs/check.ts [--write]`: fails when a part of the documentation that follows from the code is not what
 * the code says; `--write` brings it in line.
 */
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { withBlock } from './blocks.ts'
import { configurationTable } from './configuration.ts'
import { metricsTable } from './metrics.ts'

const DOCUMENT = 'docs/architecture.md'
const BLOCKS = { configuration: configurationTable, metrics: metricsTable } as const

const path = join(import.meta.dirname, '../..', DOCUMENT)
const before = await readFile(path, 'utf8')
const after = Object.entries(BLOCKS).reduce(
  (text, [name, content]) => withBlock(text, name, content()),
  before,
)

if (process.argv.includes('--write')) await writeFile(path, after)
else if (after !== before) {
  console.error(`${DOCUMENT} is not what the code says. Run: node scripts/docs/check.ts --write`)
  process.exitCode = 1
}
