import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { compile, type JSONSchema } from 'json-schema-to-typescript'
import { ROOT } from '../../local/support/files.ts'
import { eventsSource, header } from './paths.ts'

/** A payload's JSON Schema; its title is the name of its type. */
export type PayloadSchema = JSONSchema & { title: string }

/** The payload schemas by event type: each file is named for the type. */
export async function readEventSchemas(): Promise<Record<string, PayloadSchema>> {
  const folder = join(ROOT, eventsSource)
  const files = (await readdir(folder)).filter((file) => file.endsWith('.json')).sort()
  const entries = await Promise.all(
    files.map(async (file) => {
      const schema = JSON.parse(await readFile(join(folder, file), 'utf8')) as PayloadSchema
      return [file.slice(0, -'.json'.length), schema] as const
    }),
  )
  return Object.fromEntries(entries)
}

/** One interface per payload, and the map from event type to payload. */
export async function eventTypesOf(schemas: Record<string, PayloadSchema>): Promise<string> {
  const interfaces = await Promise.all(
    Object.values(schemas).map((schema) => compile(schema, schema.title, { bannerComment: '' })),
  )
  const rows = Object.entries(schemas).map(([type, { title }]) => `  '${type}': ${title}\n`)
  return [
    header,
    ...interfaces,
    `/** Payload by event type. */\nexport interface EventPayloads {\n${rows.join('')}}\n`,
    'export type EventType = keyof EventPayloads\n',
  ].join('\n')
}
