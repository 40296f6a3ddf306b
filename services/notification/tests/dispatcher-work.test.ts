import { eventually } from '../../../testing/eventually.ts'
import { aDispatcher, turns, type Item } from '../../../testing/notification/dispatcher.ts'
import type { Channel } from '../src/dispatch/dispatcher.ts'

describe('work that waits, for the watchdog', () => {
  const progress = ({ dispatcher }: ReturnType<typeof aDispatcher>) => ({
    isWaiting: dispatcher.isWaiting(),
    done: dispatcher.done(),
  })

  it('includes a delivery until its result is recorded, also if its receiver did not respond', async () => {
    const at = aDispatcher()
    expect(progress(at)).toEqual({ isWaiting: false, done: 0 })
    at.offer(1)
    await turns()
    expect(progress(at)).toEqual({ isWaiting: true, done: 0 })
    await at.end(at.begun, { timedOut: true })
    expect(progress(at)).toEqual({ isWaiting: false, done: 1 })
  })

  it.each(['closed', 'deleted'] as const)(
    'does not include what is due in a lane that is %s',
    async (kind) => {
      const at = aDispatcher({ stateOf: () => Promise.resolve({ kind }) })
      at.addDue(1, 3)
      at.dispatcher.wake()
      await turns()
      expect(progress(at)).toEqual({ isWaiting: false, done: 0 })
    },
  )

  it('does not include what was stored without a lease and was sent by another process', async () => {
    const at = aDispatcher({ mayLease: () => false })
    expect(at.offer(1)).toBeUndefined()
    at.dispatcher.wake(1)
    expect(at.dispatcher.isWaiting()).toBe(true)
    await turns()
    expect(progress(at)).toEqual({ isWaiting: false, done: 0 })
  })

  it.each<[string, (hung: Promise<never>) => Partial<Channel<Item>>]>([
    ['claim', (hung) => ({ claim: () => hung, findDue: () => Promise.resolve([1]) })],
    ['search for what is due', (hung) => ({ findDue: () => hung })],
  ])('is assumed while a %s does not end', async (_what, kindWith) => {
    const { promise: hung, reject } = Promise.withResolvers<never>()
    // The dispatcher may not have asked for it before the test is over.
    hung.catch(() => undefined)
    const at = aDispatcher({ ...kindWith(hung), sweepMs: 1 })
    at.dispatcher.start()
    await eventually(() => expect(progress(at)).toEqual({ isWaiting: true, done: 0 }))
    // So that the stop does not wait for it.
    reject(new Error('the test is over'))
    await at.dispatcher.stop()
  })

  it.each<[string, Partial<Channel<Item>>]>([
    ['claim', { claim: () => Promise.reject(new Error('the database does not respond')) }],
    ['attempt', { attempt: () => Promise.reject(new Error('the database does not respond')) }],
  ])('includes what may be due again after a failed %s', async (_what, failing) => {
    const at = aDispatcher(failing)
    at.addDue(1, 1)
    at.dispatcher.wake()
    await turns()
    expect(progress(at)).toEqual({ isWaiting: true, done: 0 })
  })
})
