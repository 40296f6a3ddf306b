import { DependencyUnavailable } from '../errors.ts'
import { joined } from '../joined.ts'

/** Answers numbers by their doubles, at most three at once; notes what each round trip asked. */
function doubles(failsWith?: (asked: readonly number[]) => Error | undefined) {
  const asked: (readonly number[])[] = []
  const double = joined((numbers: readonly number[]) => {
    asked.push(numbers)
    const failure = failsWith?.(numbers)
    return failure ? Promise.reject(failure) : Promise.resolve(numbers.map((one) => 2 * one))
  }, 3)
  return { asked, double }
}

describe('calls of one turn of the event loop', () => {
  it('share round trips, and each gets its own answer', async () => {
    const { asked, double } = doubles()
    expect(await Promise.all([1, 2, 3, 4].map(double))).toEqual([2, 4, 6, 8])
    expect(asked).toEqual([[1, 2, 3], [4]])
    expect(await double(5)).toBe(10)
  })

  it('do not fail for a bad one among them', async () => {
    const { double } = doubles((numbers) => (numbers.includes(2) ? new Error('not 2') : undefined))
    const settled = await Promise.allSettled([1, 2, 3].map(double))
    expect(settled.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  })

  it('are not repeated one by one against a server that is away', async () => {
    const { asked, double } = doubles(() => new DependencyUnavailable('mongodb'))
    const settled = await Promise.allSettled([1, 2].map(double))
    expect(settled.every(({ status }) => status === 'rejected')).toBe(true)
    expect(asked).toHaveLength(1)
  })
})
