import { glob, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { OpenApiDocument } from './document.ts'
import { filtered } from './filter.ts'
import { clientFolders, header } from './paths.ts'
import { withScratch } from './scratch.ts'
import { runTool } from './tools.ts'

const options = [
  'supportsES6=true',
  'importFileExtension=.js',
  'modelPropertyNaming=original',
  'paramNaming=original',
]
/** What the generator leaves beside the code. */
const noise = [
  '.openapi-generator',
  '.openapi-generator-ignore',
  'README.md',
  'docs',
  '.gitignore',
  '.npmignore',
]

/** Writes a client of each service's internal operations below `target`. */
export async function writeInternalClients(document: OpenApiDocument, target: string): Promise<void> {
  for (const [service, folder] of Object.entries(clientFolders)) {
    const internal = filtered(
      document,
      (operation) => operation['x-audience'] === 'internal' && operation.tags[0] === service,
    )
    await writeClient(internal, join(target, folder))
  }
}

/** Writes the client of a document: plain fetch, dates as `Date`. */
export async function writeClient(document: OpenApiDocument, folder: string): Promise<void> {
  await withScratch(async (scratch) => {
    const input = join(scratch, 'openapi.json')
    await writeFile(input, JSON.stringify(document))
    await runTool('openapi-generator-cli', [
      'generate',
      ...['--generator-name', 'typescript-fetch'],
      ...['--input-spec', input],
      ...['--output', folder],
      ...['--additional-properties', options.join(',')],
    ])
  })
  await Promise.all(noise.map((name) => rm(join(folder, name), { recursive: true, force: true })))
  for await (const file of glob('**/*.ts', { cwd: folder })) {
    const path = join(folder, file)
    await writeFile(path, header + (await readFile(path, 'utf8')))
  }
}
