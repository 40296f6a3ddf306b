import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findBuilder } from '../builder.ts'
import { RECIPES, type Server } from './recipes.ts'

/** Changes with what the recipes make, for a node never pulls a tag twice. */
const TAG = '1'

/**
 * Images for the chart `backing` where a cluster can pull none: by the same ports and arguments as the upstream images,
 * made of packages. Built once. @returns the name of each
 */
export function buildBacking(registry?: string): Readonly<Record<Server, string>> {
  const builder = findBuilder()
  const names = (Object.keys(RECIPES) as Server[]).map((server) => {
    const name = `rollcall-backing/${server}:${TAG}`
    if (!builder.has(name)) {
      const context = mkdtempSync(join(tmpdir(), 'rollcall-image-'))
      try {
        RECIPES[server](join(context, 'root'))
        builder.build({ name, dockerfile: join(import.meta.dirname, `${server}.Dockerfile`), context })
      } finally {
        rmSync(context, { recursive: true, force: true })
      }
    }
    if (registry !== undefined) builder.push(name, `${registry}/${name}`)
    return [server, name] as const
  })
  return Object.fromEntries(names) as Record<Server, string>
}
