import { DependencyUnavailable } from '../errors.ts'
import { untilWritten } from '../store/until-written.ts'

/** Somebody else is faster so many times. */
function contended(times: number) {
  let tries = 0
  const attempt = () => Promise.resolve(++tries > times ? 'written' : undefined)
  return { attempt, tries: () => tries }
}

describe('a write that others may overtake', () => {
  it('is tried again until nobody was faster', async () => {
    const { attempt, tries } = contended(49)
    await expect(untilWritten('users', attempt)).resolves.toBe('written')
    expect(tries()).toBe(50)
  })

  it('is given up, and to be asked for again later, when somebody always is', async () => {
    const { attempt, tries } = contended(Number.POSITIVE_INFINITY)
    await expect(untilWritten('users', attempt)).rejects.toThrow(DependencyUnavailable)
    expect(tries()).toBe(50)
  })

  it('that fails is not tried again', async () => {
    let tries = 0
    const attempt = () => Promise.reject(new Error(`failed ${++tries}`))
    await expect(untilWritten('users', attempt)).rejects.toThrow('failed 1')
    expect(tries).toBe(1)
  })
})
