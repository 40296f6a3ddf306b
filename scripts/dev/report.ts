/** Receives progress: one line for each event, and one every few seconds while a long step runs. */
export type Report = ReturnType<typeof reportTo>

const STILL_RUNNING_MS = 5_000

export function reportTo(write: (line: string) => void) {
  const say = (part: string, text: string): void => write(`  ${part.padEnd(12)} ${text}\n`)
  return {
    say,
    /** Says `text`, and every few seconds how long the step has been running, until `work` settles. */
    async during<T>(part: string, text: string, work: () => Promise<T>): Promise<T> {
      say(part, `${text} …`)
      const began = Date.now()
      const seconds = () => Math.round((Date.now() - began) / 1_000)
      const timer = setInterval(() => say(part, `still ${text} (${seconds()} s)`), STILL_RUNNING_MS)
      try {
        return await work()
      } finally {
        clearInterval(timer)
      }
    },
  }
}

export const silent: Report = reportTo(() => undefined)
