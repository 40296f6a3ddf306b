import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { bundleContract } from './bundle.ts'
import { catalogueOf } from './catalogue.ts'
import { writeInternalClients } from './clients.ts'
import { eventTypesOf, readEventSchemas } from './events.ts'
import { filtered } from './filter.ts'
import { clientFolders, contractFolder } from './paths.ts'
import { typesOf } from './types.ts'

export interface Choice {
  /** Folder to write below: the repository, or a scratch copy of its layout. */
  target: string
  /** The clients need Java. */
  clients: boolean
  say: (line: string) => void
}

/** Writes everything that follows from the contract; the same source always gives the same bytes. */
export async function generate({ target, clients, say }: Choice): Promise<void> {
  const folder = join(target, contractFolder)
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  const write = async (name: string, text: string): Promise<void> => {
    say(`${contractFolder}/${name}`)
    await writeFile(join(folder, name), text)
  }

  const contract = await bundleContract()
  await write('openapi.json', json(contract))
  await write('openapi.public.json', json(filtered(contract, (operation) => operation['x-audience'] === 'public')))
  await write('openapi.ts', await typesOf(contract))
  await write('catalogue.ts', catalogueOf(contract))

  const events = await readEventSchemas()
  await write('events.json', json(events))
  await write('events.ts', await eventTypesOf(events))

  if (!clients) return
  for (const client of Object.values(clientFolders)) say(`${client}/`)
  await writeInternalClients(contract, target)
}

function json(value: object): string {
  return `${JSON.stringify(value, null, 2)}\n`
}
