import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { OpenApiDocument } from './document.ts'
import { contractSource } from './paths.ts'
import { withScratch } from './scratch.ts'
import { runTool } from './tools.ts'

/** The whole contract as one document: every audience, every reference to a file made one within the document. */
export async function bundleContract(): Promise<OpenApiDocument> {
  return withScratch(async (folder) => {
    const output = join(folder, 'openapi.json')
    await runTool('redocly', ['bundle', contractSource, '--output', output])
    return JSON.parse(await readFile(output, 'utf8')) as OpenApiDocument
  })
}
