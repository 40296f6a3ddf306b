import { execFile, type ExecException } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'
import { tailOf } from '../support/files.ts'
import { CommandError, messageOf } from '../support/command-error.ts'
import { until } from '../support/wait.ts'
import { startChild, type Child } from '../processes/child.ts'
import type { Guardian } from '../processes/guardian.ts'
import type { Provider, Site } from './server.ts'

/** How long a server may take to accept a connection. */
export const CONNECT_MS = 5_000

/** Where `command` is on the PATH of `env`, if it is. */
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

export function requireOnPath(command: string, env: NodeJS.ProcessEnv): string {
  const path = findOnPath(command, env)
  if (path === undefined) throw new Error('not on the PATH')
  return path
}

/** Provides a program of this machine. */
export const onThePath = <T>(
  program: string,
  prepare: (command: string, site: Site) => Promise<T>,
): Provider<T> => ({
  label: `${program} on the PATH`,
  find: async (site) => prepare(requireOnPath(program, site.env), site),
})

/** What the first provider that works finds. @throws CommandError that says why each of them does not */
export async function findFirst<T>(title: string, providers: readonly Provider<T>[], site: Site): Promise<T> {
  const tried: string[] = []
  for (const { label, find } of providers)
    try {
      return await find(site)
    } catch (error) {
      tried.push(`${label}: ${messageOf(error)}`)
    }
  throw new CommandError(`${title} is not available here (${tried.join('; ')})`)
}

/** Starts a program in the server's folder; its output goes to the log of that name. */
export const startProgram = (
  { dir, logs, env, guardian }: Site,
  name: string,
  command: string,
  args: readonly string[],
): Child => startChild({ name, command, args, env, cwd: dir, logFile: join(logs, `${name}.log`) }, guardian)

/**
 * RabbitMQ took more than three minutes on a busy machine. A server that ends is noticed at once, and a
 * person sees that it still starts.
 */
export const START_MS = 600_000

/** Starts a server and waits until it responds. @throws Error with the end of its log when it does not */
export async function startServer(
  site: Site,
  name: string,
  command: string,
  args: readonly string[],
  probe: () => Promise<void>,
): Promise<Child> {
  const child = startProgram(site, name, command, args)
  try {
    await until(probe, { timeoutMs: START_MS, everyMs: 150, failed: child.end })
    return child
  } catch (error) {
    await child.stop(1_000)
    throw new Error(`${messageOf(error)}; see ${child.logFile}\n${tailOf(child.logFile, 4)}`)
  }
}

interface RunOptions {
  readonly env: NodeJS.ProcessEnv
  readonly cwd?: string
  readonly timeoutMs?: number
  /** Ends the command when this process ends. */
  readonly guardian?: Guardian
}

/** Runs a command to its end and returns what it printed. @throws Error with the last line of its output */
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
  } catch (error) {
    const { stdout = '', stderr = '', killed } = error as ExecException
    const lastLine = (stderr.trim() || stdout.trim() || messageOf(error)).split('\n').at(-1)
    const why = killed === true ? `not done after ${timeoutMs / 1000} s` : lastLine
    throw new Error(`${[command, ...args.slice(0, 2)].join(' ')}: ${why}`, { cause: error })
  } finally {
    if (pid !== undefined) guardian?.forget(pid)
  }
}
