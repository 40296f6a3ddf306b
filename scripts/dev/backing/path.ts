import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

/** Where `command` is on the PATH of `env`; undefined when it is not there. */
export function onPath(command: string, env: NodeJS.ProcessEnv): string | undefined {
  return (env['PATH'] ?? '')
    .split(delimiter)
    .filter((dir) => dir !== '')
    .map((dir) => join(dir, command))
    .find(isExecutable)
}

export function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** The same, for a link of a chain. @throws Error that the chain reports */
export function requireOnPath(command: string, env: NodeJS.ProcessEnv): string {
  const path = onPath(command, env)
  if (path === undefined) throw new Error('not there')
  return path
}
