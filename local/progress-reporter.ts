/**
 * Prints the progress of a command: a line when something happens, and another one every few seconds while a
 * long step runs.
 */
export type ProgressReporter = ReturnType<typeof createProgressReporter>

/** Time between two lines about the same step. */
const PROGRESS_INTERVAL_MS = 5_000

/** @param write writes to the terminal */
export function createProgressReporter(write: (text: string) => void) {
  const print = (label: string, text: string): void => write(`  ${label.padEnd(12)} ${text}\n`)
  return {
    print,
    /**
     * Prints `text`, runs `work`, and until it settles prints every few seconds how long it has been running.
     */
    async runStep<T>(label: string, text: string, work: () => Promise<T>): Promise<T> {
      print(label, `${text} …`)
      const began = Date.now()
      const seconds = () => Math.round((Date.now() - began) / 1_000)
      const timer = setInterval(() => print(label, `still ${text} (${seconds()} s)`), PROGRESS_INTERVAL_MS)
      try {
        return await work()
      } finally {
        clearInterval(timer)
      }
    },
  }
}

export const silentReporter: ProgressReporter = createProgressReporter(() => undefined)
