import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

/** A process with the group that it leads, by its number, or a file or folder. */
export type Guarded = number | string
export type Note = { readonly watch: Guarded } | { readonly forget: Guarded }

/** Ends the processes and removes the files that a launcher leaves behind. */
export type Guardian = ReturnType<typeof startGuardian>

/**
 * Starts the guardian: a process in a session of its own, tied to us by a channel. However we end, SIGKILL included, the
 * kernel closes the channel, and the guardian ends what it still watches.
 */
export function startGuardian() {
  const child = fork(join(import.meta.dirname, 'guardian-main.ts'), {
    detached: true,
    stdio: 'ignore',
    execArgv: [],
  })
  child.on('error', () => undefined) // without a guardian we go on
  // What it has ended says so when the channel is closed already.
  const send = (note: Note): void => void (child.connected && child.send(note))
  child.unref()
  child.channel?.unref()
  return {
    pid: child.pid ?? 0,
    watch: (what: Guarded) => send({ watch: what }),
    forget: (what: Guarded) => send({ forget: what }),
    /** Ends what is still watched, as the end of this process does, and resolves when it has. */
    async release() {
      if (!child.connected) return
      child.ref()
      child.disconnect()
      await once(child, 'exit')
    },
  }
}
