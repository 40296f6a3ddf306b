import { bearer } from '../../../testing/client.ts'
import { OPERATOR_TOKEN, SERVICE_TOKEN } from '../../../testing/isolated.ts'
import { addressOf, pathOf, type Operation } from '../../operations.ts'
import type { Sent } from './measure.ts'
import { isName, MANY, varied } from './many.ts'
import { ALL_FIELDS, ALL_NAMES, bodyWith, type Place } from './places.ts'
import type { Portal } from './portal.ts'
import { asJson, bytesOf, openTexts, singleTexts, structures, texts, type Shape } from './shapes.ts'

/** Node rejects a request whose line and headers have 16 KiB together. */
export const MAX_HEAD_BYTES = 14_000

/** One shape in one place of one operation. */
export interface Case {
  readonly name: string
  readonly operation: Operation
  readonly place: Place
  readonly shape: Shape
  /** How long it is where that is less than the transport lets through. */
  readonly size?: number
  /** Whether `npm test` has it for one operation, because only the code limits what comes there. */
  readonly isUnlimited?: boolean
  /** Whether it has it for each. */
  readonly isAlways?: boolean
}

const IN_BODIES = [...new Set([...texts, ...openTexts]), ...structures]

/** What may be longer is tried with that length too: work begins after the checks of the contract. */
const LONG_TEXT = 10_000

export const casesOf = (operation: Operation, places: readonly Place[]): Case[] =>
  places.flatMap((place) => {
    const caseOf = (shape: Shape) => ({
      name: `${operation.operationId} ${nameOf(place)}: ${shape.name}`,
      operation,
      place,
      shape,
    })
    const mayPreview = mayPreviewOf(operation)
    const whole = IN_BODIES.filter(
      ({ kinds, items, isOfTwo = false }) =>
        kinds.includes(place.kind) &&
        (!items?.isPreview || mayPreview) &&
        (!isOfTwo || isListOfObjects(place)),
    ).map((shape) => ({
      ...caseOf(shape),
      ...(shape.isOfTwo && operation.audience === 'internal' && { size: MAX_STEP_BYTES }),
      isUnlimited: place.isOpen === true && place.kind === 'text' && openTexts.includes(shape),
      isAlways: place.kind === 'items' ? isFirstOfItems(place, shape, mayPreview) : shape.isOfTwo === true,
    }))
    const { maxLength: size = 0 } = place
    return size < LONG_TEXT ? whole : [...whole, ...singleTexts.map((shape) => ({ ...caseOf(shape), size }))]
  })

const isListOfObjects = ({ kind, sample }: Place): boolean =>
  kind === 'list' && Array.isArray(sample) && typeof sample[0] === 'object'

/** A service sends another one a step of its work at a time. */
const MAX_STEP_BYTES = 300_000

/** Items that all exist, and new ones with every field: they lead through most of the code. */
function isFirstOfItems({ field }: Place, { items }: Shape, mayPreview: boolean): boolean {
  if (items?.isPreview !== mayPreview) return false
  return field === ALL_FIELDS ? items.areNew : !items.areNew && (field === ALL_NAMES || field === '')
}

const mayPreviewOf = ({ parameters }: Operation): boolean =>
  parameters.some((one) =>
    (one as { 'x-preferences'?: string[] })['x-preferences']?.includes('validate-only'),
  )

export const nameOf = ({ part, name, field }: Place): string =>
  [part, name || 'as a whole', field]
    .filter((text) => text !== undefined)
    .join(' ')
    .trim()

/** How long an item is at most, but for texts that fill the room that is left. */
const ITEM_BYTES = 400
const bytesOfItem = ({ texts = [], sample = 1 }: Place): number =>
  texts.length > 0 ? ITEM_BYTES : JSON.stringify(sample).length + 20

/** How much the transport lets through in a place; of items, how many. */
export const maxSizeOf = ({ operation, place, size }: Case): number =>
  size ??
  (place.kind === 'items'
    ? Math.min(place.maxItems ?? 0, (operation['x-body-limit'] ?? 0) / bytesOfItem(place))
    : place.part === 'body'
      ? (operation['x-body-limit'] ?? 0) - 1_000
      : MAX_HEAD_BYTES)

/** The example request of an operation. */
export function plainRequest(portal: Portal, operation: Operation): Sent {
  const { audience, method } = operation
  const credential =
    audience === 'public'
      ? portal.credential
      : bearer(audience === 'internal' ? SERVICE_TOKEN : OPERATOR_TOKEN)
  const example = portal.exampleOf(operation)
  return {
    method,
    url: addressOf(portal.system, operation),
    path: portal.pathOf(operation),
    // The longest form of errors, which lists all faults.
    headers: { accept: 'application/problem+json', 'content-type': 'application/json', ...credential },
    body: example === undefined ? undefined : Buffer.from(JSON.stringify(example)),
  }
}

