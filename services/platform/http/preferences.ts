import parsePreferHeader from 'parse-prefer-header'
import type { ContractOperation } from '../contract/contract.ts'
import type { Preferences } from '../contract/operation.ts'
import { inParameter, InvalidRequest } from '../errors.ts'

/** The parts of an operation that say which preferences it has. */
interface Preferring {
  readonly method: string
  readonly parameters?: readonly Pick<NonNullable<ContractOperation['parameters']>[number], 'x-preferences'>[]
}

/**
 * Reads the header `Prefer` (RFC 7240). Preferences and values that are not known are ignored, unless the
 * caller sends `handling=strict`. A `validate-only` that is misspelt or not available is never ignored,
 * because ignoring it would write.
 * @throws InvalidRequest
 */
export function readPreferences(header: string | undefined, operation: Preferring): Preferences {
  // Names are in camel case; `true` stands for a preference without a value.
  const parsed = parsePreferHeader(header)
  if (/validate/i.test(header ?? '') && parsed['validateOnly'] !== true)
    throw new InvalidRequest(
      'header prefer must name validate-only without a value, as in Prefer: validate-only.',
      inParameter('prefer'),
    )
  const preferences = {
    strict: isValue(parsed['handling'], 'strict'),
    validateOnly: parsed['validateOnly'] !== undefined,
    countExact: isValue(parsed['count'], 'exact'),
  }
  if (preferences.validateOnly && isWrite(operation) && !hasPreference(operation, 'validate-only'))
    throw new InvalidRequest(
      'header prefer must not have validate-only here: ' +
        'this operation cannot be tried out. Leave it out to do it.',
      inParameter('prefer'),
    )
  const unknown = Object.entries(parsed).find(([name, value]) => !isKnown(name, value))
  if (preferences.strict && unknown !== undefined)
    throw new InvalidRequest(
      `header prefer has a preference that is not known here: ${asSent(unknown[0])}. ` +
        'Leave it out, or do not send handling=strict.',
      inParameter('prefer'),
    )
  return preferences
}

/** With hyphens, as most are written; a parameter follows its preference: `count-unit`. */
const asSent = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

function isKnown(name: string, value: string | true): boolean {
  switch (name) {
    case 'handling':
      return isValue(value, 'strict') || isValue(value, 'lenient')
    case 'validateOnly':
      return true
    case 'count':
      return isValue(value, 'exact')
    default:
      return false
  }
}

function isValue(value: string | true | undefined, expected: string): boolean {
  return typeof value === 'string' && value.toLowerCase() === expected
}

function isWrite({ method }: Preferring): boolean {
  return method !== 'get'
}

function hasPreference({ parameters = [] }: Preferring, name: string): boolean {
  return parameters.some(({ 'x-preferences': names = [] }) => names.includes(name))
}
