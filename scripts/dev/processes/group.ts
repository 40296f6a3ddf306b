import { readFileSync } from 'node:fs'

/** Whether a process runs, on Linux one of this program. A zombie, whose command is empty, has ended. */
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
