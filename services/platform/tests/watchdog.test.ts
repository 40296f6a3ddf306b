import { aDependency } from '../../../testing/broker.ts'
import { recordedLog } from '../../../testing/recorded-log.ts'
import { createMetrics } from '../observability/metrics.ts'
import { Watchdog } from '../process/watchdog.ts'

/** With a check every five seconds: 30 s after the first of them. */
const CHECKS = 7

describe('the watchdog (architecture, "Ready, degraded, not ready")', () => {
  const database = aDependency('mongodb')
  const metrics = createMetrics('test')
  let watchdog: Watchdog
  let lines: ReturnType<typeof recordedLog>['lines']
  let isWaiting: boolean
  let done: number
  beforeEach(() => {
    const log = recordedLog()
    lines = log.lines
    watchdog = new Watchdog({ logger: log.logger, metrics })
    database.set(true)
    isWaiting = true
    done = 0
    watchdog.watch({ name: 'e-mails', isWaiting: () => isWaiting, done: () => done }, [database])
  })
  const check = (times: number) => {
    for (let i = 0; i < times; i++) watchdog.check()
    return watchdog.stalled
  }
  const gauge = async () => (await metrics.stalled.get()).values[0]

  it('reports stalled work after 30 s in which nothing of it was done, and its end', async () => {
    expect(check(CHECKS - 1)).toEqual([])
    expect(check(1)).toEqual(['e-mails'])
    check(CHECKS)
    expect(await gauge()).toMatchObject({ labels: { work: 'e-mails' }, value: 1 })
    done++
    expect(check(1)).toEqual([])
    expect(await gauge()).toMatchObject({ value: 0 })
    expect(lines).toMatchObject([
      {
        level: 'warn',
        work: 'e-mails',
        msg: 'work has stalled, although everything that it needs is available',
      },
      { level: 'warn', work: 'e-mails', msg: 'stalled work goes on' },
    ])
  })

  it('gives another 30 s to work that has continued, or that did not wait for a moment', () => {
    check(CHECKS - 1)
    done++
    expect(check(CHECKS)).toEqual([])
    isWaiting = false
    check(1)
    isWaiting = true
    expect(check(CHECKS - 1)).toEqual([])
    expect(check(1)).toEqual(['e-mails'])
  })

  it('expects no work while a server that it needs is unavailable, nor for 30 s after that', () => {
    database.set(false)
    expect(check(2 * CHECKS)).toEqual([])
    database.set(true)
    check(CHECKS - 1)
    // Unavailable for a moment between two checks.
    database.set(false)
    database.set(true)
    expect(check(CHECKS - 1)).toEqual([])
    expect(check(1)).toEqual(['e-mails'])
    database.set(false)
    expect(watchdog.stalled).toEqual([])
  })
})
