import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv'
import addFormats from 'ajv-formats'
import contract from '../../generated/import-schemas.json' with { type: 'json' }
import { shown } from '../output.ts'
import { fieldsOf, isPut, type Kind } from './fields.ts'
import type { ReadableRow } from './row.ts'

type Body = Readonly<Record<string, unknown>>

/** Compiled when the first row has an error, because that takes longer than most commands. */
const validators = new Map<Kind, ValidateFunction>()

function validatorOf(kind: Kind): ValidateFunction {
  const known = validators.get(kind)
  if (known) return known
  // Not that of the services (`newAjv`): the command line is a package of its own, which can't import them.
  const ajv = new Ajv({ strict: false, verbose: true, allErrors: true })
  addFormats.default(ajv)
  ajv.addSchema({ $id: 'contract', components: contract.components })
  const validate = ajv.compile({ $ref: `contract#/components/schemas/${contract.rows[kind]}` })
  validators.set(kind, validate)
  return validate
}

const IN_CHOICE = /\/oneOf\/\d/

/** Every error of a row by the contract, as sentences. */
export function contractErrors(kind: Kind, body: Body): string[] {
  const validate = validatorOf(kind)
  const errors = isPut(kind) && !isId(body['id']) ? [NO_ID] : []
  // The error of a whole choice says more than those of its parts.
  const found = validate(body) ? [] : (validate.errors ?? []).filter((one) => !IN_CHOICE.test(one.schemaPath))
  errors.push(...found.map((error) => withValue(kind, body, sentenceOf(error))))
  return [...new Set(errors)]
}

export const isId = (id: unknown): id is number => Number.isSafeInteger(id) && Number(id) > 0
export const NO_ID = 'id must be a whole number from 1 on.'

/** The contract requires them of a create; in an import only the service knows which rows create a user. */
const REQUIRED_OF_NEW_USERS = ['email', 'firstName', 'lastName', 'loginName']
const REQUIRED = ' is required.'

/**
 * Every error of a row that the service has rejected for its first one.
 *
 * @param detail what the service says
 * @param faults what the reader says of fields, instead
 */
export function allErrors(
  kind: Kind,
  body: Body,
  detail: string,
  faults: ReadableRow['faults'] = {},
): string {
  const missing = kind === 'users' ? REQUIRED_OF_NEW_USERS.filter((field) => body[field] === undefined) : []
  const required = detail.endsWith(REQUIRED) ? REQUIRED : ' is required for a new user.'
  const found = [...missing.map((field) => field + required), ...contractErrors(kind, body)]
  // The service has its own words for an error; the field is the same.
  const others = found.filter((error) => firstWord(error) !== firstWord(detail))
  const sentences = [withValue(kind, body, detail), ...others].map((sentence) => {
    const fault = faults[firstWord(sentence) ?? '']
    return fault === undefined ? sentence : withValue(kind, body, fault)
  })
  return [...new Set(sentences)].join(' ')
}

/** Also says what the row has instead, and how a number is written. */
function withValue(kind: Kind, body: Body, sentence: string): string {
  const field = firstWord(sentence) ?? ''
  const value = body[field]
  if (typeof value !== 'string' || !MUST_BE.test(sentence)) return sentence
  const isNumber = fieldsOf(kind).some(({ name, type }) => name === field && type === 'number')
  const more = isNumber ? ' Write only the number, with a decimal point, such as 87.5.' : ''
  const is = JSON.stringify(shown(value))
  return sentence.replace(MUST_BE, (rule, not) => `${rule}, ${not ? 'and is' : 'not'} ${is}`) + more
}

/** What a field must be or not be, up to the end of the sentence. */
const MUST_BE = /^\w+ must (not )?be [^]*?(?=\.(?:\s|$))/

const firstWord = (text: string) => text.split(/[\s.]/, 1)[0]

const TYPES: Readonly<Record<string, string>> = {
  boolean: 'true or false',
  string: 'text',
  integer: 'a whole number',
  number: 'a number',
  array: 'a list',
}

/** `x-rule` is the contract's description of a pattern. */
function sentenceOf(error: ErrorObject): string {
  const field = error.instancePath.slice(1).replaceAll('/', '.')
  const { parentSchema = {}, params } = error as { parentSchema?: { 'x-rule'?: string }; params: object }
  if (error.keyword === 'additionalProperties')
    return `${String(Reflect.get(params, 'additionalProperty'))} is not a field of a row.`
  if (error.keyword === 'required') return String(Reflect.get(params, 'missingProperty')) + REQUIRED
  const values = Reflect.get(params, 'allowedValues') as unknown
  const [type = ''] = String(Reflect.get(params, 'type')).split(',', 1)
  const isShort = Array.isArray(values) && values.length < 10
  const allowed = isShort ? `one of ${values.join(', ')}` : error.keyword === 'type' && TYPES[type]
  const rule = allowed ? `must be ${allowed}` : (error.message ?? 'is not valid')
  return `${field} ${parentSchema['x-rule'] ?? rule}.`
}
