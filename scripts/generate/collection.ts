import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ClientJob } from './clients.ts'
import { dereferenced, operationsOf, parametersOf, type OpenApiDocument } from './document.ts'
import { explained } from './explain.ts'
import { filtered } from './filter.ts'
import { publishedFolders } from './paths.ts'

/** What the generator calls its file, and what Postman's own exports are called. */
const RAW = 'postman.json'
const FILE = 'rollcall.postman_collection.json'

const variable = (key: string, value: string) => ({ key, value, type: 'string' })
/** `npm start` prints the values of all three. */
const VARIABLES = [
  variable('baseUrl', 'http://127.0.0.1:8080'),
  variable('apiKey', ''),
  variable('apiSecret', ''),
]
/** Postman sends one credential: the form of it that is one token (decision A1). */
const AUTH = { type: 'bearer', bearer: [variable('token', '{{apiKey}}.{{apiSecret}}')] }

interface Item {
  name: string
  item?: Item[]
  request?: {
    method: string
    body?: { raw?: string }
    header: { key: string; value: string }[]
    url: { raw: string; path: string[]; variable: { key: string; value: string }[] }
  }
}

/** The public operations as a Postman collection, below `target`. */
export function collectionJob(document: OpenApiDocument, target: string): ClientJob {
  return {
    kind: 'collection',
    document: prepared(publicPart(document)),
    folder: join(target, publishedFolders.collection),
  }
}

const publicPart = (document: OpenApiDocument) =>
  explained(
    filtered(document, (operation) => operation['x-audience'] === 'public'),
    document,
  )

/** The generator looks for examples beside schemas only, and knows one half of a credential. */
function prepared(document: OpenApiDocument): OpenApiDocument {
  const copy = structuredClone(document)
  for (const { operation } of operationsOf(copy)) {
    delete operation.security
    const { content = {} } = (operation.requestBody ?? {}) as {
      content?: Record<string, { schema: object; example?: unknown }>
    }
    for (const media of Object.values(content))
      media.example ??= dereferenced<{ example?: unknown }>(copy, media.schema).example
  }
  return copy
}

/** Puts in what the generator leaves out: credential, and example values of paths and headers. */
export async function finishCollection(document: OpenApiDocument, target: string): Promise<void> {
  const folder = join(target, publishedFolders.collection)
  const raw = JSON.parse(await readFile(join(folder, RAW), 'utf8')) as { item: Item[] }
  const shown = publicPart(document)
  for (const item of itemsOf(raw.item)) finishItem(shown, item)
  // The generator gives each request a folder of its own.
  const owners = raw.item.map((owner) => ({ ...owner, item: [...itemsOf(owner.item ?? [])] }))
  // In the order in which a run from top to bottom works: a user is there before its registration.
  owners.sort((a, b) => b.name.localeCompare(a.name))
  await rm(folder, { recursive: true })
  await mkdir(folder, { recursive: true })
  const collection = { ...raw, item: owners, auth: AUTH, variable: VARIABLES }
  await writeFile(join(folder, FILE), `${JSON.stringify(collection, null, 2)}\n`)
}

function* itemsOf(items: readonly Item[]): Generator<Item> {
  for (const item of items) {
    if (item.item) yield* itemsOf(item.item)
    else yield item
  }
}

function finishItem(document: OpenApiDocument, { request }: Item): void {
  if (!request) return
  const path = request.url.raw.replace('{{baseUrl}}', '').replaceAll(/:(\w+)/g, '{$1}')
  const entry = operationsOf(document).find(
    (one) => one.path === path && one.method.toUpperCase() === request.method,
  )
  if (!entry) throw new Error(`the collection has ${request.method} ${path}, which the contract has not`)
  const parameters = parametersOf(document, entry)
  const exampleOf = (name: string): string | undefined => {
    const parameter = parameters.find((one) => one.name === name)
    const value = parameter?.example ?? Object.values(parameter?.examples ?? {})[0]?.value
    return value === undefined ? undefined : String(value)
  }
  for (const each of [...request.url.variable, ...request.header])
    if (each.value === '') each.value = exampleOf(each.key) ?? ''
  // A path of the contract ends in a slash, which a list of segments shows by an empty one at its end.
  if (path.endsWith('/')) request.url.path.push('')
  if (request.body?.raw === '') delete request.body
}
