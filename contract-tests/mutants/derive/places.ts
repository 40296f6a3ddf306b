/** Where the contract says something about JSON: its schemas, and who sees each. */
import { operationsOf, type OpenApiDocument } from '../../../scripts/generate/document.ts'
import type { JsonObject, Path, WholeContract } from '../contract.ts'

/** A schema, wherever it stands. */
export interface Place {
  readonly path: Path
  readonly schema: JsonObject
  /** How its mutants are called: `User.email`, `listUsers.200`, `Grants[]`. */
  readonly label: string
}

const HTTP = ['document']

/** Every schema of the operations, each once: what is shared is found at its component. */
export function schemasOf({ document }: WholeContract): Place[] {
  return schemaRoots(document).flatMap((root) => [...below(root)])
}

/** Every schema of the messages. */
export function messageSchemasOf({ events }: WholeContract): Place[] {
  return Object.entries(events).flatMap(([type, schema]) => [
    ...below({ path: ['events', type], schema, label: type }),
  ])
}

function schemaRoots(document: OpenApiDocument): Place[] {
  const { schemas = {}, parameters = {}, headers = {}, responses = {} } = document.components
  return [
    ...placesIn(schemas, [...HTTP, 'components', 'schemas'], []),
    ...placesIn(parameters, [...HTTP, 'components', 'parameters'], ['schema'], 'parameter '),
    ...placesIn(headers, [...HTTP, 'components', 'headers'], ['schema'], 'header '),
    ...Object.entries(responses).flatMap(([name, response]) =>
      contentPlaces(response, [...HTTP, 'components', 'responses', name], `answer ${name}`),
    ),
    ...operationsOf(document).flatMap(({ path, method, operation }) =>
      contentPlaces(
        operation.requestBody ?? {},
        [...HTTP, 'paths', path, method, 'requestBody'],
        `${operation.operationId} body`,
      ),
    ),
  ]
}

function placesIn(nodes: Record<string, object>, above: Path, within: Path, prefix = ''): Place[] {
  return Object.entries(nodes).flatMap(([name, node]) => {
    const schema = within.reduce<unknown>((inner, key) => (inner as JsonObject | undefined)?.[key], node)
    return own(schema) ? [{ path: [...above, name, ...within], schema, label: `${prefix}${name}` }] : []
  })
}

function contentPlaces(holder: object, path: Path, label: string): Place[] {
  const { content = {} } = holder as { content?: Record<string, { schema?: unknown }> }
  return Object.entries(content).flatMap(([type, { schema }]) =>
    own(schema) ? [{ path: [...path, 'content', type, 'schema'], schema, label: `${label} ${type}` }] : [],
  )
}

/** A schema that stands here, rather than a reference to one that stands elsewhere. */
const own = (schema: unknown): schema is JsonObject =>
  typeof schema === 'object' && schema !== null && !('$ref' in schema)

function* below(place: Place): Generator<Place> {
  const { path, schema, label } = place
  yield place
  const into = function* (child: unknown, keys: Path, name: string): Generator<Place> {
    if (own(child)) yield* below({ path: [...path, ...keys], schema: child, label: name })
  }
  for (const [name, child] of Object.entries((schema['properties'] as JsonObject | undefined) ?? {}))
    yield* into(child, ['properties', name], `${label}.${name}`)
  yield* into(schema['items'], ['items'], `${label}[]`)
  for (const choice of ['oneOf', 'anyOf', 'allOf'])
    for (const [i, child] of ((schema[choice] as unknown[] | undefined) ?? []).entries())
      yield* into(child, [choice, String(i)], `${label}|${i}`)
}
