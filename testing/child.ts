import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { eventually } from './eventually.ts'

export type Environment = Readonly<Record<string, string>>

const running = new Set<ChildProcess>()

/** Kills what is still running, such as what a failed test has left. */
export const killRunningChildren = () => running.forEach((child) => child.kill('SIGKILL'))

/**
 * Starts a program of Node as its own process, with exactly this environment.
 * @param detached whether it may outlive the tests, because the caller ends it
 */
export function startChild(program: readonly string[], environment: Environment, detached = false) {
  const { PATH = '', NODE_COMPILE_CACHE = '' } = process.env
  const child = spawn(process.execPath, program, {
    env: { PATH, NODE_COMPILE_CACHE, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached,
  })
  if (!detached) {
    running.add(child)
    child.once('exit', () => running.delete(child))
  }
  const output = { stdout: '', stderr: '' }
  for (const stream of ['stdout', 'stderr'] as const)
    child[stream].on('data', (chunk: Buffer) => (output[stream] += chunk.toString()))
  return {
    pid: child.pid as number,
    /** Its output so far. */
    output,
    /** Waits until its output contains a text. */
    waitForOutput: (text: string | RegExp) =>
      eventually(() => expect(output.stdout + output.stderr).toMatch(text)),
    signal: (signal: NodeJS.Signals) => child.kill(signal),
    /** Resolves when it has ended and all its output has been read. */
    ended: once(child, 'close') as Promise<[code: number | null, signal: NodeJS.Signals | null]>,
  }
}
