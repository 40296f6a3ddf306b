import { Ajv } from 'ajv'
import addFormats from 'ajv-formats'
import { nodesOf, type OpenApiDocument } from './document.ts'

interface Media {
  schema: { $ref?: string; example?: unknown }
  example?: unknown
  examples?: Record<string, { value: unknown }>
}

/** JSON bodies without an example, and examples that their schema refuses. */
export function faultsOfExamples(document: OpenApiDocument): string[] {
  const faultsOf = exampleValidator(document)
  const schemas = Object.entries(document.components.schemas ?? {}) as [string, Media['schema']][]
  return [
    ...schemas
      .filter(([, schema]) => schema.example !== undefined)
      .flatMap(([name, schema]) => faultsOf({ $ref: `#/components/schemas/${name}` }, schema.example)),
    ...[...nodesOf([document.paths, document.components])].flatMap((node) => [
      ...('schema' in node
        ? examplesOf(node as unknown as Media).flatMap((value) => faultsOf(node.schema, value))
        : []),
      ...(typeof node.content === 'object'
        ? faultsOfContent(document, node.content as Record<string, Media>)
        : []),
    ]),
  ]
}

function examplesOf({ example, examples = {} }: Media): unknown[] {
  const named = Object.values(examples).map(({ value }) => value)
  return example === undefined ? named : [example, ...named]
}

function faultsOfContent(document: OpenApiDocument, content: Record<string, Media>): string[] {
  return Object.entries(content).flatMap(([type, media]) => {
    const name = media.schema.$ref?.split('/').at(-1) ?? ''
    const schema = document.components.schemas?.[name] as Media['schema'] | undefined
    const has = examplesOf(media).length > 0 || schema?.example !== undefined
    return has ? [] : [`a body of ${type} has no example: ${JSON.stringify(media.schema)}`]
  })
}

function exampleValidator(document: OpenApiDocument): (schema: unknown, example: unknown) => string[] {
  const ajv = new Ajv({ strict: false, validateSchema: false, allErrors: true })
  addFormats.default(ajv)
  ajv.addSchema(document, 'contract')
  return (schema, example) => {
    const anchored = JSON.parse(JSON.stringify(schema).replaceAll('"$ref":"#', '"$ref":"contract#')) as object
    if (ajv.validate(anchored, example)) return []
    return [`example ${JSON.stringify(example)}: ${ajv.errorsText(ajv.errors, { dataVar: '' })}`]
  }
}
