import { spawn } from 'node:child_process'
import { closeSync, mkdirSync, openSync } from 'node:fs'
import { dirname } from 'node:path'
import { Refusal } from '../../support/refusal.ts'
import { within } from '../../support/wait.ts'
import type { Guardian } from './guardian.ts'
import { identify, signalGroup, type Identity } from './identity.ts'

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
export interface Child {
  readonly name: string
  readonly pid: number
  readonly logFile: string
  /** How it ended, in words; settles once. */
  readonly ended: Promise<string>
  /** The same, for a look in passing. */
  readonly end: () => string | undefined
  /** SIGTERM, and SIGKILL when that was not enough after `graceMs`. */
  stop(graceMs?: number): Promise<void>
}

const GRACE_MS = 10_000

/**
 * Starts a process in a group of its own, so that Ctrl-C in the terminal reaches the launcher alone, which then stops
 * everything in order, and notes it with the guardian.
 */
export function startChild(spec: ChildSpec, guardian: Guardian): Child {
  if (guardian.closing) throw new Refusal('Stopped.')
  mkdirSync(dirname(spec.logFile), { recursive: true })
  const log = openSync(spec.logFile, 'a', 0o600)
  const started = spawn(spec.command, spec.args, {
    detached: true,
    stdio: ['ignore', log, log],
    env: spec.env,
    ...(spec.cwd === undefined ? {} : { cwd: spec.cwd }),
  })
  closeSync(log)
  const identity: Identity | undefined = started.pid === undefined ? undefined : identify(started.pid)
  if (identity !== undefined) guardian.watch(identity)

  let end: string | undefined
  const ended = new Promise<string>((settle) => {
    started.once('error', (fault) => settle((end = `could not be started: ${fault.message}`)))
    started.once('exit', (code, signal) => {
      if (identity !== undefined) guardian.forget(identity)
      settle((end = signal === null ? `ended with exit code ${code}` : `ended by ${signal}`))
    })
  })
  return {
    name: spec.name,
    pid: started.pid ?? 0,
    logFile: spec.logFile,
    ended,
    end: () => end,
    async stop(graceMs = GRACE_MS) {
      if (end !== undefined || identity === undefined) return
      signalGroup(identity, 'SIGTERM')
      if ((await within(graceMs, ended)) !== undefined) return
      signalGroup(identity, 'SIGKILL')
      await ended
    },
  }
}
