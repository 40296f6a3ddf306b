import { Ajv, type Options } from 'ajv'
import addFormats from 'ajv-formats'

/** The one set-up of the validator: stops at the first fault, knows the formats. `verbose` keeps the broken schema. */
export function newAjv(options: Options = {}): Ajv {
  const ajv = new Ajv({ strict: false, allErrors: false, verbose: true, ...options })
  addFormats.default(ajv)
  return ajv
}
