import type { ErrorObject, ValidateFunction } from 'ajv'
import type { ContractOperation } from '../contract/contract.ts'
import { InvalidRequest } from '../errors.ts'

/** The parts of a request, named as in the contract; path and query values are still strings. */
export interface Given {
  /** Undefined when a part of the path can't be decoded. */
  readonly path: Readonly<Record<string, string>> | undefined
  readonly query: Record<string, string | string[]>
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
 * Creates the check of an operation's requests from the validators that openapi-backend has compiled; they
 * convert path and query values to the types that the contract declares.
 * @returns throws InvalidRequest with one sentence that names the field and the rule (decision S3)
 */
export function requestCheck(
  { parameters = [] }: ContractOperation,
  validators: readonly ValidateFunction[],
) {
  const integers = parameters.filter(({ schema }) => schema.type === 'integer')
  return ({ path, query, header, body }: Given): Valid => {
    if (!path) throw new InvalidRequest('The path has a malformed percent escape.')
    for (const { name, in: place } of integers) {
      const value = place === 'path' ? path[name] : query[name]
      if (value !== undefined && !(typeof value === 'string' && PLAIN_INTEGER.test(value)))
        throw new InvalidRequest(`${PLACES[place]}${name} must be a whole number.`)
    }
    const request = { path, query, header, ...(body === undefined ? {} : { requestBody: body }) }
    const errors = validators.flatMap((validate) => (validate(request) ? [] : (validate.errors ?? [])))
    if (errors.length > 0) throw invalid(errors)
    return { path, query, body }
  }
}

/** Parses a query string; a repeated parameter becomes a list. */
export function parseQuery(query: string): Record<string, string | string[]> {
  if (query === '') return {}
  const search = new URLSearchParams(query)
  return Object.fromEntries(
    [...new Set(search.keys())].map((name) => {
      const values = search.getAll(name)
      return [name, values.length === 1 ? (values[0] as string) : values]
    }),
  )
}

/** Longer lists of allowed values are not repeated in an error. */
const MOST_VALUES_NAMED = 10

/** Turns the validator's errors into one sentence that names the field and the rule (decision S3). */
export function invalid(errors: readonly ErrorObject[]): InvalidRequest {
  // The deepest error is the most specific one; errors of anyOf above it only repeat it.
  const telling = [...errors].sort((a, b) => weight(b) - weight(a))[0]
  return new InvalidRequest(telling ? sentence(telling) : 'The request breaks the contract at /openapi.json.')
}

function weight(error: ErrorObject): number {
  const isBranch = error.keyword === 'anyOf' || error.keyword === 'oneOf'
  return error.instancePath.split('/').length * 2 - (isBranch ? 1 : 0)
}

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
    case 'enum': {
      const values = params['allowedValues'] as unknown[]
      const named = values.length <= MOST_VALUES_NAMED ? `: ${values.filter((v) => v !== '').join(', ')}` : ''
      return `${where} must be one of the values that the contract lists${named}.`
    }
    default:
      return `${where} ${ruleInWords(error) ?? error.message ?? 'is not valid'}.`
  }
}

/** The contract's own words (`x-rule`) instead of a regular expression. */
const ruleInWords = (error: ErrorObject) =>
  (error.parentSchema as { 'x-rule'?: string } | undefined)?.['x-rule']

function unknownWhat(place: string, names: readonly string[], property: string): string {
  return place === 'query' ? `query parameter ${property}` : [...names, property].join('.')
}
