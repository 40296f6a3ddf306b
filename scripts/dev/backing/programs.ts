import { execFile, type ExecException } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'
import { tailOf } from '../../support/files.ts'
import { messageOf } from '../../support/refusal.ts'
import { until } from '../../support/wait.ts'
import { startChild, type Child } from '../processes/child.ts'
import type { Guardian } from '../processes/guardian.ts'
import type { Found, Provider, Site } from './server.ts'

/** Where `command` is on the PATH of `env`; undefined when it is not there. */
export const findOnPath = (command: string, env: NodeJS.ProcessEnv): string | undefined =>
  (env['PATH'] ?? '')
    .split(delimiter)
    .filter((dir) => dir !== '')
    .map((dir) => join(dir, command))
    .find(isExecutable)

export function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** @throws Error that the chain reports */
export function requireOnPath(command: string, env: NodeJS.ProcessEnv): string {
  const path = findOnPath(command, env)
  if (path === undefined) throw new Error('not there')
  return path
}

/** A link that runs a program of this machine. */
export const onThePath = (
  program: string,
  found: (command: string, site: Site) => Promise<Found>,
): Provider => ({
  label: `${program} on the PATH`,
  find: async (site) => found(requireOnPath(program, site.env), site),
})

/** Starts a program of a server in the server's folder; what it prints goes to the log of its name. */
export const startProgram = (
  { dir, logs, env, guardian }: Site,
  name: string,
  command: string,
  args: readonly string[],
): Child => startChild({ name, command, args, env, cwd: dir, logFile: join(logs, `${name}.log`) }, guardian)

const START_MS = 60_000

/** The same for a server: waits until it answers, and ends it when it does not. @throws Error with the end of its log */
export async function startServer(
  site: Site,
  name: string,
  command: string,
  args: readonly string[],
  probe: () => Promise<void>,
): Promise<Child> {
  const child = startProgram(site, name, command, args)
  try {
    await until(probe, { timeoutMs: START_MS, everyMs: 150, gone: child.end })
    return child
  } catch (fault) {
    await child.stop(1_000)
    throw new Error(`${messageOf(fault)}; see ${child.logFile}\n${tailOf(child.logFile, 4)}`)
  }
}

interface RunOptions {
  readonly env: NodeJS.ProcessEnv
  readonly cwd?: string
  readonly timeoutMs?: number
  /** For commands that may take long and can be cut short without harm. */
  readonly guardian?: Guardian
}

/** Runs a short-lived command to its end and returns what it printed. @throws Error with the last line of what it said */
export async function run(
  command: string,
  args: readonly string[],
  { timeoutMs = 60_000, guardian, ...options }: RunOptions,
): Promise<string> {
  const running = promisify(execFile)(command, args, { ...options, timeout: timeoutMs, maxBuffer: 2 ** 28 })
  const { pid } = running.child
  if (pid !== undefined) guardian?.watch(pid)
  try {
    return (await running).stdout
  } catch (fault) {
    const { stdout = '', stderr = '', killed } = fault as ExecException
    const lastLine = (stderr.trim() || stdout.trim() || messageOf(fault)).split('\n').at(-1)
    const why = killed === true ? `not done after ${timeoutMs / 1000} s` : lastLine
    throw new Error(`${[command, ...args.slice(0, 2)].join(' ')}: ${why}`, { cause: fault })
  } finally {
    if (pid !== undefined) guardian?.forget(pid)
  }
}
