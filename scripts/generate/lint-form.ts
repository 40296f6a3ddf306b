import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { OpenAPIBackend, type Document } from 'openapi-backend'
import type { OpenApiDocument } from './document.ts'
import { runTool, scratchFolder } from './tools.ts'

/**
 * Holds the contract to the form of OpenAPI, by the check of openapi-backend that the services leave out when they
 * start, and to the rules of redocly.yaml.
 * @throws Error with what the first of the two finds
 */
export async function lintForm(document: OpenApiDocument): Promise<void> {
  const backend = new OpenAPIBackend({ definition: structuredClone(document) as unknown as Document })
  await backend.loadDocument()
  backend.validateDefinition()
  await using scratch = await scratchFolder()
  const file = join(scratch.path, 'openapi.json')
  await writeFile(file, JSON.stringify(document, null, 2))
  await runTool('redocly', ['lint', '--config', 'redocly.yaml', file])
}
