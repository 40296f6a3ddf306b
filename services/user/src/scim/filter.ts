import { ScimFilterUnsupported } from '../errors.ts'
import { GROUP_SCHEMA, USER_SCHEMA } from './attributes.ts'
import { unescaped } from './path.ts'

/** What a look-up compares; a resource matches if all of these are equal. */
export type Filter<Name extends string> = Partial<Record<Name, readonly string[]>>

/** The attributes that look-ups may compare, in lower case and without quotes, and what they stand for. */
export const USER_FILTERS = {
  id: 'id',
  username: 'userName',
  externalid: 'externalId',
  emails: 'emails',
  'emails.value': 'emails',
  'emails[type eq work]': 'emails',
  'emails[type eq work].value': 'emails',
} as const
export const GROUP_FILTERS = { id: 'id', displayname: 'displayName' } as const

const ATTRIBUTE = String.raw`[A-Za-z$][\w$.:-]*(?:\[[^\]]*\](?:\.\w+)?)?`
// Some directories leave out the quotes. Other values of JSON are equal to none of these attributes.
const VALUE = String.raw`"((?:[^"\\]|\\.)*)"|((?!'|(?:null|true|false)(?:\s|$))[^\s"()]+)`
const COMPARISON = new RegExp(String.raw`\s*(${ATTRIBUTE})\s+eq\s+(?:${VALUE})\s*(and\s|$)`, 'iy')
const CORE = new RegExp(`^(?:${USER_SCHEMA}|${GROUP_SCHEMA}):`.toLowerCase())

/**
 * Parses a filter: comparisons with `eq`, joined by `and`.
 * @param known what may be compared
 * @throws ScimFilterUnsupported for anything else, because an empty list would mean that nothing matches
 */
export function parseFilter<Name extends string>(
  text: string,
  known: Readonly<Record<string, Name>>,
): Filter<Name> {
  const found: Partial<Record<Name, string[]>> = {}
  const comparison = new RegExp(COMPARISON)
  for (let isLast = false; !isLast;) {
    const [, attribute = '', quoted, plain, joined] = comparison.exec(text) ?? []
    const name = Object.entries(known).find(([each]) => each === normalized(attribute))?.[1] as
      | Name
      | undefined
    const value = quoted === undefined ? plain : unescaped(quoted)
    if (name === undefined || value === undefined) throw new ScimFilterUnsupported(Object.values(known))
    const values = (found[name] ??= [])
    values.push(value)
    isLast = joined === ''
  }
  return found
}

const normalized = (attribute: string): string =>
  attribute
    .toLowerCase()
    .replace(CORE, '')
    .replaceAll('"', '')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/(?<=\[) | (?=\])/g, '')
