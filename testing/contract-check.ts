import { Ajv, type ErrorObject } from 'ajv'
import addFormats from 'ajv-formats'
import { dereferenced, operationsOf, type OpenApiDocument } from '../scripts/generate/document.ts'
import { matcher } from '../services/shared/http/match.ts'

/** One request and its answer, as far as the contract speaks of them. */
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
  /** Where the answer breaks the contract, a line each. */
  readonly breaches: readonly string[]
  /** `operationId status`, and the error code if there is one; undefined when no operation answered. */
  readonly met: string | undefined
}

/** Headers that any answer may have without a word of the contract: those of HTTP itself, and what keeps caches away. */
const ANYWHERE = [
  ...['connection', 'content-length', 'content-type', 'date', 'keep-alive', 'transfer-encoding'],
  ...['cache-control', 'x-content-type-options'],
]
/** Answers to requests that reach no operation, whatever their path. */
const OUTSIDE = ['PathNotFound', 'MethodNotAllowed', 'MalformedRequest', 'RequestTimeout', 'HeadersTooLarge']

/** Holds answers against a contract: statuses, error codes, headers and bodies, and nothing but what is declared. */
export function contractCheck(given: object): (exchange: Exchange) => Verdict {
  const document = closed(given)
  const ajv = new Ajv({ strict: false, validateSchema: false, allErrors: true })
  addFormats.default(ajv)
  ajv.addSchema(document, 'contract')

  const outside = OUTSIDE.map((name) => document.components['responses']?.[name] as Response | undefined)
  const match = matcher(operationsOf(document), { versioned: true })

  function bodyBreaches({ content = {} }: Response, { method, headers, body }: Exchange): string[] {
    const [type = ''] = (headers.get('content-type') ?? '').split(';')
    if (body === undefined)
      return Object.keys(content).length > 0 && method !== 'HEAD' ? ['the body is missing'] : []
    const { [type]: media } = content
    if (!media) return [`a body of type ${type} is not declared`]
    const validate = ajv.compile(media.schema)
    return validate(body) ? [] : (validate.errors ?? []).map(inWords)
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
        if (ANYWHERE.includes(name)) return []
        const schema = known.get(name)?.schema
        if (!schema) return [`the header ${name} is not declared`]
        const value = schema.type === 'integer' ? Number(text) : text
        return ajv.validate(schema, value) ? [] : [`the header ${name} ${ajv.errors?.[0]?.message ?? ''}`]
      }),
    ]
  }

  function find({ method, path }: Exchange) {
    try {
      return match(method, path.split('?', 1)[0] as string).operation.operation
    } catch {
      return undefined
    }
  }

  return (exchange) => {
    const { status, headers } = exchange
    const code = headers.get('x-error-code') ?? undefined
    const hasCode = (response: Response | undefined) =>
      code !== undefined && response?.['x-error-codes']?.[code] === status
    const ofNoOperation = outside.find(hasCode)
    const operation = ofNoOperation ? undefined : find(exchange)
    if (!operation && !ofNoOperation)
      return { breaches: ['the contract has no such operation'], met: undefined }

    const declared = ofNoOperation ?? operation?.responses[status]
    const response = declared && dereferenced<Response>(document, declared)
    const met = operation && [operation.operationId, status, ...(code === undefined ? [] : [code])].join(' ')
    if (!response) return { breaches: ['the status is not declared'], met }
    return {
      met,
      breaches: [
        ...(code === undefined || hasCode(response) ? [] : [`the error code ${code} is not declared`]),
        ...headerBreaches(response, exchange),
        ...bodyBreaches(response, exchange),
      ],
    }
  }
}

/** Every answer that a contract declares, as verdicts name them. */
export function declaredAnswers(given: object): string[] {
  const document = given as OpenApiDocument
  return operationsOf(document).flatMap(({ operation: { operationId, responses } }) =>
    Object.entries(responses)
      .filter(([status]) => status !== 'default')
      .flatMap(([status, response]) => {
        const codes = Object.keys(dereferenced<Response>(document, response)['x-error-codes'] ?? {})
        return codes.length === 0
          ? [`${operationId} ${status}`]
          : codes.map((code) => `${operationId} ${status} ${code}`)
      }),
  )
}

/**
 * The document with references that hold anywhere, and its objects with their declared fields alone: what the contract
 * leaves open for later is not for an answer of today. (Parts of an `allOf` would refuse each other's fields.)
 */
function closed(document: object): OpenApiDocument {
  const text = JSON.stringify(document).replaceAll('"$ref":"#', '"$ref":"contract#')
  return JSON.parse(text, (_, value: unknown) => {
    if (typeof value !== 'object' || value === null) return value
    const { type, properties, additionalProperties = true } = value as Record<string, unknown>
    const isOpen = type === 'object' && properties !== undefined && additionalProperties === true
    return isOpen ? { ...value, additionalProperties: false } : value
  }) as OpenApiDocument
}

function inWords({ instancePath, params, message }: ErrorObject): string {
  const { additionalProperty } = params as { additionalProperty?: string }
  return `body${instancePath} ${message}${additionalProperty === undefined ? '' : `: ${additionalProperty}`}`
}
