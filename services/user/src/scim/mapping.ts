import { domainToUnicode } from 'node:url'
import type { ErrorObject, ValidateFunction } from 'ajv'
import type { Schemas } from '../../../platform/contract/schema.ts'
import { ASCII } from '../../../platform/domain/canonical.ts'
import { renderDateTime } from '../../../platform/domain/time.ts'
import { invalidRequest } from '../../../platform/http/validate.ts'
import { readUserFields } from '../users/presenter.ts'
import { isActive, type User } from '../users/rules.ts'
import {
  attributeOf,
  attributesBelow,
  EXTENSION_SCHEMA,
  TEXT_ATTRIBUTES,
  USER_SCHEMA,
  type TextAttribute,
} from './attributes.ts'
import { locationOf, type Address, type Resource } from './resource.ts'
import type { DirectoryPatch } from './rules.ts'
import type { Values } from './values.ts'

const LINE_BREAK = /\r\n|[\r\n]/

/**
 * What a request sets, by the rules that hold for every user.
 * @param validate for `UserInput` or `UserUpdateInput`
 * @throws InvalidRequest that names the attribute
 */
export function toPatch(
  { texts, active }: Pick<Values, 'texts' | 'active'>,
  validate: ValidateFunction,
): DirectoryPatch {
  const given = Object.fromEntries(
    Object.entries(texts).flatMap(([attribute, text]) => fieldsOf(attribute as TextAttribute, text)),
  )
  const email = texts['emails.value']
  if (!validate(given)) throw invalidRequest((validate.errors as ErrorObject[]).map(asErrorOfAttribute))
  const fields = readUserFields(given as Schemas['UserUpdateInput'])
  return {
    fields: email === undefined ? fields : { ...fields, hasUnicodeDomain: !ASCII.test(email) },
    active,
  }
}

function fieldsOf(attribute: TextAttribute, text: string): [string, string][] {
  if (attribute === 'preferredLanguage') return [['preferredLanguage', mostPreferred(text)]]
  if (attribute !== 'addresses.streetAddress') return [[TEXT_ATTRIBUTES[attribute], text]]
  const [first = '', ...others] = text.split(LINE_BREAK)
  return [
    ['address', first],
    ['address2', others.filter((line) => line !== '').join(', ')],
  ]
}

/**
 * The language of a list in the form of `Accept-Language`, as RFC 7643 has it, that is preferred most; "" for
 * none. Some directories separate the region with an underscore.
 */
function mostPreferred(list: string): string {
  const ranges = list.split(',').map((range) => {
    const [tag = '', ...parameters] = range.split(';').map((part) => part.trim())
    const quality = parameters.find((parameter) => /^q=/i.test(parameter))?.slice(2) ?? '1'
    return { tag: tag.replaceAll('_', '-'), quality: Number(quality) }
  })
  const [first] = ranges
    .filter(({ tag, quality }) => tag !== '*' && quality !== 0)
    .sort((a, b) => b.quality - a.quality)
  return first?.tag ?? ''
}

/** The same error with the name that the directory knows. */
function asErrorOfAttribute(error: ErrorObject): ErrorObject {
  const field = error.instancePath.slice(1)
  const { missingProperty } = error.params as { missingProperty?: string }
  return {
    ...error,
    instancePath: `/requestBody${field === '' ? '' : `/${attributeOf(field)}`}`,
    params: missingProperty === undefined ? error.params : { missingProperty: attributeOf(missingProperty) },
  }
}

/** The ETag of a user, which is also its `meta.version`. An end that passes changes what is shown. */
export const tagOf = (user: User, now: Date): string =>
  `"${user.version}${isActive(user, now) ? '' : '-ended'}"`

export function presentScimUser(user: User, now: Date, at: Address): Resource {
  const address = shown(user, 'addresses.')
  const extension = shown(user, `${EXTENSION_SCHEMA}:`)
  return {
    schemas: [USER_SCHEMA, EXTENSION_SCHEMA],
    id: String(user.id),
    ...(user.externalId !== '' && { externalId: user.externalId }),
    userName: user.loginName,
    name: shown(user, 'name.'),
    active: isActive(user, now),
    emails: [{ value: shownEmail(user), type: 'work', primary: true }],
    ...(user.preferredLanguage !== '' && { preferredLanguage: user.preferredLanguage }),
    ...(Object.keys(address).length > 0 && { addresses: [{ type: 'work', ...address }] }),
    ...(Object.keys(extension).length > 0 && { [EXTENSION_SCHEMA]: extension }),
    meta: {
      resourceType: 'User',
      created: renderDateTime(user.createdAt),
      lastModified: renderDateTime(user.updatedAt),
      location: locationOf(`/Users/${user.id}`, at),
      version: tagOf(user, now),
    },
  }
}

/** The attributes below this one that have a value. */
function shown(user: User, parent: string): Record<string, string> {
  const texts = attributesBelow(parent).map((attribute) => [
    attribute.slice(parent.length),
    attribute === 'addresses.streetAddress'
      ? [user.address, user.address2].filter((line) => line !== '').join('\n')
      : user[TEXT_ATTRIBUTES[attribute]],
  ])
  return Object.fromEntries(texts.filter(([, text]) => text !== '')) as Record<string, string>
}

function shownEmail({ email, hasUnicodeDomain }: User): string {
  const at = email.lastIndexOf('@') + 1
  return hasUnicodeDomain ? email.slice(0, at) + domainToUnicode(email.slice(at)) : email
}
