import { Refusal } from '../support/refusal.ts'

/** CPU of a request beside the peer's, with the MongoDB stand-in that `npm test` installs; docs/performance.md tells of the runs. */
const RECORDED: Readonly<Record<string, number>> = { 'read one': 0.66, create: 0.63 }
const MAX_LOSS = 0.15

/** What a run of the guard measures: many short rounds, in turns, which tell more than few long ones. */
export const GUARDED = { rows: Object.keys(RECORDED).join(','), rounds: '15', scale: '0.25' } as const

/** @throws Refusal when a request has become dearer */
export function requireNoLoss(ratioOf: (row: string) => number): void {
  const losses = Object.entries(RECORDED).flatMap(([row, recorded]) => {
    const ratio = ratioOf(row)
    if (ratio <= recorded * (1 + MAX_LOSS)) return []
    return [`${row}: ${ratio.toFixed(2)} × the CPU of its peer, recorded was ${recorded}`]
  })
  if (losses.length === 0) return
  throw new Refusal(
    [
      ...losses,
      `That is more than ${MAX_LOSS * 100} % dearer. BENCH_PROFILE=registration npm run bench -- --rows 'read one' shows where;`,
      'where it is meant, record the new ratio in scripts/bench/guard.ts.',
    ].join('\n'),
  )
}
