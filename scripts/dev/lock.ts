import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { identify, isRunning, type Identity } from './processes/identity.ts'
import { readJson } from '../support/files.ts'
import { Refusal } from '../support/refusal.ts'
import type { Report } from './report.ts'
import { PLACES } from './places.ts'

interface Holder {
  readonly launcher: Identity
  readonly guardian: Identity
  readonly address: string
}

/** A guardian needs a few seconds after its launcher was killed. */
const CLEAN_UP_MS = 15_000

/** One launcher per clone. @throws Refusal while another one runs. Returns what gives the lock back. */
export async function takeLock(guardian: Identity, address: string, report: Report): Promise<() => void> {
  const launcher = identify(process.pid)
  if (launcher === undefined) throw new Error('this process is not in the process table')
  mkdirSync(PLACES.local, { recursive: true })
  for (;;) {
    try {
      writeFileSync(PLACES.lock, JSON.stringify({ launcher, guardian, address } satisfies Holder), {
        flag: 'wx',
      })
      return () => rmSync(PLACES.lock, { force: true })
    } catch (fault) {
      if ((fault as NodeJS.ErrnoException).code !== 'EEXIST') throw fault
    }
    const holder = readJson<Holder>(PLACES.lock)
    if (holder !== undefined && isRunning(holder.launcher)) {
      throw new Refusal(
        `Rollcall already runs from this folder: ${holder.address} (process ${holder.launcher.pid}).\n` +
          'Stop it with Ctrl-C in its terminal first. A second copy needs a second clone and another PORT.',
      )
    }
    if (holder !== undefined) {
      await report.during('launcher', 'waiting for the remains of a killed run to end', () =>
        gone(holder.guardian),
      )
    }
    rmSync(PLACES.lock, { force: true })
  }
}

async function gone(process: Identity): Promise<void> {
  const deadline = Date.now() + CLEAN_UP_MS
  while (isRunning(process) && Date.now() < deadline) await sleep(100)
}
