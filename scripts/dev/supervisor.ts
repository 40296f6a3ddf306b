import { setTimeout as sleep } from 'node:timers/promises'
import { startChild, type Child, type ChildSpec } from './processes/child.ts'
import type { Guardian } from './processes/guardian.ts'
import { tailOf } from '../support/files.ts'
import { messageOf, Refusal } from '../support/refusal.ts'
import type { Report } from './report.ts'
import { until } from '../support/wait.ts'

/** A process that is started again when it ends by itself. */
export interface Supervised {
  readonly name: string
  readonly pid: number | undefined
  /** Resolves once `probe` succeeds. @throws Refusal when it ends before, or takes too long */
  ready(probe: () => Promise<void>, timeoutMs: number): Promise<void>
  stop(graceMs: number | undefined): Promise<void>
}

const FIRST_PAUSE_MS = 100
const LONGEST_PAUSE_MS = 10_000
/** Who has run this long has started well: the next pause is a short one again. */
const GOOD_RUN_MS = 30_000
/** EX_CONFIG: the same configuration would be refused again. */
const CONFIGURATION_FAULT = 'ended with exit code 78'

export function supervise(
  spec: ChildSpec,
  guardian: Guardian,
  report: Report,
  onChange: () => void,
): Supervised {
  let child: Child | undefined
  let stopping = false
  let everReady = false
  let pause = FIRST_PAUSE_MS

  const start = (): void => {
    const mine = startChild(spec, guardian)
    const began = Date.now()
    child = mine
    onChange()
    void mine.ended.then(async (how) => {
      if (stopping || !everReady) return // a start that fails is told by `ready`
      child = undefined
      onChange()
      if (how === CONFIGURATION_FAULT) {
        report.say(spec.name, `${how}: its configuration is refused\n${tailOf(spec.logFile)}`)
        return
      }
      if (Date.now() - began > GOOD_RUN_MS) pause = FIRST_PAUSE_MS
      report.say(spec.name, `${how}; starting it again in ${pause / 1000} s (log: ${spec.logFile})`)
      await sleep(pause)
      pause = Math.min(pause * 2, LONGEST_PAUSE_MS)
      if (!stopping) start()
    })
  }
  start()

  return {
    name: spec.name,
    get pid() {
      return child?.end() === undefined ? child?.pid : undefined
    },
    async ready(probe, timeoutMs) {
      try {
        await until(probe, { timeoutMs, gone: () => child?.end() })
        everReady = true
      } catch (fault) {
        throw new Refusal(
          `The ${spec.name} process did not get ready: ${messageOf(fault)}. The end of ${spec.logFile}:\n\n${tailOf(spec.logFile, 20)}`,
        )
      }
    },
    async stop(graceMs) {
      stopping = true
      await child?.stop(graceMs)
    },
  }
}
