/** The guardian process: ends the processes that its launcher has left behind. See guardian.ts. */
import { rmSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { isRunning, signalGroup } from './group.ts'
import type { Guarded, Note } from './guardian.ts'

/** Long enough for a broker to close its store; everything has to end within 10 s of the launcher. */
const GRACE_MS = 5_000

const watched = new Set<Guarded>()

async function endAll(): Promise<void> {
  const pids = [...watched].filter((what) => typeof what === 'number')
  for (const pid of pids) signalGroup(pid, 'SIGTERM')
  const deadline = Date.now() + GRACE_MS
  while (pids.some((pid) => isRunning(pid)) && Date.now() < deadline) await sleep(50)
  for (const pid of pids) signalGroup(pid, 'SIGKILL')
  for (const path of watched) if (typeof path === 'string') rmSync(path, { recursive: true, force: true })
}

for (const signal of ['SIGINT', 'SIGHUP', 'SIGTERM'] as const) process.on(signal, () => undefined)
process.on('message', (note: Note) => {
  if ('watch' in note) watched.add(note.watch)
  else watched.delete(note.forget)
})
process.once('disconnect', () => void endAll())
