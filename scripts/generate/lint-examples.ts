import { Ajv } from 'ajv'
import addFormats from 'ajv-formats'
import { nodesOf, type OpenApiDocument } from './document.ts'

interface Shown {
  schema: { $ref?: string }
  example?: unknown
  examples?: object
}

/** Bodies that no example shows, and headers whose example their schema refuses: Redocly has a rule for neither. */
export function faultsOfExamples({ paths, components }: OpenApiDocument): string[] {
  const schemas = (components.schemas ?? {}) as Record<string, { example?: unknown }>
  const headers = Object.entries((components.headers ?? {}) as Record<string, Shown>)
  const bodies = [...nodesOf([paths, components])].flatMap(({ content }) =>
    typeof content === 'object' ? Object.entries(content as Record<string, Shown>) : [],
  )
  const ajv = addFormats.default(new Ajv({ strict: false }))
  return [
    ...bodies
      .filter(([, { schema, ...shown }]) => {
        const name = schema.$ref?.split('/').at(-1) ?? ''
        return (shown.example ?? shown.examples ?? schemas[name]?.example) === undefined
      })
      .map(([type, { schema }]) => `a body of ${type} has no example: ${JSON.stringify(schema)}`),
    ...headers
      .filter(([, { schema, example }]) => !ajv.validate(schema, example))
      .map(([name, { example }]) => `header ${name}: example ${JSON.stringify(example)} does not fit`),
  ]
}

/** Payload schemas that no message of the AsyncAPI document has, and those without an example that they accept. */
export function faultsOfPayloads(asyncapi: string, schemas: Record<string, object>): string[] {
  const ajv = addFormats.default(new Ajv({ allErrors: true }))
  return Object.entries(schemas).flatMap(([type, schema]) => {
    const { examples = [] } = schema as { examples?: unknown[] }
    return [
      ...(asyncapi.includes(`${type}.json`) ? [] : [`${type}: no message of asyncapi.yaml has this payload`]),
      ...(examples.length > 0 ? [] : [`${type}: no example`]),
      ...examples.flatMap((one) => (ajv.validate(schema, one) ? [] : [`${type}: ${ajv.errorsText()}`])),
    ]
  })
}
