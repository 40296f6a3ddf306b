import { setImmediate as nextTurn } from 'node:timers/promises'
import { batchPerInterval } from '../batch-per-interval.ts'

describe('calls that are batched for each interval', () => {
  let started: string[]
  let call: (name: string) => void

  beforeEach(() => {
    jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick', 'queueMicrotask'] })
    started = []
    const waitForBatch = batchPerInterval({ intervalMs: 400, maxBatchSize: 3 })
    call = (name) => void waitForBatch().then(() => started.push(name))
  })
  afterEach(() => jest.useRealTimers())

  const startedAfter = async (ms: number): Promise<string[]> => {
    await jest.advanceTimersByTimeAsync(ms)
    await nextTurn()
    return started.splice(0)
  }

  it('start at once after a quiet interval', async () => {
    call('first')
    expect(await startedAfter(0)).toEqual(['first'])
    expect(await startedAfter(400)).toEqual([])
    call('second')
    expect(await startedAfter(0)).toEqual(['second'])
  })

  it('start together when the interval since the last batch has passed', async () => {
    call('first')
    expect(await startedAfter(100)).toEqual(['first'])
    call('second')
    expect(await startedAfter(200)).toEqual([])
    call('third')
    expect(await startedAfter(99)).toEqual([])
    expect(await startedAfter(1)).toEqual(['second', 'third'])
    call('fourth')
    expect(await startedAfter(399)).toEqual([])
    expect(await startedAfter(1)).toEqual(['fourth'])
  })

  it('start as soon as the batch is full', async () => {
    call('first')
    expect(await startedAfter(0)).toEqual(['first'])
    for (const name of ['second', 'third', 'fourth', 'fifth']) call(name)
    expect(await startedAfter(0)).toEqual(['second', 'third', 'fourth'])
    expect(await startedAfter(399)).toEqual([])
    expect(await startedAfter(1)).toEqual(['fifth'])
  })

  it('start at the earliest an interval after a batch that was full', async () => {
    call('first')
    expect(await startedAfter(100)).toEqual(['first'])
    for (const name of ['second', 'third', 'fourth']) call(name)
    expect(await startedAfter(300)).toEqual(['second', 'third', 'fourth'])
    // The interval after the first batch would end here.
    call('fifth')
    expect(await startedAfter(99)).toEqual([])
    expect(await startedAfter(1)).toEqual(['fifth'])
  })
})
