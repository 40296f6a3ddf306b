import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fromFile, Parser } from '@asyncapi/parser'
import { Ajv, type AnySchema } from 'ajv'
import addFormats from 'ajv-formats'
import { readEventSchemas } from './events.ts'
import { eventsSource, root } from './paths.ts'

/** Severity of a warning; an error's is lower, a hint's (a newer AsyncAPI exists) higher. */
const warning = 1

/** The AsyncAPI document, its payload files, and their examples. */
export async function faultsOfEvents(): Promise<string[]> {
  const source = join(root, eventsSource, 'asyncapi.yaml')
  const { diagnostics } = await fromFile(new Parser(), source).parse()
  const serious = diagnostics.filter(({ severity }) => Number(severity) <= warning)
  const problems = serious.map(({ message, path }) => `asyncapi.yaml ${path.join('.')}: ${message}`)
  return [...problems, ...faultsOfPayloads(await readFile(source, 'utf8'), await readEventSchemas())]
}

/** Payload schemas that no message of the AsyncAPI document has, and those without an example that they accept. */
export function faultsOfPayloads(asyncapi: string, schemas: Record<string, object>): string[] {
  const ajv = new Ajv({ allErrors: true })
  addFormats.default(ajv)
  return Object.entries(schemas).flatMap(([type, schema]) => {
    const examples = (schema as { examples?: unknown[] }).examples ?? []
    const validate = ajv.compile(schema as AnySchema)
    return [
      ...(asyncapi.includes(`${type}.json`) ? [] : [`${type}: no message of asyncapi.yaml has this payload`]),
      ...(examples.length > 0 ? [] : [`${type}: no example`]),
      ...examples
        .filter((example) => !validate(example))
        .map(() => `${type}: ${ajv.errorsText(validate.errors)}`),
    ]
  })
}
