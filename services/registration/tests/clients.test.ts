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
  it('that got no response is tried again, so that a pod that was killed does not show', async () => {
    const { resolve, received } = await against(HANG_UP, HANG_UP, NOT_FOUND)
    expect(await resolve()).toEqual([{ code: 'user-not-found' }])
    expect(received).toHaveLength(3)
  })

  it.each([
    ['without a response is given up after the fifth try', HANG_UP, 5],
    ['that was answered is not tried again, whatever the response', { status: 503 }, 1],
  ])('%s', async (_, response, tries) => {
    const { resolve, received } = await against(response)
    await expect(resolve()).rejects.toBeInstanceOf(Unavailable)
    expect(received).toHaveLength(tries)
  })
})
