import type { ErrorObject } from 'ajv'
import { dereferenced, operationsOf, type OpenApiDocument } from '../local/contract/document.ts'
import { newAjv } from '../services/platform/contract/ajv.ts'
import { operationFinder } from './find-operation.ts'

/** One request and its response, as far as the contract describes them. */
export interface Exchange {
  readonly method: string
  /** With or without a query. */
  readonly path: string
  readonly status: number
  readonly headers: Headers
  /** Undefined when there was none. */
  readonly body: unknown
}

interface Response {
  readonly headers?: Readonly<Record<string, object>>
  readonly content?: Readonly<Record<string, { readonly schema: object }>>
  readonly 'x-error-codes'?: Readonly<Record<string, number>>
}
interface Header {
  readonly required?: boolean
  readonly schema: { readonly type?: string }
}

interface Verdict {
  /** How the response breaks the contract. */
  readonly breaches: readonly string[]
  /**
   * `operationId status`, and the error code if there is one; undefined when the request reached no
   * operation.
   */
  readonly covered: string | undefined
}

/** Headers that every response may have without being declared. */
const UNDECLARED_HEADERS = [
  'connection',
  'content-length',
  'content-type',
  'date',
  'transfer-encoding',
  'cache-control',
  'x-content-type-options',
]
/** Responses to requests that reach no operation, whatever their path. */
const COMMON_RESPONSES = [
  'PathNotFound',
  'MethodNotAllowed',
  'MalformedRequest',
  'RequestTimeout',
  'HeadersTooLarge',
]

/**
 * Checks responses against a contract. Statuses, error codes, headers and properties that are not declared
 * are breaches.
 */
export function contractCheck(contract: object): (exchange: Exchange) => Verdict {
  const document = closeObjects(contract)
  // A response is checked as it is: `x-canonical` would change it first.
  const ajv = newAjv({ allErrors: true }).removeKeyword('x-canonical').addSchema(document, 'contract')

  const commonResponses = COMMON_RESPONSES.map(
    (name) => document.components['responses']?.[name] as Response | undefined,
  )
  const findOperation = operationFinder(operationsOf(document))

  function bodyBreaches({ content = {} }: Response, { method, headers, body }: Exchange): string[] {
    const [type = ''] = (headers.get('content-type') ?? '').split(';')
    if (body === undefined)
      return Object.keys(content).length > 0 && method !== 'HEAD' ? ['the body is missing'] : []
    const { [type]: media } = content
    if (!media) return [`a body of type ${type} is not declared`]
    const validate = ajv.compile(media.schema)
    return validate(body) ? [] : (validate.errors ?? []).map(describe)
  }

  function headerBreaches({ headers: declared = {} }: Response, { headers }: Exchange): string[] {
    const known = new Map(
      Object.entries(declared).map(([name, header]) => [
        name.toLowerCase(),
        dereferenced<Header>(document, header),
      ]),
    )
    const missing = [...known].filter(([name, { required }]) => required && !headers.has(name))
    return [
      ...missing.map(([name]) => `the header ${name} is missing`),
      ...[...headers].flatMap(([name, text]) => {
        if (UNDECLARED_HEADERS.includes(name)) return []
        const schema = known.get(name)?.schema
        if (!schema) return [`the header ${name} is not declared`]
        const value = schema.type === 'integer' ? Number(text) : text
        return ajv.validate(schema, value) ? [] : [`the header ${name} ${ajv.errors?.[0]?.message ?? ''}`]
      }),
    ]
  }

  return (exchange) => {
    const { status, headers } = exchange
    const code = headers.get('x-error-code') ?? undefined
    const hasCode = (response: Response | undefined) =>
      code !== undefined && response?.['x-error-codes']?.[code] === status
    const common = commonResponses.find(hasCode)
    const operation = common ? undefined : findOperation(exchange.method, exchange.path)?.operation
    if (!operation && !common) return { breaches: ['the contract has no such operation'], covered: undefined }

    const declared = common ?? operation?.responses[status]
    const response = declared && dereferenced<Response>(document, declared)
    const covered = operation && responseName(operation.operationId, status, code)
    if (!response) return { breaches: ['the status is not declared'], covered }
    return {
      covered,
      breaches: [
        ...(code === undefined || hasCode(response) ? [] : [`the error code ${code} is not declared`]),
        ...headerBreaches(response, exchange),
        ...bodyBreaches(response, exchange),
      ],
    }
  }
}

function responseName(operationId: string, status: number | string, code?: string): string {
  return code === undefined ? `${operationId} ${status}` : `${operationId} ${status} ${code}`
}

/** The name of every response that a contract declares, as in {@link Verdict}. */
export function declaredResponses(contract: object): string[] {
  const document = contract as OpenApiDocument
  return operationsOf(document).flatMap(({ operation: { operationId, responses } }) =>
    Object.entries(responses)
      .filter(([status]) => status !== 'default')
      .flatMap(([status, response]) => {
        const codes = Object.keys(dereferenced<Response>(document, response)['x-error-codes'] ?? {})
        return codes.length === 0
          ? [responseName(operationId, status)]
          : codes.map((code) => responseName(operationId, status, code))
      }),
  )
}

/**
 * The document with references that Ajv resolves from any schema, and with objects that allow only their
 * declared properties: what the contract leaves open for later versions must not be in a response of this
 * version. (The parts of an `allOf` would reject each other's properties.)
 */
function closeObjects(document: object): OpenApiDocument {
  const text = JSON.stringify(document).replaceAll('"$ref":"#', '"$ref":"contract#')
  return JSON.parse(text, (_, value: unknown) => {
    if (typeof value !== 'object' || value === null) return value
    const { type, properties, additionalProperties = true } = value as Record<string, unknown>
    const isOpen = type === 'object' && properties !== undefined && additionalProperties === true
    return isOpen ? { ...value, additionalProperties: false } : value
  }) as OpenApiDocument
}

function describe({ instancePath, params, message }: ErrorObject): string {
  const { additionalProperty } = params as { additionalProperty?: string }
  return `body${instancePath} ${message}${additionalProperty === undefined ? '' : `: ${additionalProperty}`}`
}
