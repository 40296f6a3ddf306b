import { globSync, readFileSync } from 'node:fs'
import { join, matchesGlob, relative } from 'node:path'
import { ROOT } from '../../local/support/files.ts'

export interface Stale {
  readonly file: string
  readonly name: string
}

export const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8')
export const readJson = <T>(file: string): T => JSON.parse(read(file)) as T
/** The lines of an ignore file. */
export const linesOf = (file: string): string[] =>
  read(file)
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))

/** All files that are not made by a program. */
export const FILES = globSync(['**', '.*', '{.github,.ci}/**'], {
  cwd: ROOT,
  withFileTypes: true,
  exclude: ({ name }) => ['.git', '.local', 'node_modules', 'dist', 'built'].includes(name),
})
  .filter((entry) => entry.isFile())
  .map((entry) => relative(ROOT, join(entry.parentPath, entry.name)))

const { workspaces } = readJson<{ workspaces: string[] }>('package.json')
/** One path for each thing that is made: by a program, or by the first release. */
export const MADE = [
  'openapi/released/1.0.0/openapi.json',
  ...linesOf('.gitignore').flatMap((pattern) => {
    const made = pattern.replace('*', 'made') + (pattern.endsWith('/') ? 'made' : '')
    return [made, ...workspaces.map((folder) => `${folder}/${made}`)]
  }),
]
export const PATHS = [...FILES, ...MADE]

/** `{a,b}/c` is `a/c` and `b/c`: each has to match something. */
export function alternatives(pattern: string): string[] {
  const [braces, inside] = /\{([^{}]*,[^{}]*)\}/.exec(pattern) ?? []
  if (braces === undefined || inside === undefined) return [pattern]
  return inside.split(',').flatMap((one) => alternatives(pattern.replace(braces, one)))
}

/** Whether a glob matches a file, or a folder of one. */
export const isMatched = (glob: string): boolean => {
  const path = glob.replace(/\/$/, '')
  return PATHS.some((one) => matchesGlob(one, path) || matchesGlob(one, `${path}/**`))
}

/** @param toGlob makes a glob from the root of a pattern that is relative to something else */
export const unmatched = (
  file: string,
  patterns: readonly string[],
  toGlob = (pattern: string): string => pattern,
): Stale[] =>
  patterns
    .flatMap((pattern) => alternatives(pattern.replace(/^!?(\.\/|\/)?/, '')))
    .filter((pattern) => !isMatched(toGlob(pattern)))
    .map((name) => ({ file, name }))
