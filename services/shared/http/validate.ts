import type { ErrorObject, ValidateFunction } from 'ajv'
import type { ParsedUrlQuery } from 'node:querystring'
import { newAjv } from '../contract/ajv.ts'
import type { ContractOperation } from '../contract/contract.ts'
import { InvalidRequest } from '../errors.ts'

/** The parts of a request, named as in the contract; path and query values are still strings. */
export interface Given {
  /** Undefined when a part of the path can't be decoded. */
  readonly path: Readonly<Record<string, string>> | undefined
  readonly query: ParsedUrlQuery
  readonly header: object
  readonly body: unknown
}

/** The same parts, validated against the contract. */
export interface Valid {
  readonly path: unknown
  readonly query: unknown
  readonly body: unknown
}

const PLACES: Readonly<Record<string, string>> = {
  path: 'path parameter ',
  query: 'query parameter ',
  header: 'header ',
  requestBody: '',
}
/** Digits only: the validator's coercion would also accept `0x10`, `1e3` and ` 7`. */
const PLAIN_INTEGER = /^-?\d+$/

/**
 * Creates the check of an operation's requests from the validators that openapi-backend compiles; they
 * convert path and query values to the types that the contract declares.
 * @returns throws InvalidRequest with one sentence that names the field and the rule (decision S3)
 */
export function requestCheck(
  { parameters = [] }: ContractOperation,
  compiled: () => readonly ValidateFunction[],
) {
  const validators = lazy(compiled)
  const thorough = lazy(() => validators().map(withAllErrors))
  const integers = parameters.filter(({ schema }) => schema.type === 'integer')
  return ({ path, query, header, body }: Given): Valid => {
    if (!path) throw new InvalidRequest('The path has a malformed percent escape.')
    for (const { name, in: place } of integers) {
      const value = place === 'path' ? path[name] : query[name]
      if (value !== undefined && !(typeof value === 'string' && PLAIN_INTEGER.test(value)))
        throw new InvalidRequest(`${PLACES[place]}${name} must be a whole number.`)
    }
    const request = { path, query, header, ...(body === undefined ? {} : { requestBody: body }) }
    const errors = errorsOf(validators(), request)
    if (errors.length > 0) throw invalid(errors, () => errorsOf(thorough(), request))
    return { path, query, body }
  }
}

const errorsOf = (validators: readonly ValidateFunction[], request: object) =>
  validators.flatMap((validate) => (validate(request) ? [] : (validate.errors ?? [])))

/** The same check, going on after the first error. Bodies are never converted (contract/contract.ts). */
function withAllErrors({ schema }: ValidateFunction): ValidateFunction {
  const ofBody = 'requestBody' in ((schema as { properties?: object }).properties ?? {})
  return newAjv({ allErrors: true, coerceTypes: !ofBody }).compile(schema)
}

/** Longer lists of allowed values are not repeated in an error. */
const MAX_VALUES_NAMED = 10

/** A problem document names this many faults of a request at most. */
const MAX_FAULTS = 20

/**
 * Turns the validator's errors into one sentence that names the field and the rule (decision S3).
 * @param all a second look that goes on after the first error
 */
export function invalid(errors: readonly ErrorObject[], all?: () => readonly ErrorObject[]): InvalidRequest {
  const [first = 'The request breaks the contract at /openapi.json.'] = sentences(errors)
  return new InvalidRequest(first, all && (() => sentences(all()).slice(0, MAX_FAULTS)))
}

/** The deepest errors come first: they are the most specific ones. Errors of anyOf and oneOf above others only repeat them. */
function sentences(errors: readonly ErrorObject[]): string[] {
  const sorted = [...errors].sort((a, b) => weight(b) - weight(a))
  const telling = sorted.filter((error, i) => i === 0 || !isBranch(error))
  return [...new Set(telling.map(sentence))]
}

const isBranch = ({ keyword }: ErrorObject) => keyword === 'anyOf' || keyword === 'oneOf'

const weight = (error: ErrorObject) => error.instancePath.split('/').length * 2 - (isBranch(error) ? 1 : 0)

function sentence(error: ErrorObject): string {
  const [place = '', ...names] = error.instancePath.split('/').slice(1)
  const where = names.length > 0 ? `${PLACES[place] ?? ''}${names.join('.')}` : 'The body'
  const params = error.params as Record<string, unknown>
  switch (error.keyword) {
    case 'additionalProperties':
      return `${unknownWhat(place, names, String(params['additionalProperty']))} is not known here.`
    case 'required':
      return place === '' && params['missingProperty'] === 'requestBody'
        ? 'A JSON body is required.'
        : `${PLACES[place] ?? ''}${[...names, String(params['missingProperty'])].join('.')} is required.`
    default:
      return `${where} ${ruleInWords(error)}.`
  }
}

const TYPES: Readonly<Record<string, string>> = {
  string: 'text',
  integer: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
}

/** The contract's own words (`x-rule`) for a value of the right type; never the validator's text. */
function ruleInWords({ keyword, params, parentSchema, data }: ErrorObject): string {
  const { 'x-rule': rule, nullable } = (parentSchema ?? {}) as { 'x-rule'?: string; nullable?: boolean }
  const {
    limit,
    type,
    allowedValues = [],
  } = params as { limit?: number; type?: string; allowedValues?: unknown[] }
  const many = typeof data === 'string' ? 'characters' : 'items'
  switch (keyword) {
    case 'type':
      return `must be ${TYPES[String(type).split(',')[0] ?? ''] ?? type}${nullable ? ' or null' : ''}`
    case 'maxLength':
    case 'maxItems':
      return `must have at most ${limit} ${many}`
  }
  if (rule !== undefined) return rule
  switch (keyword) {
    case 'minLength':
    case 'minItems':
      return `must have at least ${limit} ${many}`
    case 'minimum':
      return `must be at least ${limit}`
    case 'maximum':
      return `must be at most ${limit}`
    case 'uniqueItems':
      return 'must not have an item twice'
    case 'enum':
      return `must be one of ${allowedValues.slice(0, MAX_VALUES_NAMED).join(', ')}`
    default:
      return 'is not as the contract at /openapi.json wants it'
  }
}

/** Work that is put off until it is wanted, and then done once. */
function lazy<R>(work: () => R): () => R {
  let done: { readonly result: R } | undefined
  return () => (done ??= { result: work() }).result
}

function unknownWhat(place: string, names: readonly string[], property: string): string {
  return place === 'query' ? `query parameter ${property}` : [...names, property].join('.')
}
