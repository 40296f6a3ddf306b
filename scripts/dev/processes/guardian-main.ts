/** The guardian process: when its launcher has ended, ends what that has left behind. See guardian.ts. */
import { rmSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { isRunning, signalGroup } from './group.ts'
import type { Guarded, Note } from './guardian.ts'

/** Long enough for a broker to close its store, short enough that all is over 10 s after the launcher died. */
const GRACE_MS = 5_000

const left = new Set<Guarded>()

async function endWhatIsLeft(): Promise<void> {
  const processes = [...left].filter((what) => typeof what === 'number')
  for (const pid of processes) signalGroup(pid, 'SIGTERM')
  const deadline = Date.now() + GRACE_MS
  while (processes.some((pid) => isRunning(pid)) && Date.now() < deadline) await sleep(50)
  for (const pid of processes) signalGroup(pid, 'SIGKILL')
  for (const file of left) if (typeof file === 'string') rmSync(file, { recursive: true, force: true })
}

for (const signal of ['SIGINT', 'SIGHUP', 'SIGTERM'] as const) process.on(signal, () => undefined)
process.on('message', (note: Note) => {
  if ('watch' in note) left.add(note.watch)
  else left.delete(note.forget)
})
process.once('disconnect', () => void endWhatIsLeft())
