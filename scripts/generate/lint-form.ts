import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { OpenApiDocument } from './document.ts'
import { withScratch } from './scratch.ts'
import { runTool } from './tools.ts'

/** Holds the contract to the rules of redocly.yaml. @throws Error with all that Redocly says of it */
export async function lintForm(document: OpenApiDocument): Promise<void> {
  await withScratch(async (folder) => {
    const file = join(folder, 'openapi.json')
    await writeFile(file, JSON.stringify(document, null, 2))
    await runTool('redocly', ['lint', '--config', 'redocly.yaml', file])
  })
}
