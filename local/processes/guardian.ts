import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

/** The pid of a process that leads a group, or the path of a file or folder. */
export type Guarded = number | string
export type Note = { readonly watch: Guarded } | { readonly forget: Guarded }

/** Ends the processes and removes the files that this process would leave behind. */
export type Guardian = ReturnType<typeof startGuardian>

/**
 * Starts the guardian: a process in its own session, connected to this one by a channel. However this process
 * ends, SIGKILL included, the kernel closes the channel, and the guardian ends what it still watches.
 */
export function startGuardian() {
  const main = join(import.meta.dirname, 'guardian-main.ts')
  const child = fork(main, { detached: true, stdio: 'ignore', execArgv: [] })
  child.on('error', () => undefined) // without a guardian, only the cleaning up is missing
  const send = (note: Note): void => void (child.connected && child.send(note))
  child.unref()
  child.channel?.unref()
  return {
    pid: child.pid ?? 0,
    watch: (what: Guarded) => send({ watch: what }),
    forget: (what: Guarded) => send({ forget: what }),
    /** Ends what is still watched, and resolves when it has ended. */
    async release() {
      if (!child.connected) return
      child.ref()
      child.disconnect()
      await once(child, 'exit')
    },
  }
}
