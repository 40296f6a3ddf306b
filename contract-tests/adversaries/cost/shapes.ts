import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Kind } from './places.ts'

const SERVICES = join(import.meta.dirname, '../../../services')
/** A sign and what follows it at the beginning of a pattern. */
const BEGINNING = /(?<=[=(,]\s*\/)[^\s\w\\^$.*+?()[\]{}|/][^\s\\^$.*+?()[\]{}|/]+/g

/**
 * What is repeated between two other signs: each kind of space, marks in the order that normalization has to
 * change, what joins, quotes, escapes and separates, and the lists of headers.
 */
export const UNITS: Readonly<Record<string, string>> = {
  space: ' ',
  'no-break space': '\u00A0',
  'em space': '\u2003',
  'ideographic space': '\u3000',
  tab: '\t',
  mark: '\u0301',
  'marks out of order': '\u0301\u0316',
  'letter and mark': 'a\u0301',
  'zero-width joiner': '\u200D',
  'half a surrogate pair': '\uD83D',
  emoji: '\u{1F469}',
  hyphen: '-',
  'hyphen and a letter': '-a',
  quote: '"',
  apostrophe: "'",
  backslash: '\\',
  slash: '/',
  less: '<',
  at: '@',
  comma: ',',
  dot: '.',
  'dot and a letter': '.a',
  colon: ':',
  semicolon: ';',
  equals: '=',
  bracket: '[',
  parenthesis: '(',
  percent: '%',
  star: '*',
  digit: '1',
  zero: '0',
  letter: 'a',
  capital: 'B',
  'and ': 'id eq "1" and ',
  tag: '"a",',
  'gzip suffix': '-gzip',
  'media type': 'a/b,',
  'quoted media type': 'a/b;c=",",',
  address: '127.0.0.1,',
  preference: 'handling=strict;a=",',
  percentage: '%41',
  pair: 'a=1&',
  plus: '+',
  'opened tag': '<%',
  'opened value': '${',
  'opened element': '<title>',
  'numbered parts': '######, ',
}

/** What begins and ends each part of a text, so that it is neither an end nor all of it. */
const ENDS: readonly (readonly [string, string])[] = [
  ['a', 'b'],
  ['"', '\u0001'],
  ['', '"'],
  ['id eq "', ''],
]

/** So many units are in one text, each as often as fits: a square still costs a 36th of itself. */
const UNITS_OF_TEXT = 6

/** A text of a length, to be put into a place; or JSON for a place of a body. */
export interface Shape {
  readonly name: string
  readonly kinds: readonly Kind[]
  /** Its bytes where it is to be short. */
  readonly size?: number
  /** @param size bytes of JSON, of a header, or of a part of the URL */
  readonly write: (size: number, sample: unknown) => string
}

/** Each `######` is another number: among equal parts, one that is looked for is the first. */
function repeated(unit: string, size: number, bytes: number): string {
  let number = 100_000
  return unit.repeat(Math.max(1, Math.floor(size / bytes))).replaceAll('######', () => String(number++))
}

const NAMES = Object.keys(UNITS)
const GROUPS = Array.from({ length: Math.ceil(NAMES.length / UNITS_OF_TEXT) }, (_, i) =>
  NAMES.filter((_unit, j) => j % Math.ceil(NAMES.length / UNITS_OF_TEXT) === i),
)

const textOf = (names: readonly string[], end: number): Shape => {
  const [first, last] = ENDS[end] ?? ['', '']
  return {
    name: names.join(', ') + (end === 0 ? '' : ` between ${JSON.stringify([first, last])}`),
    kinds: ['text', 'parameter'],
    write: (size: number) =>
      names
        .map((name) => {
          const unit = UNITS[name] ?? name
          const room = size / names.length - first.length - last.length
          return first + repeated(unit, room, Buffer.byteLength(unit)) + last
        })
        .join(''),
  }
}

/** What compares each part of a list with those before it does so in a list of nothing else. */
const manyParts = textOf(['numbered parts'], 0)

/** Whoever finds one of the many may count the lines before it, or read them again. */
const behindLines: Shape = {
  name: 'many examples behind many lines',
  kinds: ['text', 'parameter'],
  write: (size: number, sample: unknown) => {
    const example = String((sample as string | number | undefined) || 'a')
    return '\n'.repeat(size / 2) + repeated(example, size / 2, Buffer.byteLength(example))
  },
}

/**
 * Beginning, sign, end and bytes of texts of which a pattern may split each part in two ways: it tries all
 * ways before it rejects the text, and each part doubles their number. Long ones would have no end.
 */
const AMBIGUOUS: readonly (readonly [string, string, string, number])[] = [
  ['', '"a" , ', '"', 140],
  ['emails[type eq "', '\\', ']', 110],
]

const ambiguous = AMBIGUOUS.map(([first, unit, last, size]): Shape => ({
  name: `${first}${unit}${unit}…${last}`,
  kinds: ['text', 'parameter'],
  size,
  write: (bytes) => first + repeated(unit, bytes - first.length - last.length, unit.length) + last,
}))

/** For a parameter the plain text. */
export const texts: readonly Shape[] = [
  ...ENDS.flatMap((_, end) => GROUPS.map((names) => textOf(names, end))),
  behindLines,
  ...ambiguous,
]
/** For a text of a body of which the contract does not say how long it may be. */
export const openTexts = [...texts.slice(0, GROUPS.length), manyParts]

/** With what patterns of the services begin: for the end of each, one may read up to that of the text. */
const BEGINNINGS = readdirSync(SERVICES, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.ts') && !path.includes('generated'))
  .flatMap((path) => readFileSync(join(SERVICES, path), 'utf8').match(BEGINNING) ?? [])

/** For a text that may be long, but shorter than its body. */
export const singleTexts: readonly Shape[] = [
  ...[...new Set([...NAMES, ...BEGINNINGS])].map((name) => textOf([name], 0)),
  behindLines,
]

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

const listOf = (item: string, size: number) =>
  `[${repeated(`${item},`, size - item.length - 2, item.length + 1)}${item}]`

/** Text of each field of the example, as long as the rules let it come, in each of as many items as fit. */
function longFields(sample: unknown, unit: string): string {
  const long = `a${unit.repeat(Math.floor(1_000 / unit.length))}b`
  return JSON.stringify(sample, (_, value: unknown) => (typeof value === 'string' ? long : value)) ?? '1'
}

const ALL_OF_JSON: readonly Kind[] = ['text', 'number', 'list', 'object']

export const structures: readonly Shape[] = [
  // Written by `requestOf`, which knows which records there are.
  { name: 'each another', kinds: ['items'], write: () => '[]' },
  ...Object.entries(ITEMS).map(([name, item]) => ({
    name: `many ${name}`,
    kinds: ALL_OF_JSON,
    write: (size: number, sample: unknown) => listOf(item(sample), size),
  })),
  ...['space', 'mark', 'marks out of order', 'hyphen', 'dot and a letter', 'zero-width joiner'].map(
    (name) => ({
      name: `many items with long texts of ${name}`,
      kinds: ['list'] as const,
      write: (size: number, sample: unknown) =>
        listOf(longFields(Array.isArray(sample) ? sample[0] : sample, UNITS[name] ?? ''), size),
    }),
  ),
  {
    name: 'many different numbers',
    kinds: ['list'],
    write: (size) => `[${Array.from({ length: Math.floor(size / 8) }, (_, i) => 1_000_000 + i).join(',')}]`,
  },
  {
    name: 'many objects alike but for their last field',
    kinds: ['list'],
    // As many as the largest list of the largest body may have.
    write: (size) => {
      const others = Array.from({ length: 250 }, (_, i) => `"k${i}":0`).join(',')
      const count = Math.floor(size / (others.length + 16))
      return `[${Array.from({ length: count }, (_, i) => `{${others},"last":${i}}`).join(',')}]`
    },
  },
  {
    name: 'many keys',
    kinds: ALL_OF_JSON,
    write: (size) =>
      `{${Array.from({ length: Math.floor(size / 12) }, (_, i) => `"k${1e6 + i}":0`).join(',')}}`,
  },
  {
    name: 'many spellings of a field',
    kinds: ['object'],
    write: (size, sample) => {
      const [name = 'id'] = Object.keys(sample ?? {})
      const fields = Array.from(
        { length: Math.floor(size / (name.length + 15)) },
        (_, i) => `"${name}${'_-'[i % 2]}${'-'.repeat(i % 9)}${i}":[]`,
      )
      return `{${fields.join(',')}}`
    },
  },
  { name: 'a long key', kinds: ['object'], write: (size) => `{"${'_'.repeat(size - 6)}":0}` },
  {
    name: 'nested lists',
    kinds: ALL_OF_JSON,
    write: (size) => '['.repeat(size / 2) + ']'.repeat(size / 2),
  },
  {
    name: 'nested objects',
    kinds: ALL_OF_JSON,
    write: (size) => `${'{"a":'.repeat(size / 6)}1${'}'.repeat(size / 6)}`,
  },
  { name: 'many digits', kinds: ['number', 'text'], write: (size) => '1'.repeat(size) },
  { name: 'many decimals', kinds: ['number'], write: (size) => `0.${'0'.repeat(size - 3)}1` },
  { name: 'a long exponent', kinds: ['number'], write: (size) => `1e${'9'.repeat(size - 2)}` },
  { name: 'no UTF-8', kinds: ['object', 'list'], write: (size) => `${'\uFFFD'.repeat(size / 3)}\uD83D` },
  {
    name: 'spaces before the value',
    kinds: ['object', 'list'],
    write: (size) => `${' '.repeat(size - 2)}{}`,
  },
]

/** A text in UTF-8, but for half a character at its end: a byte that has no place there. */
export const bytesOf = (text: string): Buffer =>
  Buffer.concat([
    Buffer.from(text.replace(/\p{Surrogate}$/u, '')),
    Buffer.from(text.isWellFormed() ? [] : [0xff]),
  ])

/** A text as JSON, in which a sign may take several bytes. */
export function asJson({ write }: Shape, size: number, sample: unknown): string {
  const probe = JSON.stringify(write(300, sample)).length
  const chars = Math.floor((size / probe) * 300)
  let text = JSON.stringify(write(chars, sample))
  const bytes = Buffer.byteLength(text)
  if (bytes > size) text = JSON.stringify(write(Math.floor((chars * size) / bytes) - 8, sample))
  return text
}
