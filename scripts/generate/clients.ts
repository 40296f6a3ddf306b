import { glob, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { OpenApiDocument } from './document.ts'
import { filtered } from './filter.ts'
import { header, internalClientFolder } from './paths.ts'
import { runTool, scratchFolder } from './tools.ts'

/** A client to be generated for TypeScript. */
export interface ClientJob {
  readonly document: OpenApiDocument
  readonly folder: string
}

/** On plain fetch, with dates as `Date`. */
const GENERATOR = {
  generatorName: 'typescript-fetch',
  additionalProperties: {
    supportsES6: 'true',
    importFileExtension: '.js',
    modelPropertyNaming: 'original',
    paramNaming: 'original',
  },
} as const
/** What the generator writes besides the code. */
const OTHER_FILES = [
  '.openapi-generator',
  '.openapi-generator-ignore',
  '.gitignore',
  '.npmignore',
  'README.md',
  'docs',
]

/** The client of internal operations, below `target`. */
export const internalClient = (document: OpenApiDocument, target: string): ClientJob => ({
  document: filtered(document, (operation) => operation['x-audience'] === 'internal'),
  folder: join(target, internalClientFolder),
})

/** Writes clients, all by one run of the generator: most of its time is its start. */
export async function writeClients(jobs: readonly ClientJob[]): Promise<void> {
  await using scratch = await scratchFolder()
  const configurations = await Promise.all(
    jobs.map(async ({ document, folder }, i) => {
      const inputSpec = join(scratch.path, `${i}.openapi.json`)
      const configuration = join(scratch.path, `${i}.config.json`)
      await writeFile(inputSpec, JSON.stringify(briefly(document)))
      await writeFile(configuration, JSON.stringify({ inputSpec, outputDir: folder, ...GENERATOR }))
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
  await Promise.all(OTHER_FILES.map((name) => rm(join(folder, name), { recursive: true, force: true })))
  for await (const file of glob('**/*.ts', { cwd: folder })) {
    const path = join(folder, file)
    await writeFile(path, header + (await readFile(path, 'utf8')))
  }
}
