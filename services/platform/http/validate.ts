import type { ErrorObject, ValidateFunction } from 'ajv'
import { newAjv } from '../contract/ajv.ts'
import type { CompiledOperation } from '../contract/contract.ts'
import { beginningOf } from '../domain/utf8.ts'
import { inBody, inParameter, InvalidRequest, type Fault, type Place } from '../errors.ts'

/** The parts of a request, named as in the contract. */
interface RequestParts {
  /** By name, percent-encoded. */
  readonly path: Readonly<Record<string, string>>
  /** The query string, percent-encoded, without its question mark. */
  readonly query: string
  readonly header: object
  readonly body: unknown
}

/** The parts that a handler gets, with the types that the contract declares. */
interface ValidParts {
  readonly path: unknown
  readonly query: unknown
  readonly body: unknown
}

const PREFIXES: Readonly<Record<string, string>> = {
  path: 'path parameter ',
  query: 'query parameter ',
  header: 'header ',
  requestBody: '',
  item: '',
}
/** The validator's coercion would also accept `0x10`, `1e3` and ` 7`. */
const PLAIN_INTEGER = /^-?\d+$/

/** Validates the requests of one operation. */
export class RequestValidator {
  readonly #operation: CompiledOperation
  /** Query parameters that can be repeated. */
  readonly #lists: ReadonlySet<string>
  #thorough: readonly ValidateFunction[] | undefined

  constructor(operation: CompiledOperation) {
    this.#operation = operation
    const lists = (operation.parameters ?? []).filter(({ schema }) => schema.type === 'array')
    this.#lists = new Set(lists.map(({ name }) => name))
  }

  /**
   * Decodes path and query values, and converts them to the types that the contract declares. Replaces texts
   * in the body by their canonical form (`x-canonical`).
   * @throws InvalidRequest with one sentence that names the field and the rule
   */
  validate(parts: RequestParts): ValidParts {
    const { header, body } = parts
    const path = decodePath(parts.path)
    const query = parseQuery(parts.query, this.#lists)
    this.#requirePlainIntegers(path, query)
    const request = body === undefined ? { path, query, header } : { path, query, header, requestBody: body }
    const errors = errorsOf(this.#operation.validators(), request)
    if (errors.length > 0)
      throw invalidRequest(errors, () => errorsOf(this.#thoroughValidators(), firstItems(request)))
    return { path, query, body }
  }

  #requirePlainIntegers(path: Readonly<Record<string, string>>, query: Query): void {
    for (const { name, in: place, schema } of this.#operation.parameters ?? []) {
      if (schema.type !== 'integer') continue
      const value = place === 'path' ? path[name] : query[name]
      if (typeof value === 'string' && !PLAIN_INTEGER.test(value))
        throw new InvalidRequest(`${PREFIXES[place]}${name} must be a whole number.`, inParameter(name))
    }
  }

  /**
   * Only problem documents list all errors, so these validators are compiled when the first one is needed.
   */
  #thoroughValidators(): readonly ValidateFunction[] {
    return (this.#thorough ??= this.#operation.validators().map(withAllErrors))
  }
}

function decodePath(params: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(params).map(([name, value]) => [
      name,
      percentDecode(`path parameter ${name}`, value, name),
    ]),
  )
}

function errorsOf(validators: readonly ValidateFunction[], request: object): ErrorObject[] {
  return validators.flatMap((validate) => (validate(request) ? [] : (validate.errors ?? [])))
}

/** The same validator, which does not stop at the first error. A body's values keep their types. */
function withAllErrors({ schema }: ValidateFunction): ValidateFunction {
  const { properties = {} } = schema as { properties?: object }
  return newAjv({ allErrors: true, coerceTypes: !('requestBody' in properties) }).compile(schema)
}

/** The value, each list in it cut: a validator that does not stop compares each item with each other. */
function firstItems<T>(value: T): T {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.slice(0, MAX_SEARCHED_ITEMS).map(firstItems) as T
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, firstItems(inner)])) as T
}

/** Longer lists of allowed values are cut in an error. */
const MAX_LISTED_VALUES = 10

/** In one problem document. */
const MAX_FAULTS = 20
/** Of a list or the fields of an object, when faults of a request are looked for. */
const MAX_SEARCHED_ITEMS = 100
/** A request can have more errors than its sender would read. */
const MAX_SORTED_ERRORS = 100

