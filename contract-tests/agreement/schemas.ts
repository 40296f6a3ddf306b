import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv'
import addFormats from 'ajv-formats'
import type { Contract } from './contract.ts'

const DOCUMENT = 'contract'

/** Compiles what a contract says, once for each contract and each part of it, when it is first asked for. */
export class Schemas {
  readonly #bodies: Ajv
  readonly #texts: Ajv
  readonly #compiled = new Map<string, ValidateFunction>()
  readonly #contract: Contract

  constructor(contract: Contract) {
    this.#contract = contract
    const document = closed(contract.document) as object
    this.#bodies = compiler({ coerceTypes: false }).addSchema(document, DOCUMENT)
    this.#texts = compiler({ coerceTypes: true }).addSchema(document, DOCUMENT)
  }

  /** What of a body that a consumer sends breaks the schema, in words that name the field. */
  sentFaults(schema: object, body: unknown): string[] {
    return this.#faults(this.#bodies, 'body', schema, body).map(inWords)
  }

  /** The same for a body that a consumer expects: it may leave out what it doesn't look at. */
  expectedFaults(schema: object, body: unknown): string[] {
    return this.#faults(this.#bodies, 'body', schema, body).filter(isNoGap).map(inWords)
  }

  /** The same for a header or a parameter, which is text whatever its type. */
  textFaults(schema: object, text: string): string[] {
    return this.#faults(this.#texts, 'text', wrapped(schema), { value: text }).map(inWords)
  }

  /** The same for the payload that a consumer expects of a message; undefined when there is no such type. */
  eventFaults(type: string, payload: unknown): string[] | undefined {
    const schema = this.#contract.events[type]
    return (
      schema &&
      this.#faults(this.#bodies, 'event', closed(schema) as object, payload)
        .filter(isNoGap)
        .map(inWords)
    )
  }

  #faults(ajv: Ajv, kind: string, schema: object, value: unknown): ErrorObject[] {
    const key = `${kind} ${JSON.stringify(schema)}`
    const validate = this.#compiled.get(key) ?? ajv.compile(absolute(schema) as object)
    this.#compiled.set(key, validate)
    return validate(structuredClone(value)) ? [] : (validate.errors ?? [])
  }
}

const isNoGap = ({ keyword }: ErrorObject): boolean => keyword !== 'required'

const schemasOf = new WeakMap<Contract, Schemas>()
export function schemasFor(contract: Contract): Schemas {
  const schemas = schemasOf.get(contract) ?? new Schemas(contract)
  schemasOf.set(contract, schemas)
  return schemas
}

function compiler(options: { coerceTypes: boolean }): Ajv {
  const ajv = new Ajv({ strict: false, allErrors: true, validateSchema: false, logger: false, ...options })
  addFormats.default(ajv)
  return ajv
}

const wrapped = (schema: object) => ({ type: 'object', properties: { value: schema } })

/** References of the document seen from outside of it. */
function absolute(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(absolute)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [
      key,
      key === '$ref' && typeof inner === 'string' ? `${DOCUMENT}${inner}` : absolute(inner),
    ]),
  )
}

/**
 * Objects with their properties and no others. What the contract leaves open for later must not be relied upon now.
 * Examples are left as they are.
 */
function closed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(closed)
  if (typeof value !== 'object' || value === null) return value
  const inner = Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => key !== '$schema')
      .map(([key, each]) => [key, key.startsWith('example') ? each : closed(each)]),
  )
  const isOpen = 'properties' in inner && (inner['additionalProperties'] ?? true) === true
  return isOpen && inner['type'] === 'object' ? { ...inner, additionalProperties: false } : inner
}

function inWords({ instancePath, keyword, params, message }: ErrorObject): string {
  const { additionalProperty, missingProperty, allowedValues } = params as Record<string, unknown>
  const last = (additionalProperty ?? missingProperty) as string | undefined
  const field = [...instancePath.split('/').slice(1), ...(last === undefined ? [] : [last])].join('.')
  const place = field === '' ? 'it' : `\`${field}\``
  switch (keyword) {
    case 'additionalProperties':
      return `${place} is not declared`
    case 'required':
      return `${place} is missing, and required`
    case 'enum':
      return `${place} ${message}: ${JSON.stringify(allowedValues).slice(0, 200)}`
    default:
      return `${place} ${message ?? 'breaks the contract'}`
  }
}
