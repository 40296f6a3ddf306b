/** The guardian process: reads notes from its launcher; when the pipe closes, ends what is still noted. See guardian.ts. */
import { rmSync } from 'node:fs'
import { createInterface } from 'node:readline'
import type { Note } from './guardian.ts'
import { endAll, type Identity } from './identity.ts'

/** Long enough for a broker to close its store, short enough that all is over 10 s after the launcher died. */
const GRACE_MS = 5_000

const processes = new Map<number, Identity>()
const files = new Set<string>()

for (const signal of ['SIGINT', 'SIGHUP', 'SIGTERM'] as const) process.on(signal, () => undefined)

for await (const line of createInterface({ input: process.stdin })) {
  const note = JSON.parse(line) as Note
  if ('watch' in note) processes.set(note.watch.pid, note.watch)
  else if ('forget' in note) processes.delete(note.forget.pid)
  else if ('remove' in note) files.add(note.remove)
  else process.exit(0)
}

await endAll([...processes.values()], GRACE_MS)
for (const path of files) rmSync(path, { force: true })
