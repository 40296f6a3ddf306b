import { glob, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { OpenApiDocument } from './document.ts'
import { filtered } from './filter.ts'
import { clientFolders, header } from './paths.ts'
import { runTool, scratchFolder } from './tools.ts'

/** A client to be written by the generator: by default for TypeScript, on plain fetch, with dates as `Date`. */
export interface ClientJob {
  readonly document: OpenApiDocument
  readonly folder: string
  readonly kind?: keyof typeof kinds
}

const kinds = {
  typescript: {
    generatorName: 'typescript-fetch',
    additionalProperties: {
      supportsES6: 'true',
      importFileExtension: '.js',
      modelPropertyNaming: 'original',
      paramNaming: 'original',
    },
  },
  python: {
    generatorName: 'python',
    additionalProperties: { packageName: 'rollcall_client', generateSourceCodeOnly: 'true' },
    globalProperties: { apiDocs: 'false', apiTests: 'false', modelDocs: 'false', modelTests: 'false' },
  },
} as const
/** What the generator leaves beside the code. */
const noise = [
  ...['.openapi-generator', '.openapi-generator-ignore', '.gitignore', '.npmignore'],
  ...['README.md', 'rollcall_client_README.md', 'docs'],
]

/** A client of each service's internal operations, below `target`. */
export function internalClients(document: OpenApiDocument, target: string): ClientJob[] {
  const internal = filtered(document, (operation) => operation['x-audience'] === 'internal')
  return Object.entries(clientFolders).map(([service, folder]) => ({
    document: filtered(internal, ({ tags }) => tags[0] === service),
    folder: join(target, folder),
  }))
}

/** Writes clients, all by one run of the generator: most of its time is its start. */
export async function writeClients(jobs: readonly ClientJob[]): Promise<void> {
  await using scratch = await scratchFolder()
  const configurations = await Promise.all(
    jobs.map(async ({ document, folder, kind = 'typescript' }, i) => {
      const inputSpec = join(scratch.path, `${i}.openapi.json`)
      const configuration = join(scratch.path, `${i}.config.json`)
      await writeFile(inputSpec, JSON.stringify(briefly(document)))
      await writeFile(configuration, JSON.stringify({ inputSpec, outputDir: folder, ...kinds[kind] }))
      return configuration
    }),
  )
  await runTool('openapi-generator-cli', ['batch', ...configurations])
  await Promise.all(jobs.map(({ folder }) => finish(folder)))
}

/** The generator repeats the description of the whole contract in each file: its first paragraph is enough there. */
function briefly(document: OpenApiDocument): OpenApiDocument {
  const [description = ''] = document.info.description.split('\n\n')
  return { ...document, info: { ...document.info, description } }
}

async function finish(folder: string): Promise<void> {
  await Promise.all(noise.map((name) => rm(join(folder, name), { recursive: true, force: true })))
  for await (const file of glob('**/*.ts', { cwd: folder })) {
    const path = join(folder, file)
    await writeFile(path, header + (await readFile(path, 'utf8')))
  }
}
