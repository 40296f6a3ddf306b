import { cp, glob, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { OpenApiDocument } from '../../local/contract/document.ts'
import { filtered } from '../../local/contract/filter.ts'
import { header, internalCallsFolder } from './paths.ts'
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

const CALLS_FILE = 'calls.ts'
/**
 * Writes one file from a template of ours, which reads the operations that the generator makes for `apis`.
 */
const CALLS_GENERATOR = {
  ...GENERATOR,
  templateDir: join(import.meta.dirname, 'templates'),
  files: { 'calls.mustache': { templateType: 'SupportingFiles', destinationFilename: CALLS_FILE } },
  globalProperties: { supportingFiles: CALLS_FILE, apis: '' },
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

/**
 * Writes clients, and below `target` the calls between services. One run, because most of it is the start.
 */
export async function writeClients(
  contract: OpenApiDocument,
  target: string,
  clients: readonly ClientJob[],
): Promise<void> {
  await using scratch = await scratchFolder()
  const internal = filtered(contract, (operation) => operation['x-audience'] === 'internal')
  const calls = { document: internal, folder: join(scratch.path, 'calls') }
  const jobs = [
    { ...calls, generator: CALLS_GENERATOR },
    ...clients.map((client) => ({ ...client, generator: GENERATOR })),
  ]
  const configurations = await Promise.all(
    jobs.map(async ({ document, folder, generator }, i) => {
      const inputSpec = join(scratch.path, `${i}.openapi.json`)
      const configuration = join(scratch.path, `${i}.config.json`)
      await writeFile(inputSpec, JSON.stringify(briefly(document)))
      await writeFile(configuration, JSON.stringify({ inputSpec, outputDir: folder, ...generator }))
      return configuration
    }),
  )
  await runTool('openapi-generator-cli', ['batch', ...configurations])
  const callsFolder = join(target, internalCallsFolder)
  await cp(join(calls.folder, CALLS_FILE), join(callsFolder, CALLS_FILE))
  await Promise.all([callsFolder, ...clients.map(({ folder }) => folder)].map(finish))
}

/**
 * The generator repeats the description of the whole contract in each file: its first paragraph is enough
 * there.
 */
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
