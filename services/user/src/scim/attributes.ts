import type { TEXT_FIELDS } from '../users/rules.ts'

export const USER_SCHEMA = 'urn:ietf:params:scim:schemas:core:2.0:User'
export const GROUP_SCHEMA = 'urn:ietf:params:scim:schemas:core:2.0:Group'
/** The schema of the custom fields of a user. */
export const EXTENSION_SCHEMA = 'urn:ietf:params:scim:schemas:extension:rollcall:2.0:User'

type TextField = (typeof TEXT_FIELDS)[number]

/**
 * The attributes that are stored as texts, each with its field of a user. `address2` is the second line of
 * `addresses.streetAddress`.
 */
export const TEXT_ATTRIBUTES = {
  userName: 'loginName',
  externalId: 'externalId',
  'name.givenName': 'firstName',
  'name.familyName': 'lastName',
  preferredLanguage: 'preferredLanguage',
  'emails.value': 'email',
  'addresses.streetAddress': 'address',
  'addresses.locality': 'city',
  'addresses.region': 'state',
  'addresses.postalCode': 'zip',
  'addresses.country': 'country',
  [`${EXTENSION_SCHEMA}:ovFormWithInput12`]: 'ovFormWithInput12',
  [`${EXTENSION_SCHEMA}:workSettingsOtherSpecify`]: 'workSettingsOtherSpecify',
  [`${EXTENSION_SCHEMA}:workSettingsPrivateIndustryExcept`]: 'workSettingsPrivateIndustryExcept',
} as const satisfies Record<string, Exclude<TextField, 'address2'>>

export type TextAttribute = keyof typeof TEXT_ATTRIBUTES

/** The stored attributes below this one: of `name`, `addresses` or the extension. */
export const attributesBelow = (parent: string): TextAttribute[] =>
  textAttributes.filter((attribute) => attribute.startsWith(parent) && attribute !== parent)

const textAttributes = Object.keys(TEXT_ATTRIBUTES) as TextAttribute[]

/** Names of attributes are case-insensitive. */
const BY_LOWER_CASE: ReadonlyMap<string, TextAttribute> = new Map(
  textAttributes.map((attribute) => [attribute.toLowerCase(), attribute]),
)

export const textAttribute = (name: string): TextAttribute | undefined =>
  BY_LOWER_CASE.get(name.toLowerCase())

/** The name of the attribute of a field, for errors. */
export const attributeOf = (field: string): string =>
  textAttributes.find((attribute) => TEXT_ATTRIBUTES[attribute as never] === field) ??
  'addresses.streetAddress'

const ENTERPRISE = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User'
/** The attributes of RFC 7643 that are not stored. */
const STANDARD_ATTRIBUTES = [
  ...['displayName', 'nickName', 'profileUrl', 'title', 'userType', 'locale', 'timezone'],
  ...['password', 'phoneNumbers', 'ims', 'photos', 'entitlements', 'roles', 'x509Certificates'],
  ...['formatted', 'middleName', 'honorificPrefix', 'honorificSuffix'].map((name) => `name.${name}`),
  'addresses.formatted',
  ...['employeeNumber', 'costCenter', 'organization', 'division', 'department', 'manager'].map(
    (name) => `${ENTERPRISE}:${name}`,
  ),
  ENTERPRISE,
]
const OTHER_ATTRIBUTE = 'an attribute that SCIM does not define'

/** What a log line may say of an attribute: a name that a directory makes up may be an e-mail address. */
export function loggableAttribute(name: string): string {
  const sent = name.toLowerCase()
  const known = STANDARD_ATTRIBUTES.find((each) => /^$|^[.:]/.test(restAfter(each.toLowerCase(), sent)))
  return known ?? OTHER_ATTRIBUTE
}

const restAfter = (start: string, text: string) => (text.startsWith(start) ? text.slice(start.length) : text)
