import { spawn, type ChildProcess } from 'node:child_process'
import { join } from 'node:path'
import { endAll, identify, type Identity } from './identity.ts'

/** Ends what a killed launcher leaves behind. */
export interface Guardian {
  readonly identity: Identity
  watch(process: Identity): void
  forget(process: Identity): void
  /** A file that must not outlive the launcher. */
  removeAfterwards(path: string): void
  /** Ends everything that is watched at once, and lets nothing new start: a start that is broken off. */
  endEverything(graceMs: number): Promise<void>
  readonly closing: boolean
  /** The launcher has ended everything itself: nothing is left to guard. */
  release(): void
}

export type Note = { watch: Identity } | { forget: Identity } | { remove: string } | { release: true }

/**
 * Starts the guardian: a process in a session of its own, tied to us by a pipe. However we end, SIGKILL included,
 * the kernel closes the pipe, and the guardian ends the processes that it was told of.
 */
export function startGuardian(): Guardian {
  const watched = new Map<string, Note>()
  let child: ChildProcess
  let identity: Identity
  let released = false
  let closing = false

  const send = (note: Note): void => {
    child.stdin?.write(`${JSON.stringify(note)}\n`)
  }
  const start = (): void => {
    child = spawn(process.execPath, [join(import.meta.dirname, 'guardian-main.ts')], {
      detached: true,
      stdio: ['pipe', 'ignore', 'ignore'],
    })
    child.stdin?.on('error', () => undefined) // its end is seen below
    if (child.pid === undefined) throw new Error('the guardian process could not be started')
    identity = identify(child.pid) ?? { pid: child.pid, startedAt: '' }
    child.once('exit', () => {
      if (!released) start()
    })
    for (const note of watched.values()) send(note)
    child.unref()
    ;(child.stdin as unknown as { unref?: () => void } | null)?.unref?.()
  }
  start()

  return {
    get identity() {
      return identity
    },
    watch(target) {
      watched.set(`process ${target.pid}`, { watch: target })
      send({ watch: target })
    },
    forget(target) {
      watched.delete(`process ${target.pid}`)
      send({ forget: target })
    },
    removeAfterwards(path) {
      watched.set(`file ${path}`, { remove: path })
      send({ remove: path })
    },
    get closing() {
      return closing
    },
    async endEverything(graceMs) {
      closing = true
      await endAll(
        [...watched.values()].flatMap((note) => ('watch' in note ? [note.watch] : [])),
        graceMs,
      )
    },
    release() {
      released = true
      send({ release: true })
      child.stdin?.end()
    },
  }
}
