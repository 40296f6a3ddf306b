/**
 * `npm run check -- contract`: lints the bundled contract and the AsyncAPI document of the events, each with
 * its own redocly.yaml.
 */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { OpenAPIBackend, type Document } from 'openapi-backend'
import { analyse } from 'scslre'
import { bundleContract } from './complete.ts'
import {
  dereferenced,
  operationsOf,
  parametersOf,
  type OpenApiDocument,
} from '../../local/contract/document.ts'
import { printError } from '../../local/support/command-error.ts'
import { ROOT } from '../../local/support/files.ts'
import { eventsSource } from './paths.ts'
import { runTool, scratchFolder } from './tools.ts'

if (import.meta.main) void lint().catch((error: unknown) => (process.exitCode = printError(error)))

async function lint(): Promise<void> {
  await lintContract(await bundleContract())
  const events = join(ROOT, eventsSource)
  await runTool('redocly', ['lint', '--config', join(events, 'redocly.yaml'), join(events, 'asyncapi.yaml')])
  console.log('The contract and the events are valid.')
}

/**
 * Validates the contract against the OpenAPI schema and the rules of redocly.yaml. openapi-backend does the
 * first check; the services skip it at start.
 * @throws Error with the findings of the check that fails first
 */
export async function lintContract(document: OpenApiDocument): Promise<void> {
  const backend = new OpenAPIBackend({ definition: structuredClone(document) as unknown as Document })
  await backend.loadDocument()
  backend.validateDefinition()
  requireLinearPatterns(document)
  requireInputNames(document)
  requireLimits(document)
  await using scratch = await scratchFolder()
  const file = join(scratch.path, 'openapi.json')
  // redocly would apply the rules for our own operations to the webhooks too, so they are left out. Their
  // schemas are still checked, because they are in `components`.
  const { 'x-webhooks': _, ...served } = document
  await writeFile(file, JSON.stringify(served, null, 2))
  await runTool('redocly', ['lint', '--config', join(ROOT, 'redocly.yaml'), file])
}

/**
 * A pattern is also tried on texts that are longer than `maxLength`, when all faults of a request are listed.
 * @throws Error with the patterns whose cost can grow faster than the text
 */
function requireLinearPatterns(document: OpenApiDocument): void {
  const patterns = new Set(patternsIn(document))
  const slow = [...patterns].filter((source) => analyse({ source, flags: 'u' }).reports.length > 0)
  if (slow.length > 0) throw new Error(`The cost of these patterns can grow too fast: ${slow.join('  ')}`)
}

function* patternsIn(node: unknown): Generator<string> {
  if (typeof node !== 'object' || node === null) return
  for (const [name, value] of Object.entries(node))
    if (name === 'pattern' && typeof value === 'string') yield value
    else yield* patternsIn(value)
}

interface Schema {
  readonly $ref?: string
  readonly type?: string
  readonly enum?: readonly unknown[]
  readonly format?: string
  readonly maxLength?: number
  readonly maxItems?: number
  readonly items?: Schema
  readonly properties?: Readonly<Record<string, Schema>>
  readonly allOf?: readonly Schema[]
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
}

/**
 * The limit of a whole body leaves room for one text or list that is as long.
 * @throws Error with the texts and lists of requests that have no limit of their own
 */
function requireLimits(document: OpenApiDocument): void {
  const unlimited = new Set<string>()
  const visit = (node: Schema, place: string): void => {
    const schema = dereferenced<Schema>(document, node)
    const { type, items, properties = {}, allOf = [], anyOf = [], oneOf = [] } = schema
    const isLimited = schema.enum !== undefined || schema.format !== undefined
    if (type === 'string' && schema.maxLength === undefined && !isLimited) unlimited.add(place)
    if (type === 'array' && schema.maxItems === undefined) unlimited.add(`${place}[]`)
    if (items) visit(items, `${place}[]`)
    for (const [name, property] of Object.entries(properties)) visit(property, `${place}.${name}`)
    for (const part of [...allOf, ...anyOf, ...oneOf]) visit(part, place)
  }
  for (const entry of operationsOf(document)) {
    const { operationId, requestBody } = entry.operation
    for (const schema of schemasOf(document, requestBody)) visit(schema, operationId)
    for (const { name, schema } of parametersOf(document, entry)) visit(schema, `${operationId} ${name}`)
  }
  if (unlimited.size > 0) throw new Error(`These texts and lists have no limit: ${[...unlimited].join('  ')}`)
}

/** @throws Error unless the names of the schemas of requests' bodies, and only theirs, end in `Input` */
function requireInputNames(document: OpenApiDocument): void {
  for (const { operation } of operationsOf(document)) {
    const isInput = ({ $ref = '' }: Schema) => $ref.endsWith('Input')
    const { operationId, requestBody, responses } = operation
    if (!schemasOf(document, requestBody).every(isInput))
      throw new Error(`The schema of the body of ${operationId} is called …Input.`)
    if (Object.values(responses).some((response) => schemasOf(document, response).some(isInput)))
      throw new Error(`A response of ${operationId} has a schema called …Input.`)
  }
}

/** The schemas of a body, one for each media type. */
const schemasOf = (document: OpenApiDocument, body: object = {}): Schema[] => {
  const { content = {} } = dereferenced<{ content?: Record<string, { schema: Schema }> }>(document, body)
  return Object.values(content).map(({ schema }) => schema)
}
