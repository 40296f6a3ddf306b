import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { JsonSchema } from './messages.ts'

const ROOT = join(import.meta.dirname, '../..')
const RELEASED = join(ROOT, 'openapi/released')
const PRESENT = join(ROOT, 'services/shared/contract/generated')

/** What a release promises: `openapi/released/<version>/`, or what is generated now. */
export interface Contract {
  readonly version: string
  /** File of the bundled OpenAPI document, all audiences. */
  readonly openapi: string
  /** Payload schemas by event type. */
  readonly events: Readonly<Record<string, JsonSchema>>
}

/** The last contract that was released. */
export function lastReleased(): Contract {
  const versions = globSync('*/openapi.json', { cwd: RELEASED }).map(dirname)
  const last = versions.sort((a, b) => a.localeCompare(b, 'en', { numeric: true })).at(-1)
  if (last === undefined) throw new Error('there is no contract below openapi/released')
  return read(join(RELEASED, last))
}

/** The contract as it is now. */
export const present = (): Contract => read(PRESENT)

function read(folder: string): Contract {
  const openapi = join(folder, 'openapi.json')
  const { info } = json<{ info: { version: string } }>(openapi)
  return { version: info.version, openapi, events: json(join(folder, 'events.json')) }
}

const json = <T>(path: string): T => JSON.parse(readFileSync(path, 'utf8')) as T
