import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { iso31661, iso31662 } from 'iso-3166'
import {
  dereferenced,
  nodesOf,
  operationsOf,
  parametersOf,
  type ErrorTable,
  type OpenApiDocument,
  type OperationEntry,
} from '../../local/contract/document.ts'
import { CommandError } from '../../local/support/command-error.ts'
import { contractSource } from './paths.ts'
import { runTool, scratchFolder } from './tools.ts'

/** The security schemes of each audience. */
const securityByAudience = {
  public: [{ apiKeyId: [], apiKeySecret: [] }, { accountBearer: [] }],
  operator: [{ operatorBearer: [] }],
  internal: [{ serviceBearer: [] }],
}

const SCIM_ERROR = 'urn:ietf:params:scim:api:messages:2.0:Error'

/** The largest body that gets the response `BodyTooLarge`; that response shows the number. */
const USUAL_BODY_LIMIT = 102_400

/**
 * INCITS 38 abbreviates as ISO 3166-2 does, and adds the freely associated states, which ISO 3166-1 has as
 * countries.
 */
const freelyAssociated = ['FM', 'MH', 'PW']

/** A response in `errors.yaml`, before the status and the text of its codes are added. */
interface ErrorResponse {
  content: { 'application/json': { example?: object; examples?: object } }
  'x-error-codes'?: string[] | Record<string, number>
}

/**
 * The whole contract as one complete document: every audience, every reference to a file made one within it.
 */
export async function bundleContract(): Promise<OpenApiDocument> {
  await using scratch = await scratchFolder()
  const output = join(scratch.path, 'openapi.json')
  await runTool('redocly', ['bundle', contractSource, '--output', output]).catch((error: Error) => {
    // Each reference to a file that can't be parsed is one more problem, and all of them together hide why.
    throw new CommandError(/Failed to parse: .*/.exec(error.message)?.[0] ?? error.message)
  })
  return complete(JSON.parse(await readFile(output, 'utf8')) as OpenApiDocument)
}

/** Adds everything that follows from the bundled contract. Explicit values take precedence. */
export function complete(bundled: OpenApiDocument): OpenApiDocument {
  const document = structuredClone(bundled)
  for (const entry of operationsOf(document)) {
    const { operation } = entry
    // Only a public operation can be open to all.
    const open = operation['x-audience'] === 'public' && operation.security?.length === 0
    operation.security = open ? [] : securityByAudience[operation['x-audience']]
    if (operation['x-audience'] === 'operator')
      operation['x-operator-access'] ??= entry.method === 'get' ? 'read' : 'full'
    requireIfNoneMatch(document, entry)
    operation.responses = { ...standardResponses(document, entry), ...operation.responses }
  }
  for (const response of Object.values(document.components.responses ?? {}))
    showCodes(response as ErrorResponse, document['x-error-codes'] ?? {})
  for (const { path, operation } of operationsOf(document)) {
    if (path.startsWith('/scim/')) operation.responses = inFormOfScim(document, operation.responses)
    if (operation.deprecated || operation['x-sunset'] !== undefined)
      operation.responses = announcingSunset(document, operation)
  }
  fillSchemas(document)
  nameInPlace(document)
  return document
}

/** The responses with each error in the form of SCIM: another response, which this adds to the document. */
function inFormOfScim(document: OpenApiDocument, responses: Record<string, object>) {
  const table = document['x-error-codes'] ?? {}
  const asScim = ([status, response]: [string, object]): [string, object] => {
    const name = (response as { $ref: string }).$ref.split('/').at(-1) ?? ''
    const { content, ...error } = dereferenced<ErrorResponse>(document, response)
    // `default` has the shape of every error, and no code.
    if (!error['x-error-codes'] && status !== 'default') return [status, response]
    const examples = Object.entries(error['x-error-codes'] ?? {}).map(([code, each]) => {
      const { scimType, detail, example } = table[code] ?? {}
      const value = { schemas: [SCIM_ERROR], status: String(each), scimType, detail: detail ?? example }
      return [code, { value }] as const
    })
    const scim = {
      schema: { $ref: '#/components/schemas/ScimError' },
      examples: Object.fromEntries(examples),
    }
    const { 'application/json': _, ...others } = content
    const own = name.startsWith('Scim') ? name : `Scim${name}`
    document.components.responses ??= {}
    document.components.responses[own] = {
      ...error,
      content: { 'application/scim+json': scim, ...others },
    }
    return [status, { $ref: `#/components/responses/${own}` }]
  }
  return Object.fromEntries(Object.entries(responses).map(asScim))
}

/** How long a deprecated operation stays at least: guide "Promises over time". */
const STAYS_MONTHS = 12
const A_DAY = /^\d{4}-\d\d-\d\d$/

/**
 * The responses of a deprecated operation, each with the headers that say so.
 * @throws Error if it would be removed too early
 */
