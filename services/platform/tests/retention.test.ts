import { createMetrics } from '../observability/metrics.ts'
import { removeExpired } from '../work/retention.ts'
import { testLogger } from '../../../testing/leak-check.ts'

/** What is due, and how a call of `removeDue` changes that. */
async function removeAll(due: number, remove: (due: number) => number) {
  const metrics = createMetrics('test')
  let calls = 0
  const retention = {
    kind: 'records',
    days: 1,
    countDue: () => Promise.resolve(due),
    removeDue: () => {
      calls++
      due = remove(due)
      return Promise.resolve(50)
    },
  }
  const clock = { now: () => new Date() }
  await removeExpired(
    retention,
    { clock, logger: testLogger('retention'), metrics },
    new AbortController().signal,
  )
  return { calls, due, shown: (await metrics.retentionDue.get()).values[0]?.value }
}

describe('retention (O20)', () => {
  it('goes on until nothing is due', async () => {
    expect(await removeAll(120, (due) => Math.max(0, due - 50))).toEqual({ calls: 3, due: 0, shown: 0 })
  })

  it('leaves to the next time what was begun and is still due', async () => {
    expect(await removeAll(3, (due) => due)).toEqual({ calls: 1, due: 3, shown: 3 })
    expect(await removeAll(120, (due) => Math.max(70, due - 50))).toEqual({ calls: 2, due: 70, shown: 70 })
  })
})
