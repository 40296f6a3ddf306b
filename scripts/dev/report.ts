import { setInterval } from 'node:timers'

/** Where progress goes: one line per event, and a sign of life while a long step runs. */
export type Report = ReturnType<typeof reportTo>

const SIGN_OF_LIFE_MS = 5_000

/** A report that writes to `write`; standard output of the launcher, or nothing in tests. */
export function reportTo(write: (line: string) => void) {
  const say = (part: string, text: string): void => write(`  ${part.padEnd(12)} ${text}\n`)
  return {
    say,
    /** Says `text`, then every few seconds how long the step has been running, until `work` settles. */
    async during<T>(part: string, text: string, work: () => Promise<T>): Promise<T> {
      say(part, `${text} …`)
      const began = Date.now()
      const seconds = () => Math.round((Date.now() - began) / 1000)
      const sign = setInterval(() => say(part, `still ${text} (${seconds()} s)`), SIGN_OF_LIFE_MS)
      try {
        return await work()
      } finally {
        clearInterval(sign)
      }
    },
  }
}

export const silent: Report = reportTo(() => undefined)