/**
 * Turns the validator's errors into one sentence that names the field and the rule.
 * @param findAll returns all errors of the request; the validator stops at the first one
 */
export function invalidRequest(
  errors: readonly ErrorObject[],
  findAll?: () => readonly ErrorObject[],
): InvalidRequest {
  const [first = BREAKS_CONTRACT] = faults(errors)
  // The same fault comes first in the list.
  const list = (all: readonly ErrorObject[]) => distinct([first, ...faults(all)]).slice(0, MAX_FAULTS)
  return new InvalidRequest(first.detail, first, findAll && (() => list(findAll())))
}

const BREAKS_CONTRACT: Fault = { detail: 'The request breaks the contract at /openapi.json.', ...inBody() }

const distinct = (found: readonly Fault[]): Fault[] => [
  ...new Map(found.map((fault) => [fault.detail, fault])).values(),
]

/** The most specific errors first. */
function faults(errors: readonly ErrorObject[]): Fault[] {
  const sorted = errors.slice(0, MAX_SORTED_ERRORS).sort((a, b) => specificity(b) - specificity(a))
  // An error of anyOf or oneOf only repeats the errors of its branches.
  const relevant = sorted.filter((error, i) => i === 0 || !isUnion(error))
  return distinct(relevant.map(faultOf))
}

function isUnion({ keyword }: ErrorObject): boolean {
  return keyword === 'anyOf' || keyword === 'oneOf'
}

function specificity(error: ErrorObject): number {
  const depth = error.instancePath.split('/').length
  return depth * 2 - (isUnion(error) ? 1 : 0)
}

function faultOf(error: ErrorObject): Fault {
  const [part = '', ...names] = error.instancePath.split('/').slice(1)
  const prefix = PREFIXES[part] ?? ''
  const params = error.params as { additionalProperty?: string; missingProperty?: string }
  switch (error.keyword) {
    case 'additionalProperties':
      return unknownField(error, String(params.additionalProperty), part, names)
    case 'required': {
      const missing = String(params.missingProperty)
      if (part === '' && missing === 'requestBody') return { detail: 'A JSON body is required.', ...inBody() }
      const misspelt = Object.keys(error.data as object)
        .slice(0, MAX_SEARCHED_ITEMS)
        .find((name) => isSimilar(name, missing))
      if (misspelt !== undefined) return unknownField(error, misspelt, part, names)
      const path = [...names, missing]
      return { detail: `${prefix}${path.join('.')} is required.`, ...placeOf(part, path) }
    }
    default: {
      const whole = part === 'item' ? 'The item' : 'The body'
      // A parameter that can be repeated is a list, which its sender does not see.
      const shown = part === 'query' ? names.slice(0, 1) : names
      const subject = names.length > 0 ? prefix + shown.join('.') : whole
      return { detail: `${subject} ${rule(error)}.${plusHint(part, error)}`, ...placeOf(part, names) }
    }
  }
}

function placeOf(part: string, [first = '', ...names]: readonly string[]): Place {
  if (part !== 'requestBody' && part !== 'item') return inParameter(first)
  // An attribute of SCIM is named with its part: emails.value.
  return first === '' ? inBody() : inBody(first.replace(/\..*/, ''), ...names)
}

/** A plus that was not percent-encoded, in a date's offset or an e-mail address, arrives as a space. */
function plusHint(place: string, { data, keyword }: ErrorObject): string {
  const mayBePlus = place === 'query' && typeof data === 'string' && data.includes(' ') && keyword !== 'enum'
  return mayBePlus ? ' In a query string a + means a space: write it as %2B.' : ''
}

function unknownField(error: ErrorObject, field: string, part: string, names: readonly string[]): Fault {
  const path = [...names, shownName(field)]
  return {
    detail: `${PREFIXES[part] ?? ''}${path.join('.')} ${unknownRule(error, field)}`,
    ...placeOf(part, path),
  }
}

function unknownRule(error: ErrorObject, field: string): string {
  const { properties = {} } = error.parentSchema as { properties?: object }
  const known = Object.keys(properties)
  const meant = known.find((name) => isSimilar(name, field))
  if (meant !== undefined) return `is not known here. Did you mean ${meant}?`
  if (known.length === 0) return 'is not known here. Leave it out.'
  return `is not known here. Known are: ${known.join(', ')}.`
}

/** Longer than any name of the contract, and all that an error shows of one. */
const MAX_NAME_LENGTH = 100

