import parsePreferHeader from 'parse-prefer-header'
import { InvalidRequest } from '../errors.ts'
import type { Preferences } from '../contract/operation.ts'

/** A request without the header. */
export const NO_PREFERENCES: Preferences = { strict: false, validateOnly: false, countExact: false }

const KNOWN = new Set(['handling', 'validateOnly', 'count'])

/** Reads the header `Prefer`. @throws InvalidRequest for an unknown preference together with `handling=strict` */
export function readPreferences(header: string): Preferences {
  const parsed = parsePreferHeader(header)
  const strict = parsed['handling'] === 'strict'
  const unknown = Object.keys(parsed).find((name) => !KNOWN.has(name))
  if (strict && unknown !== undefined)
    throw new InvalidRequest(`header prefer has a preference that is not known here: ${unknown}.`)
  return {
    strict,
    validateOnly: parsed['validateOnly'] === true,
    countExact: parsed['count'] === 'exact',
  }
}
