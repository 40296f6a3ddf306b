/**
 * `node scripts/docs/check.ts [--write]`: fails if a generated table or the list of errors in the guides
 * differs from the code; `--write` updates them. Provider states are described by hand. Fails also if a
 * configuration or a text names what does not exist.
 */
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ROOT } from '../../local/support/files.ts'
import { withBlock } from './block.ts'
import { differencesOfStates } from './provider-states.ts'
import { staleConfiguration } from './stale-configuration.ts'
import { staleTexts } from './stale-texts.ts'
import { configurationTable, errorCodes, metricsTable } from './tables.ts'

await bringInLine('docs/generated/configuration.tsv', configurationTable)
await bringInLine('docs/generated/metrics.tsv', metricsTable)
await bringInLine('docs/guide/errors.md', (guide) => withBlock(guide, 'errors', errorCodes()))

for (const difference of differencesOfStates()) {
  console.error(`testing/providers/states/descriptions.json ${difference}.`)
  process.exitCode = 1
}

for (const { file, name } of [...(await staleConfiguration()), ...staleTexts()]) {
  console.error(`${file} names ${name}, which matches nothing.`)
  process.exitCode = 1
}

/** Compares a file with what the code says, or writes it. */
async function bringInLine(file: string, saying: (before: string) => string): Promise<void> {
  const path = join(ROOT, file)
  const before = await readFile(path, 'utf8')
  const after = saying(before)
  if (process.argv.includes('--write')) await writeFile(path, after)
  else if (after !== before) {
    console.error(`${file} is not what the code says. Run: node scripts/docs/check.ts --write`)
    process.exitCode = 1
  }
}
