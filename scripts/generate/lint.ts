/**
 * `npm run check -- contract`: lints the bundled contract and the AsyncAPI document of the events, each with
 * its own redocly.yaml.
 */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { OpenAPIBackend, type Document } from 'openapi-backend'
import { analyse } from 'scslre'
import { bundleContract } from './complete.ts'
import type { OpenApiDocument } from '../../local/contract/document.ts'
import { printError } from '../../local/support/command-error.ts'
import { ROOT } from '../../local/support/files.ts'
import { eventsSource } from './paths.ts'
import { runTool, scratchFolder } from './tools.ts'

if (import.meta.main) void lint().catch((error: unknown) => (process.exitCode = printError(error)))

async function lint(): Promise<void> {
  await lintContract(await bundleContract())
  const events = join(ROOT, eventsSource)
  await runTool('redocly', ['lint', '--config', join(events, 'redocly.yaml'), join(events, 'asyncapi.yaml')])
  console.log('The contract and the events are valid.')
}

/**
 * Validates the contract against the OpenAPI schema and the rules of redocly.yaml. openapi-backend does the
 * first check; the services skip it at start.
 * @throws Error with the findings of the check that fails first
 */
export async function lintContract(document: OpenApiDocument): Promise<void> {
  const backend = new OpenAPIBackend({ definition: structuredClone(document) as unknown as Document })
  await backend.loadDocument()
  backend.validateDefinition()
  requireLinearPatterns(document)
  await using scratch = await scratchFolder()
  const file = join(scratch.path, 'openapi.json')
  // redocly would apply the rules for our own operations to the webhooks too, so they are left out. Their
  // schemas are still checked, because they are in `components`.
  const { 'x-webhooks': _, ...served } = document
  await writeFile(file, JSON.stringify(served, null, 2))
  await runTool('redocly', ['lint', '--config', join(ROOT, 'redocly.yaml'), file])
}

/**
 * A pattern is also tried on texts that are longer than `maxLength`, when all faults of a request are listed.
 * @throws Error with the patterns whose cost can grow faster than the text
 */
function requireLinearPatterns(document: OpenApiDocument): void {
  const patterns = new Set(patternsIn(document))
  const slow = [...patterns].filter((source) => analyse({ source, flags: 'u' }).reports.length > 0)
  if (slow.length > 0) throw new Error(`The cost of these patterns can grow too fast: ${slow.join('  ')}`)
}

function* patternsIn(node: unknown): Generator<string> {
  if (typeof node !== 'object' || node === null) return
  for (const [name, value] of Object.entries(node))
    if (name === 'pattern' && typeof value === 'string') yield value
    else yield* patternsIn(value)
}
