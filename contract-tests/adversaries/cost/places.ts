import { dereferenced, type OpenApiDocument } from '../../../local/contract/document.ts'
import contract from '../../../services/platform/contract/generated/openapi.json' with { type: 'json' }
import type { Operation } from '../../operations.ts'

/** What a place takes: decides with what it is filled. */
export type Kind = 'text' | 'number' | 'list' | 'object' | 'parameter' | 'items'

/** A place of a request that takes something from its sender. */
export interface Place {
  readonly part: 'path' | 'query' | 'header' | 'body'
  /** The name of a parameter or a header; the keys that lead to a value of the body. */
  readonly name: string
  readonly kind: Kind
  /** What the contract has as an example there; undefined if it has none. */
  readonly sample: unknown
  /** How long a text of the body may be. */
  readonly maxLength?: number | undefined
  /** Whether it is in a body of which the contract does not say what its fields are, or how long. */
  readonly isOpen?: boolean
  /** For the kind `items`: the field in which each item differs; "" for the item itself. */
  readonly field?: string
  /** For the kind `items`: the fields that take any text. */
  readonly texts?: readonly string[]
  /** For the kind `items`: how many there may be. */
  readonly maxItems?: number
}

interface SchemaObject {
  readonly content?: Readonly<Record<string, { readonly schema: object }>>
  readonly type?: string
  readonly additionalProperties?: boolean | object
  readonly properties?: Readonly<Record<string, object>>
  readonly items?: object
  readonly maxItems?: number
  readonly maxLength?: number
  readonly pattern?: string
  readonly format?: string
  readonly allOf?: readonly object[]
  readonly anyOf?: readonly object[]
  readonly oneOf?: readonly object[]
  readonly example?: unknown
}

const document = contract as unknown as OpenApiDocument
/** Deeper fields of a body are filled by what is above them. */
const MAX_DEPTH = 4

/**
 * The places of one operation, as the contract has them.
 * @param headers those that the code reads, whether the contract declares them for the operation or not
 */
export function placesOf(operation: Operation, headers: readonly string[]): Place[] {
  const parameters = (operation.parameters ?? []).map((parameter) =>
    dereferenced<{ name: string; in: Place['part']; example?: unknown; schema: object }>(document, parameter),
  )
  const names = new Set(headers)
  for (const { name, in: part } of parameters) if (part === 'header') names.add(name.toLowerCase())
  if (operation.audience === 'public') names.add('authorization')
  return [
    ...inPath(operation).map(
      (name) => ({ part: 'path', name, kind: 'parameter', sample: undefined }) as const,
    ),
    ...parameters
      .filter(({ in: part }) => part === 'query')
      .map(({ name, example }) => ({ part: 'query', name, kind: 'parameter', sample: example }) as const),
    // One that no operation has.
    { part: 'query', name: '', kind: 'parameter', sample: undefined },
    ...[...names]
      .sort()
      .map((name) => ({ part: 'header', name, kind: 'parameter', sample: undefined }) as const),
    ...(operation['x-body-limit'] === undefined
      ? []
      : inBody(bodySchemaOf(operation), exampleOf(operation))
    ).map((place) => ({ ...place, isOpen: isOpenBody(operation) })),
  ]
}

const inPath = ({ path }: Operation) => [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)

function bodySchemaOf(operation: Operation): object {
  const { content } = (
    operation as unknown as { requestBody: { content: Record<string, { schema: object }> } }
  ).requestBody
  return Object.values(content)[0]?.schema ?? {}
}

const isOpenBody = (operation: Operation) => resolved(bodySchemaOf(operation)).additionalProperties === true