function announcingSunset(document: OpenApiDocument, operation: OperationEntry['operation']) {
  const { operationId, deprecated, 'x-deprecated-since': since = '', 'x-sunset': sunset = '' } = operation
  if (deprecated !== true || ![since, sunset].every((day) => A_DAY.test(day)))
    throw new Error(`${operationId} needs deprecated: true, and days as 2027-01-31`)
  const earliest = new Date(since)
  earliest.setUTCMonth(earliest.getUTCMonth() + STAYS_MONTHS)
  if (!(new Date(sunset) >= earliest))
    throw new Error(
      `${operationId} needs an x-sunset at least ${STAYS_MONTHS} months after x-deprecated-since`,
    )
  const own = Object.fromEntries(
    ['Deprecation', 'Sunset'].map((name) => [name, { $ref: `#/components/headers/${name}` }]),
  )
  const link = { description: 'What deprecation means (`rel="deprecation"`).', schema: { type: 'string' } }
  return Object.fromEntries(
    Object.entries(operation.responses).map(([status, response]) => {
      const { headers, ...rest } = dereferenced<{ headers?: object }>(document, response)
      return [status, { ...rest, headers: { Link: link, ...headers, ...own } }]
    }),
  )
}

/**
 * @throws Error for a read whose response has an ETag, unless it declares the condition that callers send it
 * back in
 */
function requireIfNoneMatch(document: OpenApiDocument, entry: OperationEntry): void {
  const { method, operation } = entry
  const success = dereferenced<{ headers?: object }>(document, operation.responses['200'] ?? {})
  const hasEtag = 'ETag' in (success.headers ?? {})
  const hasCondition = parametersOf(document, entry).some(({ name }) => name === 'If-None-Match')
  if (method === 'get' && hasEtag && !hasCondition)
    throw new Error(`${operation.operationId} returns an ETag, so it needs the parameter IfNoneMatch`)
}

/** The responses that every operation with the same security, limiter, kind of body and headers has. */
export function standardResponses(document: OpenApiDocument, entry: OperationEntry) {
  const { method, operation } = entry
  const headers = parametersOf(document, entry).map(({ name }) => name)
  const secured = operation.security?.length !== 0
  const body = operation.requestBody !== undefined
  const large = (operation['x-body-limit'] ?? 0) > USUAL_BODY_LIMIT
  const standard: [status: string, response: string, applies: boolean][] = [
    ['304', 'NotModified', method === 'get' && headers.includes('If-None-Match')],
    ['400', body ? 'InvalidBody' : 'InvalidRequest', true],
    ['401', 'InvalidToken', secured],
    ['403', 'RoleMissing', secured && operation['x-audience'] === 'public'],
    ['403', 'OperatorTokenReadOnly', operation['x-operator-access'] === 'full'],
    ['409', 'InFlight', headers.includes('Idempotency-Key')],
    ['412', 'PreconditionFailed', headers.includes('If-Match')],
    ['413', large ? 'BatchTooLarge' : 'BodyTooLarge', body],
    ['415', 'UnsupportedMediaType', body],
    ['422', 'KeyReused', headers.includes('Idempotency-Key')],
    ['429', 'TooManyRequests', operation['x-rate-limit'] !== 'none'],
    ['500', 'InternalError', true],
    ['503', 'Unavailable', secured && !operation['x-without-database']],
    ['default', 'Error', true],
  ]
  const applying = standard.filter(([, , applies]) => applies)
  return Object.fromEntries(
    applying.map(([status, response]) => [status, { $ref: `#/components/responses/${response}` }]),
  )
}

/**
 * Sets the status of each error code of a response, and adds an example with its text unless there is one.
 */
function showCodes(response: ErrorResponse, table: ErrorTable): void {
  if (!response['x-error-codes']) return
  const codes = Object.values(response['x-error-codes']) as string[]
  const rows = codes.map((code) => {
    const row = table[code]
    if (!row) throw new Error(`openapi/error-codes.yaml lacks ${code}`)
    return { code, status: row.status, shown: { detail: row.detail ?? row.example } }
  })
  response['x-error-codes'] = Object.fromEntries(rows.map(({ code, status }) => [code, status]))
  const json = response.content['application/json']
  if (json.example) return
  if (rows[0] && rows.length === 1) json.example = rows[0].shown
  else json.examples = Object.fromEntries(rows.map(({ code, shown }) => [code, { value: shown }]))
}

/**
 * Replaces a reference with its own description (`allOf` of one) to a plain value by that value, because few
 * generators understand the reference.
 */
function nameInPlace(document: OpenApiDocument): void {
  for (const node of nodesOf(document.components.schemas)) {
    const { allOf, ...own } = node as { allOf?: object[] }
    const [only] = allOf ?? []
    if (!only || allOf?.length !== 1) continue
    delete node.allOf
    Object.assign(node, { ...dereferenced<object>(document, only), ...own })
  }
}

/**
 * Fills in the codes of countries and states ("" stands for unset), and the properties that exist for each
 * role.
 */
function fillSchemas({ components: { schemas = {} }, 'x-roles': roles }: OpenApiDocument): void {
  const states = iso31662.filter(({ parent }) => parent === 'US').map(({ code }) => code.slice('US-'.length))
  const { 'x-property-per-role': property, ...scopes } = schemas.Scopes as { 'x-property-per-role'?: object }
  const keys = Object.keys(roles)
  Object.assign(schemas, {
    Country: { ...schemas.Country, enum: ['', ...iso31661.map(({ alpha2 }) => alpha2).sort()] },
    State: { ...schemas.State, enum: ['', ...states, ...freelyAssociated].sort() },
    RoleName: { ...schemas.RoleName, enum: Object.values(roles) },
    Scopes: { ...scopes, required: keys, properties: Object.fromEntries(keys.map((key) => [key, property])) },
  })
}
