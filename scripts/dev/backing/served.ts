import type { Child } from '../processes/child.ts'
import { tailOf } from '../../support/files.ts'
import { until } from '../../support/wait.ts'

/** Waits until a server that we started answers; ends it when it does not. @throws Error with the end of its log */
export async function served(child: Child, probe: () => Promise<void>, timeoutMs: number): Promise<void> {
  try {
    await until(probe, { timeoutMs, everyMs: 150, gone: child.end })
  } catch (fault) {
    await child.stop(1_000)
    const log = tailOf(child.logFile, 4)
    throw new Error(`${fault instanceof Error ? fault.message : String(fault)}; see ${child.logFile}\n${log}`)
  }
}
