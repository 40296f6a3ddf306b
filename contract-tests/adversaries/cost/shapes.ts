import { varied } from './many.ts'
import type { Kind } from './places.ts'

/**
 * What is repeated between two other signs: each kind of space, marks in the order that normalization has to
 * change, what joins, quotes, escapes and separates, and the lists of headers.
 */
const UNITS: readonly string[] = [
  ...' \u00A0\u2003\u3000\t\u0301\u200D\uD83D-"\'\\/<@,.:;=[(%*10aB+'.split(''),
  ...'\u0301\u0316|a\u0301|\u{1F469}|-a|.a|id eq "1" and |"a",|-gzip|a/b,|a/b;c=",",|127.0.0.1,'.split('|'),
  ...'handling=strict;a=",|%41|a=1&|<%|${|<title>|######, '.split('|'),
]
const nameOf = (unit: string): string =>
  unit.replaceAll(/[^!-~]/gu, (sign) => `U+${sign.codePointAt(0)?.toString(16).toUpperCase()} `).trim()

/** What begins and ends each part of a text, so that it is neither an end nor all of it. */
const ENDS = [
  ['a', 'b'],
  ['"', '\u0001'],
  ['', '"'],
  ['id eq "', ''],
] as const

/** So many units are in one text, each as often as fits: a square still costs a 36th of itself. */
const UNITS_OF_TEXT = 6

/** A text of a length, to be put into a place; or JSON for a place of a body. */
export interface Shape {
  readonly name: string
  readonly kinds: readonly Kind[]
  readonly items?: Items
  /** Whether it is long in two ways at once. */
  readonly isOfTwo?: boolean
  /** @param size bytes of JSON, of a header, or of a part of the URL */
  readonly write: (size: number, sample: unknown) => string
}

/** Each `######` is another number: among equal parts, one that is looked for is the first. */
function repeated(unit: string, size: number, bytes: number): string {
  let number = 100_000
  return unit.repeat(Math.max(1, Math.floor(size / bytes))).replaceAll('######', () => String(number++))
}

const GROUPS = Math.ceil(UNITS.length / UNITS_OF_TEXT)
const unitsOf = (group: number) => UNITS.filter((_unit, i) => i % GROUPS === group)

const textOf = (units: readonly string[], [first, last]: readonly [string, string] = ENDS[0]): Shape => ({
  name: units.map(nameOf).join(' and ') + (first === 'a' ? '' : ` between ${JSON.stringify([first, last])}`),
  kinds: ['text', 'parameter'],
  write: (size: number) =>
    units
      .map((unit) => {
        const room = size / units.length - first.length - last.length
        return first + repeated(unit, room, Buffer.byteLength(unit)) + last
      })
      .join(''),
})

/** What compares each part of a list with those before it does so in a list of nothing else. */
export const manyParts = textOf(['######, '])

/** Whoever finds one of the many may count the lines before it, or read them again. */
const behindLines: Shape = {
  name: 'many examples behind many lines',
  kinds: ['text', 'parameter'],
  write: (size: number, sample: unknown) => {
    const example = String((sample as string | number | undefined) || 'a')
    return '\n'.repeat(size / 2) + repeated(example, size / 2, Buffer.byteLength(example))
  },
}

/** For a parameter the plain text. */
export const texts: readonly Shape[] = [
  ...ENDS.flatMap((ends) => Array.from({ length: GROUPS }, (_, i) => textOf(unitsOf(i), ends))),
  behindLines,
]
/** For a text of a body of which the contract does not say how long it may be. */
export const openTexts = [...texts.slice(0, GROUPS), manyParts]

/** For a text that may be long, but shorter than its body. */
export const singleTexts: readonly Shape[] = [...UNITS.map((unit) => textOf([unit])), behindLines]

/** Items of a list, many times. */
const ITEMS: Readonly<Record<string, (sample: unknown) => string>> = {
  'empty lists': () => '[]',
  'empty objects': () => '{}',
  nulls: () => 'null',
  'equal numbers': () => '1',
  'empty texts': () => '""',
  'equal examples': (sample) => JSON.stringify(Array.isArray(sample) ? (sample[0] ?? 'a') : (sample ?? 1)),
  'objects with an unknown field': () => '{"first-name_":1}',
  'lists of lists': () => '[[[[]]]]',
}

