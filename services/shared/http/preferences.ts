import parsePreferHeader from 'parse-prefer-header'
import type { Preferences } from '../contract/operation.ts'

/** A request without the header. */
export const NO_PREFERENCES: Preferences = { strict: false, validateOnly: false, countExact: false }

export function readPreferences(header: string): Preferences {
  const parsed = parsePreferHeader(header)
  return {
    strict: parsed['handling'] === 'strict',
    validateOnly: parsed['validateOnly'] === true,
    countExact: parsed['count'] === 'exact',
  }
}
