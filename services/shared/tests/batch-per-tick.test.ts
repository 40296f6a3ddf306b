import { Unavailable } from '../errors.ts'
import { batchPerTick } from '../batch-per-tick.ts'

describe('calls of one turn of the event loop', () => {
  it('share round trips, and each gets its own response', async () => {
    const asked: (readonly number[])[] = []
    const response = (numbers: readonly number[]) => {
      asked.push(numbers)
      return Promise.resolve(numbers.map((one) => 2 * one))
    }
    const double = batchPerTick(response, { maxBatchSize: 3 })
    expect(await Promise.all([1, 2, 3, 4, 4].map(double))).toEqual([2, 4, 6, 8, 8])
    expect(asked).toEqual([
      [1, 2, 3],
      [4, 4],
    ])
    expect(await double(5)).toBe(10)
  })

  it('all learn that the server is away', async () => {
    const away = new Unavailable('mongodb')
    const double = batchPerTick(() => Promise.reject(away))
    const settled = await Promise.allSettled([1, 2].map(double))
    expect(settled.map((one) => one.status === 'rejected' && one.reason)).toEqual([away, away])
  })
})
