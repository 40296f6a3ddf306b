import { scriptedServer, type Scripted } from '../../../testing/clients/scripted-server.ts'
import { Unavailable } from '../../shared/errors.ts'
import { newTrace } from '../../shared/trace.ts'
import { UserService } from '../src/clients/user-service.ts'

const NOT_FOUND: Scripted = { status: 200, body: [{ code: 'user-not-found' }] }
const HANG_UP: Scripted = { status: 0, hangUp: true }

/** What another service can do to a call, which the real one would not do when asked. */
async function against(...script: readonly Scripted[]) {
  const { url, received } = await scriptedServer(...script)
  const users = new UserService({ url, token: 'service-token-of-the-tests-0' })
  return { received, resolve: () => users.resolve([{ userId: 1 }], false, newTrace()) }
}

describe('a call to another service', () => {
  it('that got no response is sent again, so that callers do not notice a pod that was killed', async () => {
    const { resolve, received } = await against(HANG_UP, HANG_UP, NOT_FOUND)
    expect(await resolve()).toEqual([{ code: 'user-not-found' }])
    expect(received).toHaveLength(3)
  })

  it.each([
    ['that gets no response is given up after the fifth attempt', HANG_UP, 5],
    ['that got a response is not sent again, whatever the response', { status: 503 }, 1],
  ])('%s', async (_, response, attempts) => {
    const { resolve, received } = await against(response)
    await expect(resolve()).rejects.toBeInstanceOf(Unavailable)
    expect(received).toHaveLength(attempts)
  })
})
