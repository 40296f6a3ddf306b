import { setImmediate } from 'node:timers/promises'
import { batched } from '../messaging/batched.ts'

/** A batch leaves in the next turn of the event loop at the latest. */
const settled = async () => {
  await setImmediate()
  await setImmediate()
}

describe('concurrent calls', () => {
  it('run as one batch; calls that arrive meanwhile wait for the next one', async () => {
    const begun: (readonly number[])[] = []
    const { promise: ended, resolve: end } = Promise.withResolvers<void>()
    const call = batched<number>((items) => {
      begun.push(items)
      return ended
    })
    const calls = [call(1), call(2), call(3)]
    await settled()
    calls.push(call(4))
    await settled()
    expect(begun).toEqual([[1, 2, 3]])
    end()
    await Promise.all(calls)
    expect(begun).toEqual([[1, 2, 3], [4]])
  })

  it('run again one by one when their batch fails, so that one bad item does not fail the others', async () => {
    const done: number[] = []
    const call = batched<number>((items) => {
      if (items.includes(2)) return Promise.reject(new Error('not the second'))
      done.push(...items)
      return Promise.resolve()
    })
    const outcomes = await Promise.allSettled([call(1), call(2), call(3)])
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
    expect(done).toEqual([1, 3])
    await call(4)
    expect(done).toEqual([1, 3, 4])
  })
})
