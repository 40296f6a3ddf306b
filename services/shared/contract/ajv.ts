import { Ajv, type Options } from 'ajv'
import addFormats from 'ajv-formats'

/**
 * The one configuration of Ajv: stops at the first error, knows the formats. `verbose` keeps the violated
 * schema.
 */
export function newAjv(options: Options = {}): Ajv {
  const ajv = new Ajv({ strict: false, allErrors: false, verbose: true, ...options })
  addFormats.default(ajv)
  return ajv
}
