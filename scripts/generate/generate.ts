import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { bundleContract } from './bundle.ts'
import { catalogueOf } from './catalogue.ts'
import { writeInternalClients } from './clients.ts'
import { eventTypesOf, readEventSchemas } from './events.ts'
import { filtered } from './filter.ts'
import { contractFolder } from './paths.ts'
import { writePublishedClients } from './published.ts'
import { typesOf } from './types.ts'

/**
 * Writes everything that follows from the contract below `target`, an empty folder, in the repository's layout. The
 * same source always gives the same bytes. The clients need Java.
 */
export async function generate(target: string, { clients }: { clients: boolean }): Promise<void> {
  const folder = join(target, contractFolder)
  await mkdir(folder, { recursive: true })
  const write = (name: string, text: string): Promise<void> => writeFile(join(folder, name), text)

  const contract = await bundleContract()
  await write('openapi.json', json(contract))
  await write(
    'openapi.public.json',
    json(filtered(contract, (operation) => operation['x-audience'] === 'public')),
  )
  await write('openapi.ts', await typesOf(contract))
  await write('catalogue.ts', catalogueOf(contract))

  const events = await readEventSchemas()
  await write('events.json', json(events))
  await write('events.ts', await eventTypesOf(events))

  if (!clients) return
  await writeInternalClients(contract, target)
  await writePublishedClients(contract, target)
}

function json(value: object): string {
  return `${JSON.stringify(value, null, 2)}\n`
}
