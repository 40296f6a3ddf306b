import { Ajv, type ErrorObject, type FuncKeywordDefinition, type Options, type ValidateFunction } from 'ajv'
import addFormats from 'ajv-formats'
import { CANONICAL_FORMS, MAX_UNITS_PER_CHARACTER, type CanonicalForm } from '../domain/canonical.ts'

/**
 * Creates an Ajv with the options that all validators share. It stops at the first error, and its errors hold
 * the violated schema. The schemas are not checked, because all of them come from the contract, which is
 * linted as a whole.
 */
export function newAjv(options: Options = {}): Ajv {
  const ajv = new Ajv({
    strict: false,
    validateSchema: false,
    meta: false,
    allErrors: false,
    verbose: true,
    code: {
      regExp: Object.assign(wellFormedPattern, { code: '' }),
      optimize: false,
    },
    ...options,
  })
  addFormats.default(ajv)
  return ajv
    .addFormat('date-time', isReadableDate)
    .addKeyword(canonicalKeyword)
    .removeKeyword('uniqueItems')
    .addKeyword(uniqueItemsKeyword)
}

/**
 * Ajv compares each item with each if the schema of the items is a reference: a list of 5,000 ids took 90 ms.
 * The contract has this keyword for numbers and texts only.
 */
const uniqueItemsKeyword: FuncKeywordDefinition = {
  keyword: 'uniqueItems',
  type: 'array',
  schemaType: 'boolean',
  validate: (isUnique: boolean, items: readonly unknown[]) =>
    !isUnique || new Set(items).size === items.length,
}

/**
 * Replaces a text that the contract marks with `x-canonical` in the parsed request, in bodies too, before the
 * other rules of its schema are checked. A text that is too long in any form is not brought into one.
 */
const canonicalKeyword: FuncKeywordDefinition = {
  keyword: 'x-canonical',
  type: 'string',
  schemaType: 'string',
  modifying: true,
  before: 'maxLength',
  errors: true,
  validate: replaceByCanonicalForm,
}

/** Returns errors in Ajv's way: as a property of the function. */
function replaceByCanonicalForm(
  form: CanonicalForm,
  text: string,
  schema: { readonly maxLength?: number; readonly [keyword: string]: unknown } = {},
  context?: Parameters<ValidateFunction>[1],
): boolean {
  // The lint of the contract requires maxLength beside x-canonical.
  const limit = schema.maxLength ?? 0
  if (text.length > limit * MAX_UNITS_PER_CHARACTER) {
    replaceByCanonicalForm.errors = [{ keyword: 'maxLength', params: { limit } }]
    return false
  }
  const canonical = CANONICAL_FORMS[form](text)
  if (canonical.kind === 'fault') {
    replaceByCanonicalForm.errors = [{ keyword: 'x-canonical', params: { rule: canonical.rule } }]
    return false
  }
  if (context) context.parentData[context.parentDataProperty] = canonical.text
  return true
}
replaceByCanonicalForm.errors = [] as Partial<ErrorObject>[]

/**
 * Compiles a pattern of the contract so that it also rejects lone surrogates. JSON can escape them, but they
 * can't be stored, and the contract can't exclude them in a form that other languages understand. Each
 * pattern starts with `^`.
 */
function wellFormedPattern(pattern: string, flags: string): RegExp {
  return new RegExp(String.raw`^(?=\P{Surrogate}*$)(?:${pattern})`, flags)
}

const { validate: isDateTime } = addFormats.default.get('date-time') as {
  validate: (text: string) => boolean
}
/** ajv-formats also accepts a space for the T and an offset without minutes. */
const SPELLING = /^.{10}T.{8}(\.\d+)?(Z|[+-]\d{2}:\d{2})$/

/**
 * A date-time that Date reads (it knows no leap second), in a year that RFC 3339 and the databases can hold.
 */
function isReadableDate(text: string): boolean {
  const year = new Date(text).getUTCFullYear()
  return isDateTime(text) && SPELLING.test(text) && year >= 1 && year <= 9999
}
