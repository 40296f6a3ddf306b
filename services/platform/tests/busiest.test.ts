import { Busiest, createMetrics } from '../observability/metrics.ts'

const A_MINUTE = 60_000

describe('the load of service accounts', () => {
  let now = 0
  let load: Busiest<number>
  beforeEach(() => {
    now = 0
    load = new Busiest<number>(() => now)
  })

  it('is that of the last full minute only', () => {
    load.add(7, 1)
    expect(load.inLastMinute()).toEqual([])
    now = A_MINUTE
    load.add(8, 5)
    load.add(7, 9)
    expect(load.inLastMinute()).toEqual([[7, 1]])
    now = 2 * A_MINUTE
    expect(load.inLastMinute()).toEqual([
      [7, 9],
      [8, 5],
    ])
    now = 4 * A_MINUTE
    expect(load.inLastMinute()).toEqual([])
  })

  it('is shown for the ten accounts with the most seconds', () => {
    for (let account = 1; account <= 1_000; account++) load.add(account, account)
    now = A_MINUTE
    expect(load.inLastMinute().map(([account]) => account)).toEqual(
      Array.from({ length: 10 }, (_, i) => 1_000 - i),
    )
  })
})

it('metrics show only the accounts of the last full minute', async () => {
  jest.useFakeTimers({ doNotFake: ['setTimeout', 'setImmediate', 'nextTick'] })
  const { accountLoad, registry } = createMetrics('test')
  accountLoad.add(7, 1.5)
  jest.advanceTimersByTime(A_MINUTE)
  const series = /rollcall_account_load_seconds\{account="7",service="test"\} 1\.5/
  expect(await registry.metrics()).toMatch(series)
  jest.advanceTimersByTime(A_MINUTE)
  expect(await registry.metrics()).not.toMatch(series)
  jest.useRealTimers()
})
