import { setTimeout as sleep } from 'node:timers/promises'
import { tailOf } from '../support/files.ts'
import { messageOf, Refusal } from '../support/refusal.ts'
import { until } from '../support/wait.ts'
import { startChild, type Child, type ChildSpec } from './processes/child.ts'
import type { Guardian } from './processes/guardian.ts'
import type { Report } from './report.ts'

/** A process that is started again when it ends by itself. */
export type Supervised = ReturnType<typeof supervise>

const FIRST_PAUSE_MS = 100
const MAX_PAUSE_MS = 10_000
/** After a run of this length the next pause is a short one again. */
const GOOD_RUN_MS = 30_000
/** EX_CONFIG: the same configuration would be refused again. */
const CONFIGURATION_FAULT = 'ended with exit code 78'

export function supervise(spec: ChildSpec, guardian: Guardian, report: Report, onChange: () => void) {
  const { name, logFile } = spec
  let child: Child
  let stopping = false
  let everReady = false
  let pause = FIRST_PAUSE_MS

  const start = (): void => {
    child = startChild(spec, guardian)
    const began = Date.now()
    onChange()
    void child.ended.then(async (how) => {
      if (stopping || !everReady) return // a start that fails is told by `ready`
      onChange()
      if (how === CONFIGURATION_FAULT)
        return report.say(name, `${how}: its configuration is refused\n${tailOf(logFile)}`)
      if (Date.now() - began > GOOD_RUN_MS) pause = FIRST_PAUSE_MS
      report.say(name, `${how}; starting it again in ${pause / 1000} s (log: ${logFile})`)
      await sleep(pause)
      pause = Math.min(pause * 2, MAX_PAUSE_MS)
      if (!stopping) start()
    })
  }
  start()

  return {
    name,
    get pid(): number | undefined {
      return child.end() === undefined ? child.pid : undefined
    },
    /** Resolves once `probe` succeeds. @throws Refusal when it ends before, or takes too long */
    async ready(probe: () => Promise<void>, timeoutMs: number) {
      await until(probe, { timeoutMs, gone: () => child.end() }).catch((fault: unknown) => {
        const told = `did not get ready: ${messageOf(fault)}. The end of ${logFile}:\n\n${tailOf(logFile, 20)}`
        throw new Refusal(`The ${name} process ${told}`)
      })
      everReady = true
    },
    async stop(graceMs: number | undefined) {
      stopping = true
      await child.stop(graceMs)
    },
  }
}
