import type { Attempt } from './load.ts'
import { failed } from './load.ts'
import type { Phase } from './phases.ts'
import type { Death } from './pods.ts'

/** What the client saw during one phase. */
export interface Tally {
  readonly phase: string
  readonly promise: Phase['promise']
  readonly seconds: number
  readonly requests: number
  readonly failures: number
  /** Those among the failures that were asked before a killed process was gone, and had no answer when it was killed. */
  readonly underWay: number
  /** How often each outcome was seen among the failures. */
  readonly outcomes: Readonly<Record<string, number>>
  /** From the first failure to the last. */
  readonly outageSeconds: number
  readonly p50Ms: number
  readonly p99Ms: number
}

export function tally(
  phase: Phase,
  attempts: readonly Attempt[],
  from: number,
  to: number,
  deaths: readonly Death[],
): Tally {
  const mine = attempts.filter(({ at }) => at >= from && at < to)
  const failures = mine.filter(failed)
  const underWay = ({ at, ms }: Attempt) => deaths.some((death) => at <= death.to && death.from <= at + ms)
  const times = mine.map(({ ms }) => ms).sort((a, b) => a - b)
  const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0
  const outcomes: Record<string, number> = {}
  for (const { what, outcome } of failures) {
    const seen = `${what} ${outcome}`
    outcomes[seen] = (outcomes[seen] ?? 0) + 1
  }
  const first = failures[0]
  const last = failures.at(-1)
  return {
    phase: phase.name,
    promise: phase.promise,
    seconds: round((to - from) / 1000),
    requests: mine.length,
    failures: failures.length,
    underWay: failures.filter(underWay).length,
    outcomes,
    outageSeconds:
      first === undefined || last === undefined ? 0 : round((last.at + last.ms - first.at) / 1000),
    p50Ms: at(0.5),
    p99Ms: at(0.99),
  }
}

const round = (value: number) => Math.round(value * 10) / 10

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
