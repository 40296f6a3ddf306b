import { spawn } from 'node:child_process'
import type { Guardian } from '../processes/guardian.ts'
import { identify } from '../processes/identity.ts'

export interface Outcome {
  readonly stdout: string
  readonly stderr: string
}

/** Runs a short-lived command to its end. @throws Error with the last words of a command that fails or takes too long */
export function run(
  command: string,
  args: readonly string[],
  {
    env,
    cwd,
    timeoutMs = 60_000,
    guardian,
  }: {
    env: NodeJS.ProcessEnv
    cwd?: string
    timeoutMs?: number
    /** For commands that may take long and can be cut short without harm. */
    guardian?: Guardian
  },
): Promise<Outcome> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: timeoutMs,
      ...(cwd === undefined ? {} : { cwd }),
    })
    const identity = guardian === undefined || child.pid === undefined ? undefined : identify(child.pid)
    if (identity !== undefined) {
      guardian?.watch(identity)
      child.once('exit', () => guardian?.forget(identity))
    }
    let stdout = ''
    let stderr = ''
    child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()))
    child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()))
    child.once('error', (fault) => reject(new Error(`${command} could not be run: ${fault.message}`)))
    child.once('close', (code, signal) => {
      if (code === 0) return resolve({ stdout, stderr })
      const why = signal === null ? `exit code ${code}` : `not done after ${Math.round(timeoutMs / 1000)} s`
      const lastWords = (stderr.trim() === '' ? stdout : stderr).trim().split('\n').at(-1) ?? ''
      reject(
        new Error(
          `${[command, ...args.slice(0, 2)].join(' ')}: ${why}${lastWords === '' ? '' : ` (${lastWords})`}`,
        ),
      )
    })
  })
}
