import { quantiles } from '../support/quantiles.ts'
import { failed, type Attempt } from './load.ts'
import type { Phase } from './phases.ts'
import type { Death } from './pods.ts'

/** What the client saw during one phase. */
export type Tally = ReturnType<typeof tally>

export function tally(
  { name, promise }: Phase,
  attempts: readonly Attempt[],
  from: number,
  to: number,
  deaths: readonly Death[],
) {
  const mine = attempts.filter(({ at }) => at >= from && at < to)
  const failures = mine.filter(failed)
  const { p50, p99 } = quantiles(mine.map(({ ms }) => ms))
  const [first, last] = [failures[0], failures.at(-1)]
  const byOutcome = Object.groupBy(failures, ({ what, outcome }) => `${what} ${outcome}`)
  return {
    phase: name,
    promise,
    seconds: seconds(to - from),
    requests: mine.length,
    failures: failures.length,
    /** Failures that were asked before a killed process was gone, and had no answer when it was killed. */
    underWay: failures.filter(({ at, ms }) => deaths.some((death) => at <= death.to && death.from <= at + ms))
      .length,
    outcomes: Object.fromEntries(Object.entries(byOutcome).map(([seen, each]) => [seen, each?.length])),
    /** From the first failure to the last. */
    outageSeconds: first === undefined || last === undefined ? 0 : seconds(last.at + last.ms - first.at),
    p50Ms: p50,
    p99Ms: p99,
  }
}

const seconds = (ms: number) => Math.round(ms / 100) / 10

export const line = (row: Tally): string =>
  [
    row.phase.padEnd(40),
    `${row.seconds} s`.padStart(8),
    `${row.requests} requests`.padStart(15),
    `${row.failures} failed`.padStart(11),
    ...(row.promise === 'what was under way may fail' ? [`${row.underWay} of them under way`] : []),
    `half ${row.p50Ms} ms`.padStart(13),
    `99% ${row.p99Ms} ms`.padStart(13),
    row.failures > 0 ? `${row.outageSeconds} s from first to last ${JSON.stringify(row.outcomes)}` : '',
  ].join(' ')
