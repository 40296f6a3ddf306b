import { beginningOf } from '../../../platform/domain/utf8.ts'
import { inBody, InvalidRequest } from '../../../platform/errors.ts'
import { ScimAttributeUnknown, ScimPathInvalid } from '../errors.ts'
import {
  attributesBelow,
  EXTENSION_SCHEMA,
  loggableAttribute,
  textAttribute,
  USER_SCHEMA,
  type TextAttribute,
} from './attributes.ts'
import { readPath, scalarText, type Comparison, type Path } from './path.ts'

type Fields = Readonly<Record<string, unknown>>

/** Known, and never changed by a request. */
const READ_ONLY = new Set(['schemas', 'id', 'meta', 'groups'])
/** By which one value of several is selected. */
const SELECTORS = new Set(['type', 'primary'])
/** Sub-attributes that tell which value of several is meant. */
const LABELS = new Set(['type', 'primary', 'display'])
const EXTENSION = EXTENSION_SCHEMA.toLowerCase()
const CORE = USER_SCHEMA.toLowerCase()

/**
 * What a request sets. It is read leniently: names in any letter case, texts for booleans, lists of one value
 * for a value.
 */
export class Values {
  /** `''` clears an attribute. */
  readonly texts: Partial<Record<TextAttribute, string>> = {}
  active: boolean | undefined
  /** What a log line may say of the attributes that are not stored. */
  readonly ignored = new Set<string>()
  readonly #strict: boolean

  /** @param options.strict whether attributes that are not stored are rejected */
  constructor({ strict }: { strict: boolean }) {
    this.#strict = strict
  }

  /**
   * Sets the attributes of a resource. Its keys may be paths.
   * @throws InvalidRequest, ScimAttributeUnknown
   */
  setAll(resource: object): void {
    for (const [key, value] of Object.entries(resource)) {
      // Without a value it is as if it had been left out.
      if (key.toLowerCase() === 'active' && value === null) continue
      const path = readPath(key)
      if (path) this.set(path, value)
      else this.#ignore(key)
    }
  }

  /** Sets one attribute, or clears it if there is no value. @throws InvalidRequest, ScimAttributeUnknown */
  set(path: Path, value: unknown): void {
    const { sub, filter } = path
    const name = path.name.toLowerCase()
    if (READ_ONLY.has(name)) return
    if (name === CORE) return this.setAll(requireObject(path.name, value))
    if (name === 'emails' || name === 'addresses') return this.#setOneOfMany(name, path, value)
    if (name === 'name') return this.#setBelow('name.', sub, value)
    if (name === EXTENSION) return this.#setBelow(`${EXTENSION_SCHEMA}:`, sub, value)
    if (filter !== undefined || sub !== undefined) return this.#ignore(path.name)
    if (name === 'active') this.active = readBoolean(value)
    else this.#setText(path.name, value)
  }

  /** One e-mail address and one postal address are stored: the primary one, or the one of type `work`. */
  #setOneOfMany(name: 'emails' | 'addresses', { filter, sub }: Path, value: unknown): void {
    if (filter && !SELECTORS.has(filter.attribute.toLowerCase()))
      throw new ScimPathInvalid(`${name}[${filter.attribute} eq …]`)
    if (!isStored(filter))
      return this.#ignore(`${name}[${filter?.attribute} eq ${filter?.value}]`, ofAnotherType(name))
    if (sub !== undefined)
      return LABELS.has(sub.toLowerCase()) ? undefined : this.#setText(`${name}.${sub}`, value)
    const given = Array.isArray(value) ? value : [value]
    const chosen = chooseOne(given)
    // Another address, such as one of type home, leaves the stored one as it is.
    if (chosen === undefined && given.some(isObject)) return this.#ignore(name, ofAnotherType(name))
    if (name === 'addresses' && chosen !== undefined && chosen !== null)
      requireAddress(chosen, Array.isArray(value))
    // A list replaces the whole address, an object only the parts that it has.
    if (chosen === undefined || chosen === null || Array.isArray(value)) this.#clearBelow(`${name}.`)
    if (!isObject(chosen)) return name === 'emails' ? this.#setText('emails.value', chosen) : undefined
    for (const [key, part] of Object.entries(chosen))
      if (!LABELS.has(key.toLowerCase())) this.#setText(`${name}.${key}`, part)
  }

  #setBelow(parent: string, sub: string | undefined, value: unknown): void {
    if (sub !== undefined) return this.#setText(parent + sub, value)
    if (value === undefined || value === null) return this.#clearBelow(parent)
    const parts = requireObject(parent.slice(0, -1), value)
    for (const [key, part] of Object.entries(parts)) this.#setText(parent + key, part)
  }

  #clearBelow(parent: string): void {
    for (const attribute of attributesBelow(parent)) this.texts[attribute] = ''
  }

  #setText(name: string, value: unknown): void {
    const attribute = textAttribute(name)
    if (attribute) this.texts[attribute] = readText(attribute, value)
    else this.#ignore(name)
  }

  #ignore(name: string, logged = loggableAttribute(name)): void {
    if (this.#strict) throw new ScimAttributeUnknown(beginningOf(name, MAX_NAME_LENGTH))
    this.ignored.add(logged)
  }
}

