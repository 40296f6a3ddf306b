import { readFileSync } from 'node:fs'

const POLL_MS = 1_000

/** Whether a process runs `program`, known on Linux only. A zombie, whose command is empty, has ended. */
export function isRunning(pid: number, program = ''): boolean {
  try {
    process.kill(pid, 0)
    if (process.platform !== 'linux') return true
    const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8')
    return command !== '' && command.includes(program)
  } catch {
    return false
  }
}

/** Signals a process and the group that it leads. */
export function signalGroup(pid: number, signal: NodeJS.Signals): void {
  for (const target of [-pid, pid]) {
    try {
      process.kill(target, signal)
      return
    } catch {
      // it leads no group, or has just ended
    }
  }
}

/** Calls `onEnd` when the parent of this process has ended, also after a SIGKILL, which sends no signal. */
export function whenParentEnds(onEnd: () => void): void {
  const parent = process.ppid
  const timer = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(timer)
    onEnd()
  }, POLL_MS)
  timer.unref()
}