const shownName = (name: string): string =>
  name.length > MAX_NAME_LENGTH ? `${beginningOf(name, MAX_NAME_LENGTH)}…` : name

/** Whether two names differ at most in letter case, underscores and hyphens. */
function isSimilar(a: string, b: string): boolean {
  if (Math.max(a.length, b.length) > MAX_NAME_LENGTH) return false
  const simplify = (name: string) => name.replaceAll(/[_\s-]/g, '').toLowerCase()
  return simplify(a) === simplify(b)
}

const TYPE_NAMES: Readonly<Record<string, string>> = {
  string: 'text',
  integer: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
}

/**
 * The rule in plain words: `x-rule` of the contract for a value of the right type, never the validator's
 * text.
 */
function rule({ keyword, params, parentSchema, data }: ErrorObject): string {
  const { 'x-rule': ownRule, nullable } = (parentSchema ?? {}) as { 'x-rule'?: string; nullable?: boolean }
  const { limit, type, allowedValues = [] } = params as RuleParams
  // Patterns exclude it for all texts, so no `x-rule` names it.
  if (keyword === 'pattern' && typeof data === 'string' && !data.isWellFormed())
    return String.raw`has half of a surrogate pair, such as \ud83d. Send the whole character`
  const unit = `${typeof data === 'string' ? 'character' : 'item'}${limit === 1 ? '' : 's'}`
  switch (keyword) {
    case 'type': {
      const name = TYPE_NAMES[String(type).split(',')[0] ?? ''] ?? String(type)
      return `must be ${nullable ? `${name.replace(' or ', ', ')} or null` : name}`
    }
    case 'maxLength':
    case 'maxItems':
      return `must have at most ${limit} ${unit}`
    case 'x-canonical':
      return String(params['rule'])
  }
  if (ownRule !== undefined) return ownRule
  switch (keyword) {
    case 'minLength':
    case 'minItems':
      return `must have at least ${limit} ${unit}`
    case 'minProperties':
      return 'must have at least one field'
    case 'minimum':
      return `must be at least ${limit}`
    case 'maximum':
      return `must be at most ${limit}`
    case 'uniqueItems':
      return 'must not have an item twice'
    case 'enum':
      if (allowedValues.length === 1) return `must be ${String(allowedValues[0])}`
      return `must be one of ${allowedValues.slice(0, MAX_LISTED_VALUES).join(', ')}`
    default:
      return 'is not as the contract at /openapi.json wants it'
  }
}

interface RuleParams {
  readonly limit?: number
  readonly type?: string
  readonly allowedValues?: readonly unknown[]
}

/** Query parameters by name; those that can be repeated are lists. */
type Query = Record<string, string | string[]>

/**
 * Decodes a value of a path or a query string.
 * @param what names the parameter `name` in the error
 * @throws InvalidRequest for a malformed escape, and for bytes that are not UTF-8
 */
function percentDecode(what: string, value: string, name: string): string {
  if (/%(?![\da-f]{2})/i.test(value))
    throw new InvalidRequest(
      `${what} has a % that is not followed by two hexadecimal digits. Write the % itself as %25.`,
      inParameter(name),
    )
  try {
    return decodeURIComponent(value)
  } catch {
    throw new InvalidRequest(
      `${what} is not valid UTF-8. Percent-encode the bytes of its UTF-8 form: é is %C3%A9.`,
      inParameter(name),
    )
  }
}

/**
 * @param lists the parameters that can be repeated
 * @throws InvalidRequest for another one that is repeated, and see {@link percentDecode}
 */
function parseQuery(text: string, lists: ReadonlySet<string>): Query {
  // Without a prototype, so that no parameter name is special.
  const query = Object.create(null) as Query
  for (const pair of text.split('&')) {
    if (pair === '') continue
    const [, rawName = '', rawValue = ''] = /^([^=]*)(?:=(.*))?$/.exec(pair.replaceAll('+', ' ')) ?? []
    const name = percentDecode(`query parameter ${rawName}`, rawName, rawName)
    const value = percentDecode(`query parameter ${name}`, rawValue, name)
    const before = query[name]
    if (lists.has(name)) {
      query[name] = [...((before ?? []) as string[]), value]
      continue
    }
    if (before !== undefined)
      throw new InvalidRequest(`query parameter ${name} is sent twice. Send it once.`, inParameter(name))
    query[name] = value
  }
  return query
}
