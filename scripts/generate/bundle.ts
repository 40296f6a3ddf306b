import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { complete } from './complete.ts'
import type { OpenApiDocument } from './document.ts'
import { contractSource } from './paths.ts'
import { withScratch } from './scratch.ts'
import { runTool } from './tools.ts'

/** The whole contract as one complete document: every audience, every reference to a file made one within it. */
export async function bundleContract(): Promise<OpenApiDocument> {
  return withScratch(async (folder) => {
    const output = join(folder, 'openapi.json')
    await runTool('redocly', ['bundle', contractSource, '--output', output])
    return complete(JSON.parse(await readFile(output, 'utf8')) as OpenApiDocument)
  })
}
