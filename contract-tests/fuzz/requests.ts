import type { OpenApiDocument, OperationEntry } from '../../scripts/generate/document.ts'
import type { Wanted } from './case.ts'
import type { Schema, Schemas } from './schema.ts'
import { example } from './values.ts'

export interface Parameter {
  readonly name: string
  readonly in: 'path' | 'query' | 'header'
  readonly required?: boolean
  readonly schema: object
  readonly example?: unknown
  readonly examples?: Examples
}

interface Media {
  readonly schema: object
  readonly example?: unknown
  readonly examples?: Examples
}
type Examples = Readonly<Record<string, { readonly value: unknown }>>

/** A good request, with the values that the contract shows. */
export function usualRequest(document: OpenApiDocument, schemas: Schemas, entry: OperationEntry): Wanted {
  const inPath = parametersOf(document, schemas, entry).filter(({ parameter }) => parameter.in === 'path')
  const media = mediaOf(entry)
  return {
    path: Object.fromEntries(
      inPath.map(({ parameter }) => [
        parameter.name,
        examplesOf(parameter)[0] ?? example(schemas, parameter.schema),
      ]),
    ),
    query: {},
    headers: {},
    ...(media ? { body: examplesOf(media)[0] ?? example(schemas, media.schema) } : {}),
  }
}

/** The schema of a request's body. */
export const bodySchema = (entry: OperationEntry): object | undefined => mediaOf(entry)?.schema

function mediaOf({ operation: { requestBody } }: OperationEntry): Media | undefined {
  const { content } = (requestBody ?? {}) as { content?: Readonly<Record<string, Media>> }
  return content?.['application/json']
}

/** What the contract shows of a parameter or a body. */
export function examplesOf({ example: one, examples = {} }: Pick<Media, 'example' | 'examples'>): unknown[] {
  return [...(one === undefined ? [] : [one]), ...Object.values(examples).map(({ value }) => value)]
}

/** The parameters of an operation, its path's among them, and the components that describe them. */
export function parametersOf(
  document: OpenApiDocument,
  schemas: Schemas,
  { path, operation }: OperationEntry,
): { parameter: Parameter; through: readonly string[] }[] {
  const { parameters: own = [] } = operation as { parameters?: object[] }
  return [...(document.paths[path]?.parameters ?? []), ...own].map((node) => {
    const { schema, through } = trail(schemas, node)
    return { parameter: schema as unknown as Parameter, through }
  })
}

/** Follows references and says which components they were. */
export function trail(schemas: Schemas, node: object): { schema: Schema; through: readonly string[] } {
  const through: string[] = []
  let schema = node as Schema
  while (typeof schema['$ref'] === 'string') {
    through.push(schema['$ref'].replace('#/components/', ''))
    schema = schemas.component(schema['$ref'])
  }
  return { schema, through }
}

/** JSON that any reader takes, and most read as infinity. */
const TOO_LARGE = '1e999'

/** The JSON of a value; undefined has none. Infinity is a number too large, which JSON can say. */
export function jsonOf(value: unknown): string | undefined {
  const mark = (_key: string, part: unknown): unknown =>
    part === Infinity || part === -Infinity ? `${part < 0 ? '-' : ''}${TOO_LARGE}` : part
  const text = JSON.stringify(value, mark) as string | undefined
  return text?.replaceAll(/"(-?1e999)"/g, '$1')
}

/** A value as the name of a case shows it. */
export function shown(value: unknown): string {
  const text = jsonOf(value) ?? 'absent'
  return text.length > 80 ? `${text.slice(0, 60)}… (${text.length})` : text
}
