import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv'
import addFormats from 'ajv-formats'
import contract from '../../generated/rows.json' with { type: 'json' }
import { isPut, type Kind } from './fields.ts'

type Body = Readonly<Record<string, unknown>>

/** Compiled when the first row has an error, because that takes longer than most commands. */
const validators = new Map<Kind, ValidateFunction>()

function validatorOf(kind: Kind): ValidateFunction {
  const known = validators.get(kind)
  if (known) return known
  const ajv = new Ajv({ strict: false, verbose: true, allErrors: true })
  addFormats.default(ajv)
  ajv.addSchema({ $id: 'contract', components: contract.components })
  const validate = ajv.compile({ $ref: `contract#/components/schemas/${contract.rows[kind]}` })
  validators.set(kind, validate)
  return validate
}

/** Every error of a row by the contract, as sentences. */
export function contractErrors(kind: Kind, body: Body): string[] {
  const validate = validatorOf(kind)
  const errors = isPut(kind) && !isId(body['id']) ? [NO_ID] : []
  if (!validate(body)) errors.push(...(validate.errors ?? []).map(sentenceOf))
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
 */
export function allErrors(kind: Kind, body: Body, detail: string): string {
  const missing = kind === 'users' ? REQUIRED_OF_NEW_USERS.filter((field) => body[field] === undefined) : []
  const required = detail.endsWith(REQUIRED) ? REQUIRED : ' is required for a new user.'
  const found = [...missing.map((field) => field + required), ...contractErrors(kind, body)]
  // The service has its own words for an error; the field is the same.
  const others = found.filter((error) => firstWord(error) !== firstWord(detail))
  return [detail, ...others].join(' ')
}

const firstWord = (text: string) => text.split(/[\s.]/, 1)[0]

const TYPES: Readonly<Record<string, string>> = {
  boolean: 'true or false',
  string: 'text',
  integer: 'a whole number',
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
  const type = error.keyword === 'type' ? TYPES[String(Reflect.get(params, 'type'))] : undefined
  const rule = parentSchema['x-rule'] ?? (type && `must be ${type}`) ?? error.message ?? 'is not valid'
  const list = Array.isArray(values) && values.length < 10 ? `: ${values.join(', ')}` : ''
  return `${field} ${rule}${list}.`
}
