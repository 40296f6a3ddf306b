import { execFile } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'
import { tailOf } from '../../support/files.ts'
import { messageOf } from '../../support/refusal.ts'
import { until } from '../../support/wait.ts'
import { startChild, type Child } from '../processes/child.ts'
import type { Guardian } from '../processes/guardian.ts'
import { identify } from '../processes/identity.ts'
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
  found: (label: string, command: string, site: Site) => Promise<Found>,
): Provider => ({
  looksFor: `${program} on the PATH`,
  async find(site) {
    const command = requireOnPath(program, site.env)
    return found(`${program} on the PATH (${command})`, command, site)
  },
})

/** Starts a program of a server in the server's folder; what it prints goes to the log of its name. */
export const startProgram = (
  site: Site,
  name: string,
  command: string,
  args: readonly string[],
  env = site.env,
): Child =>
  startChild(
    { name, command, args, env, cwd: site.dir, logFile: join(site.logs, `${name}.log`) },
    site.guardian,
  )

const START_MS = 60_000

/** Waits until a server that we started answers; ends it when it does not. @throws Error with the end of its log */
export async function answering(child: Child, probe: () => Promise<void>): Promise<Child> {
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
  const identity = guardian === undefined || pid === undefined ? undefined : identify(pid)
  if (identity !== undefined) guardian?.watch(identity)
  try {
    return (await running).stdout
  } catch (fault) {
    const {
      stdout = '',
      stderr = '',
      code,
      killed,
    } = fault as Partial<Record<'stdout' | 'stderr', string>> & {
      code?: unknown
      killed?: boolean
    }
    const why = killed === true ? `not done after ${timeoutMs / 1000} s` : `exit code ${String(code)}`
    const lastLine = (stderr.trim() || stdout.trim() || messageOf(fault)).split('\n').at(-1)
    throw new Error(`${[command, ...args.slice(0, 2)].join(' ')}: ${why} (${lastLine})`, { cause: fault })
  } finally {
    if (identity !== undefined) guardian?.forget(identity)
  }
}
