import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { OpenApiDocument } from '../../scripts/generate/document.ts'
import { contractFolder, root } from '../../scripts/generate/paths.ts'

/** JSON as it stands in a contract. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json }
export type JsonObject = Readonly<Record<string, Json>>

/** Where something stands, key by key from the root of the contract. */
export type Path = readonly string[]

/** The whole contract: what is asked over HTTP, bundled, and the payloads of the messages by type. */
export interface WholeContract {
  readonly document: OpenApiDocument
  readonly events: Readonly<Record<string, JsonObject>>
}

/** The contract as it is generated into the services. */
export async function readContract(): Promise<WholeContract> {
  const read = async (name: string) => JSON.parse(await readFile(join(root, contractFolder, name), 'utf8'))
  return { document: await read('openapi.json'), events: await read('events.json') }
}

/** What stands at a path, or undefined. */
export function at(contract: WholeContract, path: Path): unknown {
  let node: unknown = contract
  for (const key of path) {
    if (typeof node !== 'object' || node === null) return undefined
    node = (node as Record<string, unknown>)[key]
  }
  return node
}
