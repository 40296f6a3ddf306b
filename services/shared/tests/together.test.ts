import { together } from '../messaging/together.ts'

/** A work that the test ends, one after the other. */
function held() {
  const begun: { pieces: readonly number[]; end: (fault?: Error) => void }[] = []
  const work = (pieces: readonly number[]) =>
    new Promise<void>((done, failed) =>
      begun.push({ pieces, end: (fault) => (fault ? failed(fault) : done()) }),
    )
  return { begun, work }
}
const settled = () => new Promise((resolve) => setImmediate(resolve))

describe('works that are asked for at the same time', () => {
  it('are done as one; what comes meanwhile is collected for the next', async () => {
    const { begun, work } = held()
    const act = together(work)
    const [first, second, third] = [act(1), act(2), act(3)]
    await settled()
    const fourth = act(4)
    await settled()
    expect(begun.map(({ pieces }) => pieces)).toEqual([[1, 2, 3]])
    begun[0]?.end()
    await Promise.all([first, second, third])
    await settled()
    expect(begun.map(({ pieces }) => pieces)).toEqual([[1, 2, 3], [4]])
    begun[1]?.end()
    await fourth
  })

  it('are tried alone when they fail together, so that none suffers for another', async () => {
    const done: number[] = []
    const act = together<number>((pieces) => {
      if (pieces.includes(2)) return Promise.reject(new Error('not the second'))
      done.push(...pieces)
      return Promise.resolve()
    })
    const outcomes = await Promise.allSettled([act(1), act(2), act(3)])
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
    expect(done).toEqual([1, 3])
    await act(4)
    expect(done).toEqual([1, 3, 4])
  })
})
