import { spawn } from 'node:child_process'
import { closeSync, mkdirSync, openSync } from 'node:fs'
import { dirname } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { signalGroup } from './group.ts'
import type { Guardian } from './guardian.ts'

export interface ChildSpec {
  readonly name: string
  readonly command: string
  readonly args: readonly string[]
  readonly env: NodeJS.ProcessEnv
  /** Standard output and error are appended here: a file outlives this process, a pipe does not. */
  readonly logFile: string
  readonly cwd?: string
}

export type Child = ReturnType<typeof startChild>

const GRACE_MS = 10_000

/**
 * Starts a process that the guardian watches, in its own group: Ctrl-C in the terminal then reaches the
 * launcher alone, which stops everything in order.
 */
export function startChild({ name, command, args, env, logFile, cwd }: ChildSpec, guardian: Guardian) {
  mkdirSync(dirname(logFile), { recursive: true })
  const log = openSync(logFile, 'a', 0o600)
  const process = spawn(command, args, { detached: true, stdio: ['ignore', log, log], env, cwd })
  closeSync(log)
  const { pid = 0 } = process
  if (pid > 0) guardian.watch(pid)

  let end: string | undefined
  const ended = new Promise<string>((resolve) => {
    process.once('error', (error) => resolve((end = `could not be started: ${error.message}`)))
    process.once('exit', (code, signal) => {
      guardian.forget(pid)
      resolve((end = signal === null ? `ended with exit code ${code}` : `ended by ${signal}`))
    })
  })
  return {
    name,
    pid,
    logFile,
    /** Resolves with how it ended, in words. */
    ended,
    /** How it ended; undefined while it runs. */
    end: () => end,
    /** Sends SIGTERM, and SIGKILL if it has not ended after `graceMs`. */
    async stop(graceMs = GRACE_MS) {
      if (end !== undefined || pid === 0) return
      signalGroup(pid, 'SIGTERM')
      await Promise.race([ended, sleep(graceMs, undefined, { ref: false })])
      if (end === undefined) signalGroup(pid, 'SIGKILL')
      await ended
    },
  }
}
