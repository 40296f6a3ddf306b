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
  /** Standard output and error are appended here: a file goes on working when we die, a pipe does not. */
  readonly logFile: string
  readonly cwd?: string
}

/** A running process of ours. */
export type Child = ReturnType<typeof startChild>

const GRACE_MS = 10_000

/**
 * Starts a process in a group of its own, so that Ctrl-C in the terminal reaches the launcher alone, which then stops
 * everything in order; the guardian watches it.
 */
export function startChild({ name, command, args, env, logFile, cwd }: ChildSpec, guardian: Guardian) {
  mkdirSync(dirname(logFile), { recursive: true })
  const log = openSync(logFile, 'a', 0o600)
  const started = spawn(command, args, { detached: true, stdio: ['ignore', log, log], env, cwd })
  closeSync(log)
  const { pid = 0 } = started
  if (pid > 0) guardian.watch(pid)

  let end: string | undefined
  const ended = new Promise<string>((settle) => {
    started.once('error', (fault) => settle((end = `could not be started: ${fault.message}`)))
    started.once('exit', (code, signal) => {
      guardian.forget(pid)
      settle((end = signal === null ? `ended with exit code ${code}` : `ended by ${signal}`))
    })
  })
  return {
    ...{ name, pid, logFile },
    /** How it ended, in words. */
    ended,
    /** The same, for a look in passing. */
    end: () => end,
    /** SIGTERM, and SIGKILL when that was not enough after `graceMs`. */
    async stop(graceMs = GRACE_MS) {
      if (end !== undefined || pid === 0) return
      signalGroup(pid, 'SIGTERM')
      await Promise.race([ended, sleep(graceMs, undefined, { ref: false })])
      if (end === undefined) signalGroup(pid, 'SIGKILL')
      await ended
    },
  }
}
