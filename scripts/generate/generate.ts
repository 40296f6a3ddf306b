import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import openapiTS, { astToString, type OpenAPI3 } from 'openapi-typescript'
import { bundleContract } from './bundle.ts'
import { catalogueOf, errorsOf } from './catalogue.ts'
import { internalClients, writeClients } from './clients.ts'
import type { OpenApiDocument } from './document.ts'
import { eventTypesOf, readEventSchemas, type PayloadSchema } from './events.ts'
import { explained } from './explain.ts'
import { filtered } from './filter.ts'
import { contractFolder, header } from './paths.ts'
import { publishedClients, writePublishedFacts } from './published.ts'

/**
 * Writes everything that follows from the contract below `target`, an empty folder, in the repository's layout. The
 * same source always gives the same bytes. The clients need Java.
 */
export async function generate(target: string, { clients }: { clients: boolean }): Promise<void> {
  const contract = await bundleContract()
  await writeContract(contract, await readEventSchemas(), target)
  if (!clients) return
  await writePublishedFacts(contract, target)
  await writeClients([...internalClients(contract, target), ...publishedClients(contract, target)])
}

/** Writes what the services take from a contract. */
export async function writeContract(
  contract: OpenApiDocument,
  events: Record<string, PayloadSchema>,
  target: string,
): Promise<void> {
  const folder = join(target, contractFolder)
  await mkdir(folder, { recursive: true })
  const write = (name: string, text: string): Promise<void> => writeFile(join(folder, name), text)

  await write('openapi.json', json(contract))
  await write(
    'openapi.public.json',
    json(
      explained(
        filtered(contract, (operation) => operation['x-audience'] === 'public'),
        contract,
      ),
    ),
  )
  // A default is a promise of the service, not something that the validator fills in: such a field stays optional.
  const types = await openapiTS(structuredClone(contract) as unknown as OpenAPI3, {
    defaultNonNullable: false,
  })
  await write('openapi.ts', header + astToString(types))
  await write('catalogue.ts', catalogueOf(contract))
  await write('errors.ts', errorsOf(contract))
  await write('events.json', json(events))
  await write('events.ts', await eventTypesOf(events))
}

function json(value: object): string {
  return `${JSON.stringify(value, null, 2)}\n`
}
