import { Ajv, type Options } from 'ajv'
import addFormats from 'ajv-formats'

/**
 * The one configuration of Ajv: stops at the first error, knows the formats. `verbose` keeps the violated
 * schema. All schemas come from the contract, which is checked as a whole (contract.ts), so they are not checked again.
 */
export function newAjv(options: Options = {}): Ajv {
  const ajv = new Ajv({
    strict: false,
    validateSchema: false,
    meta: false,
    allErrors: false,
    verbose: true,
    code: { regExp: Object.assign(wellFormed, { code: '' }), optimize: false },
    ...options,
  })
  addFormats.default(ajv)
  return ajv.addFormat('date-time', isReadableDate)
}

/**
 * Patterns hold for well-formed text only: a lone surrogate can be escaped in JSON, and can't be stored or answered. The
 * contract's patterns can't say so in a form that other languages understand. All of them begin at the beginning.
 */
const wellFormed = (pattern: string, flags: string) =>
  new RegExp(String.raw`^(?=\P{Surrogate}*$)(?:${pattern})`, flags)

const { validate: isDateTime } = addFormats.default.get('date-time') as {
  validate: (text: string) => boolean
}
/** ajv-formats also takes what RFC 3339 leaves to agreement: a space for the T, an offset without minutes. */
const SPELLING = /^.{10}T.{8}(\.\d+)?(Z|[+-]\d{2}:\d{2})$/

/** A date-time that Date reads, which knows no leap second, and that is in a year that RFC 3339 and each store can hold. */
function isReadableDate(text: string): boolean {
  const year = new Date(text).getUTCFullYear()
  return isDateTime(text) && SPELLING.test(text) && year >= 1 && year <= 9999
}
