import { setTimeout as sleep } from 'node:timers/promises'
import { isRunning, signalGroup, type Identity } from './identity.ts'

/** Asks processes to end, and ends those that are still there after `graceMs`. */
export async function endAll(processes: readonly Identity[], graceMs: number): Promise<void> {
  for (const target of processes) signalGroup(target, 'SIGTERM')
  const deadline = Date.now() + graceMs
  while (processes.some(isRunning) && Date.now() < deadline) await sleep(50)
  for (const target of processes) signalGroup(target, 'SIGKILL')
}
