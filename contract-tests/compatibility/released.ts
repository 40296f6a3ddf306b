import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

const ROOT = join(import.meta.dirname, '../..')
const RELEASED = join(ROOT, 'openapi/released')
const PRESENT = join(ROOT, 'services/platform/contract/generated')

/** What a release promises: `openapi/released/<version>/`, or what is generated now. */
export interface Contract {
  /** The bundled OpenAPI document, all audiences. */
  readonly openapi: { readonly info: { readonly version: string }; readonly paths?: object }
  /** Payload schemas by event type. */
  readonly events: Readonly<Record<string, object>>
}

/** The last contract that was released; undefined before the first release. */
export function lastReleased(): Contract | undefined {
  const versions = globSync('*/openapi.json', { cwd: RELEASED }).map(dirname)
  const last = versions.sort((a, b) => a.localeCompare(b, 'en', { numeric: true })).at(-1)
  return last === undefined ? undefined : read(join(RELEASED, last))
}

/** The contract as it is now. */
export const present = (): Contract => read(PRESENT)

function read(folder: string): Contract {
  const json = (name: string): unknown => JSON.parse(readFileSync(join(folder, name), 'utf8'))
  return { openapi: json('openapi.json'), events: json('events.json') } as Contract
}
