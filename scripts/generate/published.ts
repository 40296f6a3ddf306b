import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ClientJob } from './clients.ts'
import { cliOperationsOf } from './cli-operations.ts'
import { operationsOf, reachable, type OpenApiDocument } from '../../local/contract/document.ts'
import { explained } from '../../local/contract/explain.ts'
import { header, publishedFolders } from './paths.ts'

/** What the operators' CLI imports, by the schema of a row. */
const rowSchemas = {
  courses: 'CourseInput',
  groups: 'GroupInput',
  history: 'RegistrationToImport',
  registrations: 'RegistrationInput',
  users: 'UserMerge',
} as const

/** The published client for TypeScript in its two parts, below `target`. */
export function publishedClients(document: OpenApiDocument, target: string): ClientJob[] {
  const [forCallers, forOperators] = [explained('public', document), explained('operator', document)]
  return [
    { document: forCallers, folder: join(target, publishedFolders.client, 'public') },
    { document: forOperators, folder: join(target, publishedFolders.client, 'operator') },
  ]
}

/** Writes the facts for the published client, and for the CLI its commands and the schemas of rows. */
export async function writePublishedFacts(document: OpenApiDocument, target: string): Promise<void> {
  const client = join(target, publishedFolders.client)
  await mkdir(client, { recursive: true })
  await writeFile(join(client, 'contract.ts'), factsOf(document))

  const cli = join(target, publishedFolders.cli)
  await mkdir(cli, { recursive: true })
  const write = (name: string, content: object) =>
    writeFile(join(cli, name), `${JSON.stringify(content, null, 2)}\n`)
  await write('import-schemas.json', importSchemasOf(document))
  await write('operations.json', cliOperationsOf(document))
}

/** Facts of the contract that the hand-written part of the client needs and the generator leaves out. */
function factsOf(document: OpenApiDocument): string {
  const published = operationsOf(document).filter(({ operation }) => operation['x-audience'] !== 'internal')
  const keyed = published.filter(({ operation }) =>
    JSON.stringify(operation).includes('#/components/parameters/IdempotencyKey'),
  )
  const codes = Object.keys(document['x-error-codes'] ?? {}).sort()
  return `${header}
/** Version of the contract that this client was made from. */
export const contractVersion = '${document.info.version}'

/** The operations that take an \`Idempotency-Key\`. */
export const keyedOperations: readonly { readonly method: string; readonly path: string }[] = [
${keyed.map(({ method, path }) => `  { method: '${method.toUpperCase()}', path: '${path}' },\n`).join('')}]

/** Every cause of an error that the contract names (header \`X-Error-Code\`). */
export type ErrorCode =
${codes.map((code) => `  | '${code}'\n`).join('')}`
}

/** The schemas of rows with the schemas that they refer to, as one document. */
function importSchemasOf(document: OpenApiDocument): object {
  const rows = Object.values(rowSchemas).map((name) => ({ $ref: `#/components/schemas/${name}` }))
  const names = [...reachable(document, rows)].map((pointer) => pointer.split('/').at(-1) ?? '')
  const schemas = Object.fromEntries(names.map((name) => [name, document.components.schemas?.[name]]))
  return { rows: rowSchemas, components: { schemas } }
}
