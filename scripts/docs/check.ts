/**
 * `node scripts/docs/check.ts [--write]`: fails when a part of the documentation that follows from the code is not what
 * the code says; `--write` brings its tables in line. A provider state is described by hand.
 */
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ROOT } from '../support/files.ts'
import { withBlock } from './block.ts'
import { differencesOfStates } from './provider-states.ts'
import { configurationTable, metricsTable } from './tables.ts'

const TABLES = 'docs/architecture.md'
const path = join(ROOT, TABLES)
const before = await readFile(path, 'utf8')
const configured = withBlock(before, 'configuration', configurationTable())
const after = withBlock(configured, 'metrics', metricsTable())
if (process.argv.includes('--write')) await writeFile(path, after)
else if (after !== before) {
  console.error(`${TABLES} is not what the code says. Run: node scripts/docs/check.ts --write`)
  process.exitCode = 1
}

const STATES = 'docs/provider-states.md'
for (const difference of differencesOfStates(await readFile(join(ROOT, STATES), 'utf8'))) {
  console.error(`${STATES} ${difference}.`)
  process.exitCode = 1
}
