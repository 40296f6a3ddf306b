import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

/** A process that can't be mistaken for a later one with the same number: its number and when it started. */
export interface Identity {
  readonly pid: number
  readonly startedAt: string
}

interface Row {
  readonly startedAt: string
  readonly zombie: boolean
}

/** Linux: /proc/<pid>/stat; the name in parentheses may hold blanks, so fields are counted after the last `)`. */
function fromProc(pid: number): Row | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
    return { zombie: fields[0] === 'Z', startedAt: fields[19] ?? '' }
  } catch {
    return undefined
  }
}

function fromPs(pid: number): Row | undefined {
  try {
    const text = execFileSync('ps', ['-o', 'state=,lstart=', '-p', String(pid)], {
      encoding: 'utf8',
    }).trim()
    const [state = '', ...started] = text.split(/\s+/)
    return { zombie: state.startsWith('Z'), startedAt: started.join(' ') }
  } catch {
    return undefined
  }
}

const rowOf = process.platform === 'linux' ? fromProc : fromPs

/** Who `pid` is now; undefined when there is no such process. A zombie has ended: it only waits for its parent. */
export function identify(pid: number): Identity | undefined {
  const row = rowOf(pid)
  return row === undefined || row.zombie ? undefined : { pid, startedAt: row.startedAt }
}

/** Whether exactly this process still runs. */
export function isRunning(process: Identity): boolean {
  return identify(process.pid)?.startedAt === process.startedAt
}

/** Signals a process and the group that it leads, if it is still the one we mean. True when it was there. */
export function signalGroup(target: Identity, signal: NodeJS.Signals): boolean {
  if (!isRunning(target)) return false
  for (const number of [-target.pid, target.pid]) {
    try {
      process.kill(number, signal)
      return true
    } catch {
      // no group of that number (the process leads none), or gone in this very moment
    }
  }
  return false
}

/** Asks processes to end, and ends those that are still there after `graceMs`. */
export async function endAll(processes: readonly Identity[], graceMs: number): Promise<void> {
  for (const target of processes) signalGroup(target, 'SIGTERM')
  const deadline = Date.now() + graceMs
  while (processes.some(isRunning) && Date.now() < deadline) await sleep(50)
  for (const target of processes) signalGroup(target, 'SIGKILL')
}
