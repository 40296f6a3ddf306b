/**
 * Loaded before everything else of a process that runs a mutant (`--import`): what the contract generates is taken from
 * the folder that `MUTANT_TREE` names where it has the file, and generated clients run from their sources.
 */
import { existsSync, readFileSync } from 'node:fs'
import { registerHooks, stripTypeScriptTypes } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { root } from '../../../scripts/generate/paths.ts'

const GENERATED = '/generated/'
const tree = process.env['MUTANT_TREE']

registerHooks({
  resolve(specifier, context, next) {
    // Generated clients import `./x.js`, the name that their compiled form will have.
    const inGenerated = context.parentURL?.includes(GENERATED) && specifier.startsWith('.')
    return next(inGenerated ? specifier.replace(/\.js$/, '.ts') : specifier, context)
  },
  load(url, context, next) {
    if (!url.startsWith('file:') || !url.includes(GENERATED)) return next(url, context)
    const file = regenerated(fileURLToPath(url))
    if (url.endsWith('.json')) return next(pathToFileURL(file).href, context)
    // They have constructor parameters that are fields, which Node does not strip by itself.
    const source = stripTypeScriptTypes(readFileSync(file, 'utf8'), { mode: 'transform' })
    return { format: 'module', source, shortCircuit: true }
  },
})

function regenerated(file: string): string {
  const other = tree === undefined ? undefined : join(tree, file.slice(root.length))
  return other !== undefined && existsSync(other) ? other : file
}
