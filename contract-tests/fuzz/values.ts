import fc from 'fast-check'
import type { Schema, Schemas } from './schema.ts'

/** A text of every kind that some rule of the contract is about; which of them a field takes, its schema says. */
const TEXTS = [
  '',
  ' ',
  'a',
  'Ada',
  'a/b',
  'ä',
  '\u0007',
  '\u007f',
  '\ud800',
  'no such value',
  'ada@example.org',
  'ada@example',
  'ada.example.org',
  'ada@-example.org',
  `${'a'.repeat(65)}@example.org`,
  '.ada@example.org',
  'ada@example.org ',
  'TRUE',
  'true',
  'maybe',
  '2024-01-15T14:58:41Z',
  '2024-01-15T14:58:41.123456789+02:00',
  '2024-01-15T14:58:41.1234567890+02:00',
  '2024-02-30T14:58:41Z',
  '2024-01-15t14:58:41z',
  '2024-01-15 14:58:41Z',
  '2024-01-15',
  '24-01-15T14:58:41Z',
]
const OTHERS: readonly unknown[] = [null, true, {}, [], 1.5, 'seven']
const LENGTHS = ['minLength', 'maxLength'] as const

/** Values worth sending where a schema stands: at, below and above each bound, each value of a list, and of each kind. */
export function candidates(schemas: Schemas, schema: Schema, seed: number): unknown[] {
  const {
    type,
    enum: values,
    minimum,
    maximum,
  } = schema as {
    type?: string
    enum?: unknown[]
    minimum?: number
    maximum?: number
  }
  if (values) return [...values, 'no such value', ...OTHERS]
  switch (type) {
    case 'integer':
      return [1, ...around(minimum), ...around(maximum), ...OTHERS]
    case 'number':
      return [1, ...around(minimum), ...around(maximum), Infinity, -Infinity, ...OTHERS]
    case 'string':
      return [...TEXTS, ...lengths(schema), ...random(schema, seed), ...OTHERS]
    case 'array':
      return [...lists(schemas, schema), ...OTHERS]
    case undefined:
    default:
      return [...TEXTS, ...OTHERS, false, 7]
  }
}

function around(bound: number | undefined): number[] {
  return bound === undefined ? [] : [bound - 1, bound, bound + 1]
}

/** Texts of exactly the lengths where the answer changes: plain, as an address, and as a moment. */
function lengths(schema: Schema): string[] {
  const wanted = LENGTHS.flatMap((keyword) => around(schema[keyword] as number | undefined)).filter(
    (n) => n > 0,
  )
  return wanted.flatMap((length) => ['a'.repeat(length), address(length)])
}

/** As long an address as asked for: labels of a domain name take up to 63 characters. */
function address(length: number): string {
  const local = 'a'
  let domain = 'example.org'
  while (local.length + 1 + domain.length + 64 < length) domain = `${'b'.repeat(63)}.${domain}`
  const missing = length - local.length - 1 - domain.length
  return missing > 1 ? `${local}@${'c'.repeat(missing - 1)}.${domain}` : `${local}@${domain}`
}

/** Any few texts that keep the pattern. */
function random(schema: Schema, seed: number): string[] {
  if (typeof schema['pattern'] !== 'string') return []
  const matching = fc.stringMatching(new RegExp(schema['pattern'], 'u'))
  return fc.sample(matching, { numRuns: 5, seed })
}

function lists(schemas: Schemas, schema: Schema): unknown[] {
  const {
    items = {},
    minItems,
    maxItems,
  } = schema as { items?: object; minItems?: number; maxItems?: number }
  const one = example(schemas, items)
  const sizes = [...around(minItems), ...around(maxItems)].filter((n) => n >= 0)
  return [
    ...sizes.map((size) => Array.from({ length: size }, (_, i) => (typeof one === 'number' ? one + i : one))),
    [one, one],
  ]
}

/** One value that a schema takes. */
export function example(schemas: Schemas, schema: object): unknown {
  const resolved = schemas.resolved(schema)
  if ('example' in resolved) return resolved['example']
  const {
    type,
    properties = {},
    required = [],
    enum: values,
  } = resolved as {
    type?: string
    properties?: Record<string, object>
    required?: string[]
    enum?: unknown[]
  }
  if (values) return values.find((value) => value !== null && value !== '')
  switch (type) {
    case 'object':
      return Object.fromEntries(required.map((name) => [name, example(schemas, properties[name] ?? {})]))
    case 'array':
      return []
    case 'integer':
    case 'number':
      return Math.max(1, Number(resolved['minimum'] ?? 1))
    case 'boolean':
      return true
    case undefined:
    default:
      return 'text'
  }
}
