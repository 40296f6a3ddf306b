import { setImmediate as nextTurn } from 'node:timers/promises'
import { batched, batchingSingles } from '../work/batched.ts'
import { Unavailable } from '../errors.ts'

/** A batch begins two turns of the event loop after a call at the latest. */
const settled = async () => {
  await nextTurn()
  await nextTurn()
}

/** Batches that end when the test says so. */
function heldBatches() {
  const begun: (readonly number[])[] = []
  const ends: (() => void)[] = []
  const run = (items: readonly number[]) => {
    begun.push(items)
    return new Promise<readonly number[]>((resolve) => ends.push(() => resolve(items)))
  }
  return { begun, run, endNext: () => ends.shift()?.() }
}

describe('calls in the same turn of the event loop', () => {
  it('share batches, and each gets its own result', async () => {
    const asked: (readonly number[])[] = []
    const response = (numbers: readonly number[]) => {
      asked.push(numbers)
      return Promise.resolve(numbers.map((one) => 2 * one))
    }
    const double = batched(response, { maxBatchSize: 3 })
    expect(await Promise.all([1, 2, 3, 4, 4].map(double))).toEqual([2, 4, 6, 8, 8])
    expect(asked).toEqual([
      [1, 2, 3],
      [4, 4],
    ])
    expect(await double(5)).toBe(10)
  })

  it('share a batch if each has one item, while a call with several items runs alone', async () => {
    const asked: (readonly number[])[] = []
    const double = batchingSingles((numbers: readonly number[]) => {
      asked.push(numbers)
      return Promise.resolve(numbers.map((one) => 2 * one))
    })
    expect(await Promise.all([double([1]), double([2, 3]), double([]), double([4])])).toEqual([
      [2],
      [4, 6],
      [],
      [8],
    ])
    expect(asked).toEqual([
      [2, 3],
      [1, 4],
    ])
  })

  it('all fail if the server is unavailable', async () => {
    const unavailable = new Unavailable('mongodb', 'a test')
    const double = batched(() => Promise.reject(unavailable))
    const settled = await Promise.allSettled([1, 2].map(double))
    expect(settled.map((one) => one.status === 'rejected' && one.reason)).toEqual([unavailable, unavailable])
  })

  it('run again one by one if their batch fails, so that one bad item does not fail the others', async () => {
    const done: number[] = []
    const call = batched(
      (items: readonly number[]) => {
        if (items.includes(2)) return Promise.reject(new Error('not the second'))
        done.push(...items)
        return Promise.resolve(items)
      },
      { retryAlone: true },
    )
    const outcomes = await Promise.allSettled([call(1), call(2), call(3)])
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
    expect(done).toEqual([1, 3])
    await call(4)
    expect(done).toEqual([1, 3, 4])
  })
})

describe('serial batches', () => {
  it('collect the calls that arrive while a batch runs, and start when it has ended', async () => {
    const { begun, run, endNext } = heldBatches()
    const call = batched(run, { serial: true, maxBatchSize: 3 })
    const calls = [1, 2, 3, 4].map(call)
    await settled()
    calls.push(call(5))
    await settled()
    expect(begun).toEqual([[1, 2, 3]])
    endNext()
    await settled()
    expect(begun).toEqual([
      [1, 2, 3],
      [4, 5],
    ])
    endNext()
    expect(await Promise.all(calls)).toEqual([1, 2, 3, 4, 5])
  })

  it('start when the previous batch has failed', async () => {
    const run = jest.fn((items: readonly number[]) =>
      items.includes(1) ? Promise.reject(new Unavailable('mongodb', 'a test')) : Promise.resolve(items),
    )
    const call = batched(run, { serial: true, maxBatchSize: 1 })
    const [failed, next] = [call(1), call(2)]
    await expect(failed).rejects.toThrow(Unavailable)
    expect(await next).toBe(2)
  })

  it('start 15 s after a batch that never ends', async () => {
    jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick', 'queueMicrotask'] })
    const { begun, run } = heldBatches()
    const call = batched(run, { serial: true })
    void call(1)
    await settled()
    void call(2)
    await jest.advanceTimersByTimeAsync(14_999)
    await settled()
    expect(begun).toEqual([[1]])
    await jest.advanceTimersByTimeAsync(1)
    await settled()
    expect(begun).toEqual([[1], [2]])
    jest.useRealTimers()
  })
})
