/** `npm run lint:contract`: the completed contract and the events against the rules of their redocly.yaml. */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { OpenAPIBackend, type Document } from 'openapi-backend'
import { bundleContract } from './complete.ts'
import type { OpenApiDocument } from './document.ts'
import { explain } from '../support/command-error.ts'
import { eventsSource } from './paths.ts'
import { runTool, scratchFolder } from './tools.ts'

if (import.meta.main) void lint().catch((fault: unknown) => (process.exitCode = explain(fault)))

async function lint(): Promise<void> {
  await lintForm(await bundleContract())
  const rules = join(eventsSource, 'redocly.yaml')
  await runTool('redocly', ['lint', '--config', rules, join(eventsSource, 'asyncapi.yaml')])
  console.log('The contract is in order.')
}

/**
 * Holds the contract to the form of OpenAPI, by the check of openapi-backend that the services leave out when they
 * start, and to the rules of redocly.yaml.
 * @throws Error with the first finding
 */
export async function lintForm(document: OpenApiDocument): Promise<void> {
  const backend = new OpenAPIBackend({ definition: structuredClone(document) as unknown as Document })
  await backend.loadDocument()
  backend.validateDefinition()
  await using scratch = await scratchFolder()
  const file = join(scratch.path, 'openapi.json')
  // Its rules are for operations that Rollcall serves, and it takes webhooks for some. Their schemas are components.
  const { 'x-webhooks': _, ...served } = document
  await writeFile(file, JSON.stringify(served, null, 2))
  await runTool('redocly', ['lint', '--config', 'redocly.yaml', file])
}