/** @param size in bytes, as the transport counts them; of items, how many */
export function requestOf(portal: Portal, { operation, place, shape }: Case, size: number): Sent {
  const plain = plainRequest(portal, operation)
  const { part, name, sample } = place
  switch (part) {
    case 'body': {
      const example = portal.exampleOf(operation)
      const { items } = shape
      const limit = operation['x-body-limit'] ?? 0
      const text = items
        ? JSON.stringify(itemsOf(place, elementOf(example, name) ?? sample, { count: size, limit, ...items }))
        : !structures.includes(shape)
          ? asJson(shape, size, sample)
          : shape.write(size, sample)
      const headers = { ...plain.headers, ...(items?.isPreview ? { prefer: 'validate-only' } : {}) }
      return { ...plain, headers, body: bytesOf(bodyWith(example, name, text)) }
    }
    case 'header': {
      const isCredential = name === 'authorization'
      // It is read if there is no key, as a token.
      const { 'x-api-key': _key, 'x-api-secret': _secret, ...others } = plain.headers
      const value = `${isCredential ? 'Bearer ' : ''}${asHeader(shape.write(size, sample))}`
      return { ...plain, headers: { ...(isCredential ? others : plain.headers), [name]: value } }
    }
    case 'query': {
      const query = encoded(shape, size, name !== '')
      const mark = plain.path.includes('?') ? '&' : '?'
      return { ...plain, path: `${plain.path}${mark}${name === '' ? '' : `${name}=`}${query}` }
    }
    case 'path': {
      const filled = operation.path.replace(`{${name}}`, encoded(shape, size, true).replaceAll('/', '%2F'))
      return { ...plain, path: pathOf({ ...operation, path: filled }, '999999') }
    }
  }
}

/** Of items that no record has a name of; further ones each time, because they may be created. */
let newItems = 10 * MANY

/**
 * Items that differ in one field, or in many. Of one, what else names the same thing is left out: with
 * `userEmail`, `userId` is. Texts that may be any are as long as fits.
 */
function itemsOf(
  { name, field = '', texts = [] }: Place,
  sample: unknown,
  { count, limit, areNew }: { readonly count: number; readonly limit: number; readonly areNew: boolean },
): unknown[] {
  const from = areNew ? newItems : 0
  if (areNew) newItems += count
  const numbers = Array.from({ length: count }, (_, i) => from + i)
  if (field === '') return numbers.map((i) => varied(sample, i, name.split('/').at(-1)))
  const first = (sample ?? {}) as Readonly<Record<string, unknown>>
  const [subject = ''] = /^[a-z]+(?=[A-Z])/.exec(field) ?? []
  const isVaried = (key: string) =>
    key === field || field === ALL_FIELDS || (field === ALL_NAMES && isName(key))
  const added = field === ALL_FIELDS ? texts : field === ALL_NAMES ? [] : [field]
  const keys = new Set([...Object.keys(first), ...added])
  const kept = [...keys].filter((key) => isVaried(key) || subject === '' || !key.startsWith(subject))
  const long = texts.filter((key) => isVaried(key) && !isName(key))
  const room = (limit / count - ITEM_BYTES - NAMES_BYTES) / long.length / Buffer.byteLength(MARKS)
  const text = MARKS.repeat(Math.max(1, Math.min(room, MAX_TEXT / MARKS.length)))
  const valueOf = (key: string, i: number) =>
    !isVaried(key) ? first[key] : long.includes(key) ? `${text}${i}` : varied(first[key] ?? '', i, key)
  return numbers.map((i) => Object.fromEntries(kept.map((key) => [key, valueOf(key, i)])))
}

/** The first element of the list at the place. */
const elementOf = (body: unknown, name: string): unknown =>
  [...name.split('/').filter(Boolean), '0'].reduce<unknown>(
    (value, key) => (value as Record<string, unknown> | undefined)?.[key],
    body,
  )

/** What names a record in each way, and what each comparison has to put in order. */
const [NAMES_BYTES, MARKS] = [900, 'é\u0316']
/** Characters of a text, of which most may have a few more. */
const MAX_TEXT = 240

/** Bytes of UTF-8, of which node:http sends each as one character; what it would not send is left out. */
const asHeader = (text: string): string =>
  Buffer.from(text, 'utf8')
    .toString('latin1')
    .replaceAll(/[^\t\u0020-\u007E\u0080-\u00FF]/g, '')

/** @param isValue whether it is the value of one parameter, and not a query with names of its own */
function encoded(shape: Shape, size: number, isValue: boolean): string {
  const encode = (text: string) =>
    isValue ? encodeURIComponent(text.toWellFormed()) : encodeURI(text.toWellFormed()).replaceAll('#', '%23')
  const growth = encode(shape.write(300, undefined)).length / 300
  return encode(shape.write(Math.floor(size / growth), undefined)).slice(0, size + 9)
}
