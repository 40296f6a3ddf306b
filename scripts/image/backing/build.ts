import { join } from 'node:path'
import { importOnce } from '../bases.ts'
import { push } from '../builder.ts'
import { RECIPES, type Server } from './recipes.ts'

/** Changes with what the recipes make, for a node never pulls a tag twice. */
const TAG = '2'

/**
 * Images for the chart `backing` where a cluster can pull none: by the same ports and arguments as the upstream images,
 * made of packages. @returns the name of each
 */
export function buildBacking(plainRegistry?: string): Readonly<Record<Server, string>> {
  const names = (Object.keys(RECIPES) as Server[]).map((server) => {
    const dockerfile = join(import.meta.dirname, `${server}.Dockerfile`)
    const name = importOnce(`rollcall-backing/${server}:${TAG}`, dockerfile, (root) => RECIPES[server](root))
    if (plainRegistry !== undefined) push(name, { address: plainRegistry, plain: true })
    return [server, name] as const
  })
  return Object.fromEntries(names) as Record<Server, string>
}
