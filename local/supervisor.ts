import { setTimeout as sleep } from 'node:timers/promises'
import { tailOf } from './support/files.ts'
import { messageOf, CommandError } from './support/command-error.ts'
import { until } from './support/wait.ts'
import { startChild, type Child, type ChildSpec } from './processes/child.ts'
import type { Guardian } from './processes/guardian.ts'
import type { ProgressReporter } from './progress-reporter.ts'

/** A process that is restarted when it ends. */
export type Supervised = ReturnType<typeof supervise>

const FIRST_DELAY_MS = 100
const MAX_DELAY_MS = 10_000
/** After a run of this length the next delay is the first one again. */
const GOOD_RUN_MS = 30_000
/** EX_CONFIG: the same configuration would be rejected again. */
const CONFIGURATION_FAULT = 'ended with exit code 78'

export function supervise(
  spec: ChildSpec,
  guardian: Guardian,
  progress: ProgressReporter,
  onChange: () => void,
) {
  const { name, logFile } = spec
  let child: Child
  let stopping = false
  let wasReady = false
  let delayMs = FIRST_DELAY_MS

  const start = (): void => {
    child = startChild(spec, guardian)
    const began = Date.now()
    onChange()
    void child.ended.then(async (how) => {
      if (stopping || !wasReady) return // `ready` reports a start that fails
      onChange()
      if (how === CONFIGURATION_FAULT)
        return progress.print(name, `${how}: its configuration is rejected\n${tailOf(logFile)}`)
      if (Date.now() - began > GOOD_RUN_MS) delayMs = FIRST_DELAY_MS
      progress.print(name, `${how}; restarting it in ${delayMs / 1_000} s (log: ${logFile})`)
      await sleep(delayMs)
      delayMs = Math.min(delayMs * 2, MAX_DELAY_MS)
      if (!stopping) start()
    })
  }
  start()

  return {
    name,
    get pid(): number | undefined {
      return child.end() === undefined ? child.pid : undefined
    },
    /**
     * Resolves once `probe` succeeds. @throws CommandError when the process ends first, or after `timeoutMs`
     */
    async ready(probe: () => Promise<void>, timeoutMs: number) {
      await until(probe, { timeoutMs, failed: () => child.end() }).catch((error: unknown) => {
        const end = `The end of ${logFile}:\n\n${tailOf(logFile, 20)}`
        throw new CommandError(`The ${name} service did not become ready: ${messageOf(error)}. ${end}`)
      })
      wasReady = true
    },
    async stop(graceMs: number | undefined) {
      stopping = true
      await child.stop(graceMs)
    },
  }
}