/** The example of a body. What the contract leaves open, as the attributes of SCIM, is as in the response. */
export function exampleOf(operation: Operation): unknown {
  const { example, responses } = operation
  if (example === undefined || !isOpenBody(operation)) return example
  const { properties = {} } = resolved(bodySchemaOf(operation))
  const [success = {}] = Object.keys(responses).flatMap((code) => (code < '300' ? [responses[code]] : []))
  const [media] = Object.values(resolved(success as object).content ?? {})
  const shown = Object.entries(resolved(media?.schema ?? {}).example ?? {})
  return {
    ...Object.fromEntries(shown.filter(([name]) => Object.hasOwn(properties, name))),
    ...(example as object),
  }
}

/** The fields that the schema or the example has, and the whole body. */
function inBody(schema: object, given: unknown, keys: readonly string[] = []): Place[] {
  const { type, properties, items, maxItems, maxLength, example } = resolved(schema)
  const sample = given ?? example
  const kind = kindOf(type, sample)
  const here: Place = { part: 'body', name: keys.join('/'), kind, sample, maxLength }
  if (keys.length >= MAX_DEPTH) return [here]
  if (kind === 'list') {
    const [first] = Array.isArray(sample) ? (sample as unknown[]) : []
    return [
      here,
      ...ofItems(here, items ?? {}, { first, maxItems }),
      ...inBody(items ?? {}, first, [...keys, '0']),
    ]
  }
  if (kind !== 'object') return [here]
  const fields = (typeof sample === 'object' ? sample : null) ?? {}
  const names = new Set([...Object.keys(properties ?? {}), ...Object.keys(fields)])
  return [
    here,
    ...[...names].flatMap((name) =>
      inBody(properties?.[name] ?? {}, (fields as Record<string, unknown>)[name], [...keys, name]),
    ),
  ]
}

/** Lists without a limit are tried with so many. */
const MAX_ITEMS = 1_000

/** The field of items that differ in each field that names a record; in each that can. */
export const [ALL_NAMES, ALL_FIELDS] = ['all names', 'all fields']

/** One for each field of the items, and for several; for the items themselves if they have none. */
function ofItems(
  list: Place,
  schema: object,
  { first, maxItems = MAX_ITEMS }: { readonly first: unknown; readonly maxItems: number | undefined },
): Place[] {
  const { type, properties = {} } = resolved(schema)
  const place = { ...list, kind: 'items', sample: first, maxItems } as const
  if (kindOf(type, first) !== 'object') return [{ ...place, field: '' }]
  const texts = Object.keys(properties).filter((name) => isFreeText(resolved(properties[name] ?? {})))
  return [...new Set([ALL_NAMES, ALL_FIELDS, ...Object.keys({ ...properties, ...(first ?? {}) })])].map(
    (field) => ({ ...place, field, texts }),
  )
}

const isFreeText = ({ type, maxLength, pattern, format }: SchemaObject): boolean =>
  type === 'string' && maxLength !== undefined && pattern === undefined && format === undefined

function kindOf(type: string | undefined, sample: unknown): Kind {
  if (type === 'array' || Array.isArray(sample)) return 'list'
  if (type === 'object' || (typeof sample === 'object' && sample !== null)) return 'object'
  return type === 'integer' || type === 'number' || typeof sample === 'number' ? 'number' : 'text'
}

/** Without references; a union is that of its first branch. */
function resolved(schema: object): SchemaObject {
  const own = dereferenced<SchemaObject>(document, schema)
  const [branch] = [...(own.allOf ?? []), ...(own.anyOf ?? []), ...(own.oneOf ?? [])]
  return branch === undefined ? own : { ...resolved(branch), ...own }
}

/**
 * The example of the body with this JSON text at the place.
 * @param text JSON, or anything else for a body that can't be read
 */
export function bodyWith(example: unknown, name: string, text: string): string {
  if (name === '') return text
  const body: unknown = structuredClone(example) ?? {}
  const keys = name.split('/')
  let holder = body as Record<string, unknown>
  for (const key of keys.slice(0, -1)) holder = (holder[key] ??= {}) as Record<string, unknown>
  holder[keys.at(-1) ?? ''] = MARK
  return JSON.stringify(body).replace(JSON.stringify(MARK), () => text)
}

const MARK = 'the place'
