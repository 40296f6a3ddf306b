import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import openapiTS, { astToString, type OpenAPI3 } from 'openapi-typescript'
import { catalogueOf, errorsOf } from './catalogue.ts'
import { writeClients } from './clients.ts'
import { bundleContract } from './complete.ts'
import { eventTypesOf, readEventSchemas } from './events.ts'
import { nodesOf, type OpenApiDocument } from '../../local/contract/document.ts'
import { explained } from '../../local/contract/explain.ts'
import { contractFolder, header } from './paths.ts'
import { forClientGenerators } from './client-generators.ts'
import { publishedClients, writePublishedFacts } from './published.ts'

/** The contract without the requirements that it implements, which callers do not have. */
export function withoutSources(contract: OpenApiDocument): OpenApiDocument {
  const document = structuredClone(contract)
  for (const node of nodesOf(document)) Reflect.deleteProperty(node, 'x-source')
  return document
}

/**
 * Writes everything that follows from the contract below `target`, an empty folder, in the repository's
 * layout. The same source always gives the same bytes. The clients and the calls between services need Java.
 */
export async function generate(target: string, { clients }: { clients: boolean }): Promise<void> {
  const contract = withoutSources(await bundleContract())
  const events = await readEventSchemas()
  const folder = join(target, contractFolder)
  await mkdir(folder, { recursive: true })
  const write = (name: string, content: string | object): Promise<void> =>
    writeFile(
      join(folder, name),
      typeof content === 'string' ? content : `${JSON.stringify(content, null, 2)}\n`,
    )

  await write('openapi.json', contract)
  await write('openapi.public.json', forClientGenerators(explained('public', contract)))
  // A default is a promise of the service, not something that the validator fills in: such a field stays
  // optional.
  const types = await openapiTS(structuredClone(contract) as unknown as OpenAPI3, {
    defaultNonNullable: false,
  })
  await write('openapi.ts', header + astToString(types))
  await write('catalogue.ts', catalogueOf(contract))
  await write('errors.ts', errorsOf(contract))
  await write('events.json', events)
  await write('events.ts', await eventTypesOf(events))
  await writePublishedFacts(contract, target)
  if (clients) await writeClients(contract, target, publishedClients(contract, target))
}
