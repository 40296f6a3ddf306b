import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { requireTool } from '../support/go-tools.ts'
import { Refusal } from '../support/refusal.ts'

const run = promisify(execFile)
const MAX_OUTPUT_BYTES = 256 * 1024 * 1024

/** The namespace that everything of a run lies in; it is made and removed by the run. */
export const NAMESPACE = 'rollcall-test'

async function command(program: string, args: readonly string[], input?: string): Promise<string> {
  try {
    const running = run(program, args, { maxBuffer: MAX_OUTPUT_BYTES })
    if (input !== undefined) running.child.stdin?.end(input)
    return (await running).stdout
  } catch (fault) {
    const { stderr = '', code } = fault as { stderr?: string; code?: unknown }
    if (code === 'ENOENT') throw new Refusal(`${program} is not on the PATH`)
    throw new Error(`${program} ${args.slice(0, 4).join(' ')} … failed: ${stderr.trim()}`, { cause: fault })
  }
}

export const kubectl = (...args: readonly string[]) => command('kubectl', ['--namespace', NAMESPACE, ...args])

/** Runs a script in a pod of an image of ours: they have Node and no shell. */
export const nodeIn = (pod: string, script: string, ...args: readonly string[]) =>
  kubectl('exec', pod, '--', 'node', '-e', script, ...args)

export const helm = (...args: readonly string[]) =>
  command(requireTool('helm'), ['--namespace', NAMESPACE, ...args])

export async function get<T>(...args: readonly string[]): Promise<T> {
  return JSON.parse(await kubectl('get', ...args, '--output', 'json')) as T
}

/** Sends an object as it is to a path of the API server. */
export const post = (path: string, body: unknown): Promise<string> =>
  command('kubectl', ['create', '--raw', path, '--filename', '-'], JSON.stringify(body))
