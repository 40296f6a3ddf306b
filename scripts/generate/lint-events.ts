import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Ajv, type AnySchema } from 'ajv'
import addFormats from 'ajv-formats'
import { readEventSchemas } from './events.ts'
import { eventsSource, root } from './paths.ts'
import { runTool } from './tools.ts'

/** What Redocly says of the AsyncAPI document, and what is wrong with its payload files. @throws Error for the former */
export async function faultsOfEvents(): Promise<string[]> {
  const source = join(eventsSource, 'asyncapi.yaml')
  await runTool('redocly', ['lint', '--config', join(eventsSource, 'redocly.yaml'), source])
  return faultsOfPayloads(await readFile(join(root, source), 'utf8'), await readEventSchemas())
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