/** Of a name that an error repeats. */
const MAX_NAME_LENGTH = 100

const ofAnotherType = (name: 'emails' | 'addresses') => `${name} of another type`

const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** @throws InvalidRequest */
function requireObject(name: string, value: unknown): Fields {
  if (!isObject(value)) throw new InvalidRequest(`${name} must be an object.`, inBody(name))
  return value
}

/**
 * One without any part would remove the stored address without a word, as only one with labels alone may.
 * @param isWhole whether it replaces the whole address
 * @throws InvalidRequest
 */
function requireAddress(value: unknown, isWhole: boolean): void {
  const names = isObject(value) ? Object.keys(value) : []
  const hasPart = names.some((name) => textAttribute(`addresses.${name}`) !== undefined)
  const hasLabelsOnly = names.length > 0 && names.every((name) => LABELS.has(name.toLowerCase()))
  if (!isObject(value) || (isWhole && !hasPart && !hasLabelsOnly))
    throw new InvalidRequest(
      'addresses must be objects with streetAddress, locality, region, postalCode or country.',
      inBody('addresses'),
    )
}

const isStored = (filter: Comparison | undefined): boolean =>
  filter === undefined || /^(type=work|primary=true)$/i.test(`${filter.attribute}=${filter.value}`)

const isUnlabelled = (value: unknown): boolean => !isObject(value) || (value['type'] ?? '') === ''

function chooseOne(values: readonly unknown[]): unknown {
  const has = (label: string, wanted: RegExp) => (value: unknown) =>
    isObject(value) && wanted.test(scalarText(value[label]))
  return (
    values.find(has('primary', /^true$/i)) ?? values.find(has('type', /^work$/i)) ?? values.find(isUnlabelled)
  )
}

/** Older requests of Entra ID wrap a value: `[{"value": "…"}]`. */
function unwrapped(value: unknown): unknown {
  if (Array.isArray(value) && value.length <= 1) return unwrapped(value[0])
  return isObject(value) && 'value' in value ? unwrapped(value['value']) : value
}

function readText(attribute: TextAttribute, given: unknown): string {
  const value = unwrapped(given)
  if (value === undefined || value === null) return ''
  if (typeof value === 'object') throw new InvalidRequest(`${attribute} must be text.`, placeOf(attribute))
  // Two identifiers of so many digits can become the same number.
  if (typeof value === 'number' && Math.abs(value) > Number.MAX_SAFE_INTEGER)
    throw new InvalidRequest(
      `${attribute} must be text, because a number of this size loses digits.`,
      placeOf(attribute),
    )
  return String(value as string | number | boolean)
}

/** The attribute in the body, without its part. */
const placeOf = (attribute: TextAttribute) => inBody(attribute.replace(/\..*/, ''))

function readBoolean(given: unknown): boolean {
  const text = scalarText(unwrapped(given)).toLowerCase()
  if (text !== 'true' && text !== 'false')
    throw new InvalidRequest('active must be true or false.', inBody('active'))
  return text === 'true'
}
