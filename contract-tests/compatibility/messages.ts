import jsonSchemaDiff from 'json-schema-diff'

/** A payload schema, as far as it is taken apart here. */
export type JsonSchema = Readonly<Record<string, unknown>>
type Schemas = Readonly<Record<string, JsonSchema>>
type Schema = Parameters<typeof jsonSchemaDiff.diffSchemas>[0]['sourceSchema']

/** What json-schema-diff compares, and what says nothing about values: its KEYWORDS.md. */
const COMPARED = new Set([
  ...['type', 'properties', 'required', 'additionalProperties', 'minProperties', 'maxProperties'],
  ...['items', 'minItems', 'maxItems', 'minLength', 'maxLength'],
  ...['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum'],
])
const SILENT = new Set(['$schema', '$id', 'title', 'description', 'examples', 'default'])

/**
 * Where messages of one version can't be read by the other side of another version, one line each. Services are replaced
 * one after the other and messages wait in queues, so both directions have to hold: what an old producer sent is read by
 * a new consumer (backward), and what a new producer sends is read by an old consumer (forward).
 */
export async function incompatibilities(older: Schemas, newer: Schemas): Promise<string[]> {
  const faults = await Promise.all(
    Object.entries(older).map(async ([type, before]) => {
      const after = newer[type]
      if (!after) return [`${type}: is gone; a consumer of it would wait for ever`]
      return [
        ...((await reads(after, before))
          ? []
          : [`${type}: a new consumer refuses what old producers sent (backward)`]),
        ...((await reads(before, after))
          ? []
          : [`${type}: an old consumer refuses what new producers send (forward)`]),
        ...changesNotCompared(before, after, type),
      ]
    }),
  )
  return faults.flat()
}

/**
 * Whether a consumer of one schema takes all that a producer of the other sends. A producer sends what its schema names
 * and nothing else; a consumer ignores what its schema does not name.
 */
async function reads(consumer: JsonSchema, producer: JsonSchema): Promise<boolean> {
  const { additionsFound } = await jsonSchemaDiff.diffSchemas({
    sourceSchema: consumer,
    destinationSchema: closed(producer) as Schema,
  })
  return !additionsFound
}

const closed = (schema: unknown): unknown =>
  mapped(schema, (node) => ('properties' in node ? { ...node, additionalProperties: false } : node))

function mapped(value: unknown, change: (node: JsonSchema) => JsonSchema): unknown {
  if (Array.isArray(value)) return value.map((item) => mapped(item, change))
  if (typeof value !== 'object' || value === null) return value
  const parts = Object.entries(value).map(([name, part]) => [name, mapped(part, change)])
  return change(Object.fromEntries(parts) as JsonSchema)
}

/** Keywords that the library does not know must not change where both versions have a value, for want of knowing better. */
function changesNotCompared(before: unknown, after: unknown, at: string): string[] {
  if (!isSchema(before) || !isSchema(after)) return []
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  const unknown = names.filter((name) => !COMPARED.has(name) && !SILENT.has(name))
  const properties = Object.keys(propertiesOf(before)).filter((name) => name in propertiesOf(after))
  return [
    ...unknown
      .filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]))
      .map((name) => `${at}: ${name} has changed, which can not be told to be harmless`),
    ...properties.flatMap((name) =>
      changesNotCompared(propertiesOf(before)[name], propertiesOf(after)[name], `${at}.${name}`),
    ),
    ...changesNotCompared(before['items'], after['items'], `${at}[]`),
  ]
}

const isSchema = (value: unknown): value is JsonSchema =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const propertiesOf = (schema: JsonSchema): JsonSchema =>
  (schema['properties'] as JsonSchema | undefined) ?? {}
