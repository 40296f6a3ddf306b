import { bearer } from '../../../testing/client.ts'
import { OPERATOR_TOKEN, SERVICE_TOKEN } from '../../../testing/isolated.ts'
import { addressOf, pathOf, type Operation } from '../../operations.ts'
import type { Sent } from './measure.ts'
import { another, isName } from './many.ts'
import { ALL_NAMES, bodyWith, type Place } from './places.ts'
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
  /** How long it may be where that is less than the transport lets through. */
  readonly size?: number
  /** Whether `npm test` has it too, because only the code limits what comes there. */
  readonly isUnlimited?: boolean
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
    const whole = IN_BODIES.filter(({ kinds }) => kinds.includes(place.kind)).map((shape) => ({
      ...caseOf(shape),
      isUnlimited: place.isOpen === true && place.kind === 'text' && openTexts.includes(shape),
    }))
    const { maxLength: size = 0 } = place
    return size < LONG_TEXT ? whole : [...whole, ...singleTexts.map((shape) => ({ ...caseOf(shape), size }))]
  })

export const nameOf = ({ part, name, field }: Place): string =>
  [part, name || 'as a whole', field]
    .filter((text) => text !== undefined)
    .join(' ')
    .trim()

/** How long an item is at most. */
const ITEM_BYTES = 400

/** How much the transport lets through in a place; of items, how many. */
export const maxSizeOf = ({ operation, place, shape, size }: Case): number =>
  size ??
  shape.size ??
  (place.kind === 'items'
    ? Math.min(place.maxItems ?? 0, (operation['x-body-limit'] ?? 0) / ITEM_BYTES)
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
      const text =
        place.kind === 'items'
          ? JSON.stringify(itemsOf(example, place, size))
          : !structures.includes(shape)
            ? asJson(shape, size, sample)
            : shape.write(size, sample)
      return { ...plain, body: bytesOf(bodyWith(example, name, text)) }
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

/**
 * Items that differ in one field only, or in each that names a record. What else names the same thing is left
 * out: with `userEmail`, `userId` is.
 */
function itemsOf(example: unknown, { name, field = '', sample }: Place, count: number): unknown[] {
  const keys = name === '' ? [] : name.split('/')
  const list = keys.reduce<unknown>(
    (value, key) => (value as Record<string, unknown> | undefined)?.[key],
    example,
  )
  const [first] = Array.isArray(list) ? (list as unknown[]) : []
  const [subject = ''] = /^[a-z]+(?=[A-Z])/.exec(field) ?? []
  const others = Object.entries(field === '' ? {} : (first ?? {})).filter(
    ([other]) => other !== field && (subject === '' || !other.startsWith(subject)),
  )
  if (field === '') return Array.from({ length: count }, (_, i) => another(keys.at(-1) ?? '', sample, i))
  const differing: [string, unknown][] =
    field === ALL_NAMES ? others.filter(([other]) => isName(other)) : [[field, sample]]
  return Array.from({ length: count }, (_, i) =>
    Object.fromEntries([...others, ...differing.map(([key, value]) => [key, another(key, value, i)])]),
  )
}

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
