import { readFileSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import scalar from '@scalar/fastify-api-reference'
import fastify from 'fastify'
import contract from '../../services/platform/contract/generated/openapi.json' with { type: 'json' }
import { dereferenced, operationsOf, type OpenApiDocument, type Operation } from '../contract/document.ts'
import { explained } from '../contract/explain.ts'
import { BUILT } from './paths.ts'
import { clientCallOf } from './samples.ts'
import { inOrder, taskOf } from './tasks.ts'

interface Parameter {
  required?: boolean
  schema: { default?: unknown }
}

/** The contract as the reference shows it. Tools read `/openapi.json` instead. */
interface ReferenceDocument extends OpenApiDocument {
  servers: { url: string }[]
  'x-tagGroups': { name: string; tags: string[] }[]
}

/** Writes what the reference page loads: the bundle of Scalar, and the contract for each audience. */
export async function writeReference(): Promise<void> {
  await mkdir(BUILT, { recursive: true })
  const whole = contract as unknown as OpenApiDocument
  await Promise.all([
    bundleOfScalar().then((script) => writeFile(join(BUILT, 'scalar.js'), script)),
    ...(['public', 'operator'] as const).map((audience) => {
      const document = referenceOf(explained(audience, whole))
      if (audience === 'operator') Object.assign(document.info, forOperators())
      return writeFile(join(BUILT, `${audience}.json`), JSON.stringify(document))
    }),
  ])
}

/** What Scalar shows in an empty field for a secret: a joke, in Base64. */
const JOKE = 'QUxMIFlPVVIgQkFTRSBBUkUgQkVMT05HIFRPIFVT'

/** The file that the package serves: it contains everything that Scalar needs in a browser. */
async function bundleOfScalar(): Promise<string> {
  const server = fastify()
  await server.register(scalar, { routePrefix: '/', configuration: { url: '/' } })
  const { statusCode, payload } = await server.inject('/js/scalar.js')
  if (statusCode !== 200)
    throw new Error(`@scalar/fastify-api-reference serves no /js/scalar.js: ${statusCode}`)
  return payload.replaceAll(JOKE, 'your secret')
}

/** The document with operations grouped by task. The page writes the samples of code. */
function referenceOf(document: OpenApiDocument): ReferenceDocument {
  for (const entry of operationsOf(document)) {
    Object.assign(entry.operation, { 'x-client': clientCallOf(entry.operation) })
    entry.operation.tags = [taskOf(entry)]
    showCreatedFirst(document, entry.operation)
    const { security } = entry.operation
    if (security) entry.operation.security = security.map(withShortNames)
  }
  const { securitySchemes = {} } = document.components
  document.components.securitySchemes = withShortNames(securitySchemes)
  // A form sends what it is prefilled with; `offset=0`, for one, excludes a cursor.
  for (const parameter of Object.values(document.components.parameters ?? {}))
    leaveEmpty(parameter as Parameter)
  const tasks = inOrder(new Set(operationsOf(document).flatMap(({ operation }) => operation.tags)))
  return {
    ...document,
    // The other prefix is explained in the text.
    servers: [{ url: '/' }],
    tags: tasks.map((name) => ({ name })),
    'x-tagGroups': [{ name: 'Operations', tags: tasks }],
  }
}

/** What the reference of operators says first; what callers read in the contract does not apply to them. */
const forOperators = () => ({
  title: 'Rollcall for operators',
  description: readFileSync(join(import.meta.dirname, 'operators.md'), 'utf8'),
})

/** Scalar opens the example of the lowest status, which for a create is the 200 of a dry run. */
function showCreatedFirst(document: OpenApiDocument, { responses }: Operation): void {
  const { '200': dryRun, '201': created } = responses
  if (dryRun === undefined || created === undefined) return
  const shown = dereferenced<{ description: string }>(document, dryRun)
  delete responses['200']
  responses['2XX'] = { ...shown, description: `200. ${shown.description}` }
}

/** Of the schemes. Scalar shows both in one line, beside a title that longer names cover. */
const SHORT_NAMES: Readonly<Record<string, string>> = { apiKeyId: 'key', apiKeySecret: 'secret' }

const withShortNames = <T extends object>(schemes: T): T =>
  Object.fromEntries(
    Object.entries(schemes).map(([name, value]) => [SHORT_NAMES[name] ?? name, value as unknown]),
  ) as T

function leaveEmpty({ required, schema }: Parameter): void {
  if (required !== true) delete schema.default
}