function listOf(item: string, size: number): string {
  const bytes = Buffer.byteLength(item)
  return `[${repeated(`${item},`, size - bytes - 2, bytes + 1)}${item}]`
}

/** Text of each field of the example, as long as the rules let it come, in each of as many items as fit. */
function longFields(sample: unknown, unit: string): string {
  const long = `a${unit.repeat(Math.floor(1_000 / unit.length))}b`
  return JSON.stringify(sample, (_, value: unknown) => (typeof value === 'string' ? long : value)) ?? '1'
}

/** Of which records items are. `requestOf` writes them. */
interface Items {
  /** Of none that exists. */
  readonly areNew: boolean
  /** Whether nothing is to be written. */
  readonly isPreview: boolean
}

const ITEM_SHAPES = [true, false].flatMap((isPreview) =>
  [true, false].map((areNew): Shape => ({
    name: `each ${areNew ? 'a new' : 'another'} record${isPreview ? ', as a preview' : ''}`,
    kinds: ['items'],
    items: { areNew, isPreview },
    write: () => '[]',
  })),
)

/** The item with this list in it: where its example has one, otherwise in its first field. */
function withList(item: unknown, listOf: (example: unknown) => readonly unknown[]): unknown {
  const place = (value: unknown): unknown => {
    if (Array.isArray(value)) return listOf(value[0])
    if (typeof value !== 'object' || value === null) return undefined
    for (const [key, inner] of Object.entries(value)) {
      const found = place(inner)
      if (found !== undefined) return { ...value, [key]: found }
    }
    return undefined
  }
  const [first = 'id'] = Object.keys(item ?? {})
  return place(item) ?? { ...(item as object | undefined), [first]: listOf(undefined) }
}

/** Numbers of the same length. */
const [FIRST, MAX_NUMBER] = [1_000_000, 100_000]

interface Lists {
  /** How many items there are, and how many elements the list of each has, of those that fit. */
  readonly lengths: (elements: number, elementsOfItem: number) => readonly number[]
  /** Which element it is: equal numbers are equal elements. */
  readonly numberOf: (item: number, element: number, length: number) => number
}

/** Different items with a list of elements in each. What an item and an element take is measured. */
function itemsWithLists(sample: unknown, size: number, { lengths, numberOf }: Lists): string {
  const [first] = Array.isArray(sample) ? (sample as unknown[]) : []
  const itemOf = (i: number, length: number) =>
    withList(varied(first ?? {}, i), (example) =>
      Array.from({ length }, (_, j) => varied(example ?? 0, FIRST + numberOf(i, j, length))),
    )
  const bytesOfItem = (length: number) => Buffer.byteLength(JSON.stringify(itemOf(MAX_NUMBER, length))) + 1
  const bytes = bytesOfItem(2) - bytesOfItem(1)
  const counts = lengths(Math.floor(size / bytes), Math.ceil(bytesOfItem(0) / bytes))
  return JSON.stringify(counts.map((length, i) => itemOf(i, Math.floor(length))))
}

const ALL: readonly Kind[] = ['text', 'number', 'list', 'object']
const numbered = (size: number, bytes: number, write: (i: number) => string) =>
  Array.from({ length: Math.floor(size / bytes) }, (_, i) => write(i)).join(',')
/** As many as the largest list of the largest body may have. */
const KEYS = numbered(250, 1, (i) => `"k${i}":0`)

