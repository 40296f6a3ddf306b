import { Pool } from 'undici'
import { scriptedServer, type ScriptedResponse } from '../../../testing/clients/scripted-server.ts'
import { aUser, begun } from '../../../testing/registration/begun.ts'
import { Unavailable } from '../../platform/errors.ts'
import { InternalService } from '../../platform/http/internal-service.ts'
import { newTrace } from '../../platform/observability/trace.ts'
import type { Call } from '../../platform/contract/operation.ts'
import { sendRegistrationsWithoutDelivery } from '../src/registrations/without-delivery.ts'
import { UserServiceClient } from '../src/clients/user-service.ts'

const NOT_FOUND: ScriptedResponse = { status: 200, body: [{ code: 'user-not-found' }] }
const HANG_UP: ScriptedResponse = { status: 0, hangUp: true }

/** What another service can do to a call, which the real one would not do when asked. */
async function against(...script: readonly ScriptedResponse[]) {
  const { url, received } = await scriptedServer(...script)
  const users = new UserServiceClient(
    new InternalService('user', { url, token: 'service-token-of-the-tests-0' }),
  )
  return { received, identify: () => users.identifyUsers([{ userId: 1 }], false, newTrace()) }
}

describe('a call to another service', () => {
  it('is sent again if it got no response, so that callers do not notice a killed pod', async () => {
    const { identify, received } = await against(HANG_UP, HANG_UP, NOT_FOUND)
    expect(await identify()).toEqual([{ kind: 'not-found' }])
    expect(received).toHaveLength(3)
  })

  it.each([
    ['that gets no response is given up after the fifth attempt', HANG_UP, 5],
    ['that got a response is not sent again, whatever the response', { status: 503 }, 1],
    ['whose response breaks the contract fails', { status: 200, body: [{ code: 'unknown' }] }, 1],
    ['whose response lacks a resolution fails', { status: 200, body: [] }, 1],
    ['whose response lacks the user fails', { status: 200, body: [{ code: 'identified' }] }, 1],
  ])('%s', async (_, response, attempts) => {
    const { identify, received } = await against(response)
    await expect(identify()).rejects.toBeInstanceOf(Unavailable)
    expect(received).toHaveLength(attempts)
  })

  it('fails when the response is too long, before it is parsed', async () => {
    const { identify } = await against({ status: 200, body: 'x'.repeat(17 * 1024 * 1024) })
    await expect(identify()).rejects.toMatchObject({
      cause: new Error('the response has over 16777216 bytes'),
    })
  })

  it('fails after 5 s at most, even if the HTTP client reports no outcome', async () => {
    const { identify } = await against(NOT_FOUND)
    const request = jest.spyOn(Pool.prototype, 'request').mockReturnValue(new Promise<never>(() => undefined))
    jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick', 'performance'] })
    try {
      const outcome = identify().catch((error: unknown) => error)
      await jest.advanceTimersByTimeAsync(5_000)
      expect(await outcome).toMatchObject({
        dependency: 'user service',
        cause: 'did not end within 5000 ms',
      })
    } finally {
      jest.useRealTimers()
      request.mockRestore()
    }
  })
})

it('events that are published again are in the audit log, also if a later one fails (O10, O11)', async () => {
  const ids = Array.from({ length: 501 }, (_, i) => i + 1)
  const identifyUsers = jest.fn().mockResolvedValueOnce([{ kind: 'identified', record: aUser() }])
  const deps = {
    registrations: {
      findMany: (asked: readonly number[]) =>
        Promise.resolve(asked.map((id) => begun(id, { now: new Date(0) }).registration)),
      storeEventsAgain: () => Promise.resolve(),
    },
    notificationService: { call: () => Promise.resolve([500, 501]) },
    users: { identifyUsers: identifyUsers.mockRejectedValue(new Unavailable('users', 'a test')) },
    clock: { now: () => new Date() },
  }
  const call = {
    body: { ids },
    trace: newTrace(),
    audit: jest.fn(),
  }
  const send = sendRegistrationsWithoutDelivery(deps as never)
  await expect(send(call as unknown as Call<'sendRegistrationsWithoutDelivery'>)).rejects.toThrow(Unavailable)
  expect(call.audit.mock.calls).toEqual([[{ registrationIds: ids, sent: 1 }]])
})
