import parsePreferHeader from 'parse-prefer-header'

/** What the header `Prefer` asks for, as far as this API knows it (RFC 7240; decisions R3, R11, R13). */
export interface Preferences {
  readonly strict: boolean
  readonly validateOnly: boolean
  readonly countExact: boolean
}

export function readPreferences(header: string | undefined): Preferences {
  const parsed = parsePreferHeader(header)
  return {
    strict: parsed['handling'] === 'strict',
    validateOnly: parsed['validateOnly'] === true,
    countExact: parsed['count'] === 'exact',
  }
}

/** `Preference-Applied` and `Vary` for the preferences that made a difference to the answer. */
export function applied(...preferences: readonly (string | false)[]): Record<string, string> {
  const named = preferences.filter((preference) => preference !== false)
  return { vary: 'Prefer', ...(named.length > 0 ? { 'preference-applied': named.join(', ') } : {}) }
}