type Structure = readonly [name: string, kinds: readonly Kind[], write: Shape['write']]
const STRUCTURES: readonly Structure[] = [
  ...Object.entries(ITEMS).map(([name, item]): Structure => [
    `many ${name}`,
    ALL,
    (size, sample) => listOf(item(sample), size),
  ]),
  ...[' ', '\u0301', '\u0301\u0316', '-', '.a', '\u200D'].map((unit): Structure => [
    `many items with long texts of ${nameOf(unit)}`,
    ['list'],
    (size, sample) => listOf(longFields(Array.isArray(sample) ? sample[0] : sample, unit), size),
  ]),
  ['many different numbers', ['list'], (size) => `[${numbered(size, 8, (i) => String(FIRST + i))}]`],
  [
    'many objects alike but for their last field',
    ['list'],
    (size) => `[${numbered(size, KEYS.length + 16, (i) => `{${KEYS},"last":${i}}`)}]`,
  ],
  ['many keys', ALL, (size) => `{${numbered(size, 13, (i) => `"k${FIRST + i}":0`)}}`],
  ['many spellings of a field', ['object'], (size, sample) => `{${numbered(size, 25, spelling(sample))}}`],
  ['a long key', ['object'], (size) => `{"${'_'.repeat(size - 6)}":0}`],
  ['nested lists', ALL, (size) => '['.repeat(size / 2) + ']'.repeat(size / 2)],
  ['nested objects', ALL, (size) => `${'{"a":'.repeat(size / 6)}1${'}'.repeat(size / 6)}`],
  ['many digits', ['number', 'text'], (size) => '1'.repeat(size)],
  ['many decimals', ['number'], (size) => `0.${'0'.repeat(size - 3)}1`],
  ['a long exponent', ['number'], (size) => `1e${'9'.repeat(size - 2)}`],
  ['no UTF-8', ['object', 'list'], (size) => `${'\uFFFD'.repeat(size / 3)}\uD83D`],
  ['spaces before the value', ['object', 'list'], (size) => `${' '.repeat(size - 2)}{}`],
]

const spelling = (sample: unknown) => (i: number) =>
  `"${Object.keys(sample ?? {})[0] ?? 'id'}${'_-'[i % 2]}${'-'.repeat(i % 9)}${i}":[]`

/** As many items with lists as long as the contract accepts. */
const [MAX_ITEMS, MAX_LENGTH] = [250, 1_000]

/** As many lists as each has elements. */
function inEach(elements: number, elementsOfItem: number): readonly number[] {
  const count = Math.min(Math.sqrt(elements), elements / (elementsOfItem + 1), MAX_ITEMS)
  const length = Math.min(elements / count - elementsOfItem, MAX_LENGTH)
  return Array.from({ length: count }, () => length)
}

/** Those that are long in two ways at once. */
const LISTS: Readonly<Record<string, Lists>> = {
  'a long list in an item before many': {
    lengths: (elements, elementsOfItem) => [
      elements / 2 - elementsOfItem,
      ...Array.from({ length: elements / 2 / (elementsOfItem + 1) }, () => 1),
    ],
    numberOf: (item, element) => item + element,
  },
  'a list in each of many items': {
    lengths: inEach,
    numberOf: (item, element, length) => item * length + element,
  },
  'the same list in each of many items': { lengths: inEach, numberOf: (_, element) => element },
  'lists in many items, each a part of the next one': {
    lengths: inEach,
    numberOf: (item, element) => item + element,
  },
}

export const structures: readonly Shape[] = [
  ...ITEM_SHAPES,
  ...STRUCTURES.map(([name, kinds, write]) => ({ name, kinds, write })),
  ...Object.entries(LISTS).map(([name, lists]): Shape => ({
    name,
    kinds: ['list'],
    write: (size, sample) => itemsWithLists(sample, size, lists),
    isOfTwo: true,
  })),
]

/** A text in UTF-8, but for halves of characters: each is a byte that has no place there. */
export const bytesOf = (text: string): Buffer =>
  Buffer.concat(text.split(/(\p{Surrogate})/u).map((part, i) => Buffer.from(i % 2 ? [0xff] : part)))

/** A text as JSON, in which a sign may take several bytes. */
export function asJson({ write }: Shape, size: number, sample: unknown): string {
  const probe = JSON.stringify(write(300, sample)).length
  const chars = Math.floor((size / probe) * 300)
  let text = JSON.stringify(write(chars, sample))
  const bytes = Buffer.byteLength(text)
  if (bytes > size) text = JSON.stringify(write(Math.floor((chars * size) / bytes) - 8, sample))
  return text
}
