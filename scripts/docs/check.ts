/**
 * `node scripts/docs/check.ts [--write]`: fails when a part of the documentation that follows from the code is not what
 * the code says; `--write` brings it in line.
 */
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ROOT } from '../support/files.ts'
import { configurationTable } from './configuration.ts'
import { metricsTable } from './metrics.ts'
import { providerStates } from './provider-states.ts'

const DOCUMENTS = {
  'docs/architecture.md': { configuration: configurationTable, metrics: metricsTable },
  'docs/provider-states.md': { states: providerStates },
} as const

for (const [document, blocks] of Object.entries(DOCUMENTS)) {
  const path = join(ROOT, document)
  const before = await readFile(path, 'utf8')
  const after = Object.entries(blocks).reduce(
    (text, [name, content]) => withBlock(text, name, content()),
    before,
  )

  if (process.argv.includes('--write')) await writeFile(path, after)
  else if (after !== before) {
    console.error(`${document} is not what the code says. Run: node scripts/docs/check.ts --write`)
    process.exitCode = 1
  }
}

/** Replaces what stands between the two comments that frame a generated block. @throws Error when there is no frame */
function withBlock(markdown: string, name: string, content: string): string {
  const [begin, end] = [`<!-- generated: ${name} -->`, `<!-- end of ${name} -->`]
  const block = new RegExp(`${begin}[\\s\\S]*?${end}`)
  if (!block.test(markdown)) throw new Error(`the document has no lines ${begin} and ${end}`)
  return markdown.replace(block, () => `${begin}\n<!-- prettier-ignore -->\n${content}\n\n${end}`)
}
