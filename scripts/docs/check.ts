/**
 * `node scripts/docs/check.ts [--write]`: fails if a table in the documentation differs from the code;
 * `--write` updates the tables. The provider states are described by hand.
 */
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ROOT } from '../../local/support/files.ts'
import { withBlock } from './block.ts'
import { differencesOfStates } from './provider-states.ts'
import { configurationTable, errorCodes, metricsTable } from './tables.ts'

await bringInLine('docs/architecture.md', { configuration: configurationTable(), metrics: metricsTable() })
await bringInLine('docs/guide/errors.md', { errors: errorCodes() })

for (const difference of differencesOfStates()) {
  console.error(`testing/providers/states/descriptions.json ${difference}.`)
  process.exitCode = 1
}

/** Compares the generated blocks of a document with what the code says, or writes them. */
async function bringInLine(document: string, blocks: Readonly<Record<string, string>>): Promise<void> {
  const path = join(ROOT, document)
  const before = await readFile(path, 'utf8')
  const after = Object.entries(blocks).reduce(
    (text, [name, content]) => withBlock(text, name, content),
    before,
  )
  if (process.argv.includes('--write')) await writeFile(path, after)
  else if (after !== before) {
    console.error(`${document} is not what the code says. Run: node scripts/docs/check.ts --write`)
    process.exitCode = 1
  }
}
