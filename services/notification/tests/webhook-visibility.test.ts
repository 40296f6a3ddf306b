import { setTimeout as delay } from 'node:timers/promises'
import { perRole } from '../../platform/domain/account.ts'
import { client } from '../../../testing/client.ts'
import { eventually } from '../../../testing/eventually.ts'
import { OURS, THEIRS, webhookScene } from '../../../testing/notification/webhooks.ts'
import { ADMINISTRATOR, expectBody } from '../../../testing/portal.ts'
import { Visibility, type Directory } from '../src/webhooks/deliveries/visibility.ts'
import type { Role } from '../src/webhooks/endpoints/rules.ts'

const CREATED_AT = new Date('2024-01-15T14:58:41.123Z')

describe('the endpoints that may receive an event (W4)', () => {
  /** The cache uses the monotonic clock, which these tests control. */
  let now = 1_000
  /** How long the user service takes to respond. */
  let slowMs = 0
  /** The roles of account 3 in each group. */
  let roles: Record<number, readonly Role[]>
  let hasValidKey: boolean
  let questions: { accountIds: readonly number[]; groupIds: readonly number[] }[]
  let visibility: Visibility
  beforeEach(() => {
    jest.spyOn(performance, 'now').mockImplementation(() => now)
    slowMs = 0
    roles = { 20: ['userAdministrator'] }
    hasValidKey = true
    questions = []
    const groupsOf = (ids: readonly number[]) => Promise.resolve(new Map(ids.map((id) => [id, [10 * id]])))
    const directory: Directory = {
      checkVisibility: (accountIds, groupIds) => {
        questions.push({ accountIds, groupIds })
        now += slowMs
        const scopes = perRole((role) => groupIds.filter((id) => roles[id]?.includes(role)))
        return Promise.resolve([{ account: { id: 3, createdAt: CREATED_AT }, hasValidKey, scopes }])
      },
      findUserGroups: groupsOf,
      findCourseGroups: groupsOf,
    }
    visibility = new Visibility(directory)
  })
  afterEach(() => jest.restoreAllMocks())

  const endpoint = { accountId: 3, accountCreatedAt: CREATED_AT }
  const userEvent = (userId: number) => ({ type: 'user.created', userId }) as const
  const mayReceive = async (userId: number) =>
    (await visibility.mayReceive([endpoint], userEvent(userId))).length === 1

  const pass = async (ms: number) => {
    now += ms
    await delay(3) // the cache reads the clock at most once a millisecond
  }

  it('are requested once for all concurrent events', async () => {
    const another = { accountId: 4, accountCreatedAt: CREATED_AT }
    const allowed = await Promise.all([
      visibility.mayReceive([endpoint, another], userEvent(1)),
      visibility.mayReceive([endpoint, another], userEvent(2)),
      visibility.mayReceive([another], userEvent(3)),
    ])
    expect(allowed).toEqual([[], [{ endpoint, hasKey: true }], []])
    expect(questions).toEqual([{ accountIds: [3, 4], groupIds: [10, 20, 30] }])
  })

  it.each([0, 10_000])(
    'are cached for 15 s after a request that found some: response after %i ms',
    async (ms) => {
      slowMs = ms
      expect(await mayReceive(2)).toBe(true)
      roles = {}
      await pass(14_990 - ms)
      expect([await mayReceive(2), questions.length]).toEqual([true, 1])
      await pass(20)
      expect([await mayReceive(2), questions.length]).toEqual([false, 2])
    },
  )

  it('are not cached if there are none', async () => {
    expect(await mayReceive(1)).toBe(false)
    roles[10] = ['userAdministrator']
    expect(await mayReceive(1)).toBe(true)
  })

  it('are those whose account sees the user by one role, and the course by another of its API', async () => {
    const event = { type: 'registration.created', userId: 1, courseId: 2 } as const
    roles = { 10: ['courseAttendanceManager'], 20: ['userAdministrator'] }
    expect(await visibility.mayReceive([endpoint], event)).toEqual([])
    roles = { 10: ['courseAttendanceManager'], 20: ['batchRegistrationManager'] }
    expect(await visibility.mayReceive([endpoint], event)).toEqual([{ endpoint, hasKey: true }])
  })

  it('include those of an account without a valid key, which is reported and not cached', async () => {
    hasValidKey = false
    const receivers = () => visibility.mayReceive([endpoint], userEvent(2))
    expect(await receivers()).toEqual([{ endpoint, hasKey: false }])
    hasValidKey = true
    expect(await receivers()).toEqual([{ endpoint, hasKey: true }])
  })

  it('do not include those of a deleted account whose id another account has (A8)', async () => {
    expect(await mayReceive(2)).toBe(true)
    const former = { accountId: 3, accountCreatedAt: new Date(CREATED_AT.getTime() - 1) }
    expect(await visibility.mayReceive([former], userEvent(2))).toEqual([])
  })
})

describe('the visibility of events in the whole system, with a cache of 15 s', () => {
  const scene = webhookScene({ notificationOverrides: { webhookVisibilityMaxAgeMs: 15_000 } })
  const { system, anAccount, aReceiver, anEndpoint, aUser } = scene
  const pathOf = (accountId: number) => `/admin/service-accounts/${accountId}/`
  const accountWith = (groupId: number) => ({ name: 'HR', grants: [{ role: ADMINISTRATOR, groupId }] })

  /** Lets the monotonic clock of the cache jump. */
  function forgetCached() {
    const real = performance.now.bind(performance)
    jest.spyOn(performance, 'now').mockImplementation(() => real() + 15_000)
  }
  afterEach(() => jest.restoreAllMocks())

  async function aSubscriber(groupId: number) {
    const { api, accountId } = await anAccount(groupId)
    const receiver = await aReceiver()
    const { id } = await anEndpoint(api, receiver, ['user.created', 'user.updated'])
    const about = () => receiver.received.map(({ event }) => event.data.id as number)
    return { api, accountId, id, about }
  }

  it('includes an event right after the grant, also right after a rejection (W4)', async () => {
    const [ours, theirs] = [await aSubscriber(OURS), await aSubscriber(THEIRS)]
    const before = await aUser(THEIRS)
    await eventually(() => expect(theirs.about()).toEqual([before.id]))
    expectBody(await system.operator.put(pathOf(ours.accountId), accountWith(THEIRS)), 200)
    expectBody(await theirs.api.post(`/users/${before.id}/`, { city: 'Oslo' }), 200)
    const after = await aUser(THEIRS)
    await eventually(() => expect(ours.about().toSorted()).toEqual([before.id, after.id].toSorted()))
  })

  it('ends at most 15 s after the grant is removed (A2b, W4)', async () => {
    const [ours, control] = [await aSubscriber(OURS), await aSubscriber(OURS)]
    const before = await aUser(OURS)
    await eventually(() => expect(ours.about()).toEqual([before.id]))
    expectBody(await system.operator.put(pathOf(ours.accountId), accountWith(THEIRS)), 200)
    forgetCached()
    const after = await aUser(OURS)
    await eventually(() => expect(control.about()).toEqual([before.id, after.id]))
    expect(ours.about()).toEqual([before.id])
  })

  it.each(['', '?limit=1000'])(
    'has no delivery for an account that may see its record no more, on a page %j (A4, W4)',
    async (query) => {
      const [ours, control] = [await aSubscriber(OURS), await aSubscriber(OURS)]
      const { id } = await aUser(OURS)
      const deliveries = new Map<number, number>()
      const listed = async ({ api, id: endpointId }: typeof ours) => {
        const found = await api.get(`/webhook-endpoints/${endpointId}/deliveries/${query}`)
        for (const delivery of expectBody(found, 200)) deliveries.set(endpointId, delivery.id)
        return expectBody(found, 200).map(({ recordId }: { recordId: number }) => recordId)
      }
      for (const each of [ours, control])
        await eventually(async () => expect(await listed(each)).toEqual([id]))
      expectBody(await system.operator.put(pathOf(ours.accountId), accountWith(THEIRS)), 200)
      forgetCached()
      expect([await listed(ours), await listed(control)]).toEqual([[], [id]])
      const answers = async ({ api, id: endpointId }: typeof ours) => {
        const path = `/webhook-endpoints/${endpointId}/`
        const { headers } = await api.get(`${path}deliveries/?limit=1`, { prefer: 'count=exact' })
        const count = headers.get('x-total-count')
        const retried = await api.post(`${path}deliveries/${deliveries.get(endpointId)}/retry/`)
        const period = { after: '2024-01-01T00:00:00Z', before: '2100-01-01T00:00:00Z', status: 'all' }
        const replayed = expectBody(await api.post(`${path}replay/`, period), 202)
        return [count, retried.status, replayed.events]
      }
      expect([await answers(ours), await answers(control)]).toEqual([
        ['0', 404, 0],
        ['1', 202, expect.any(Number)],
      ])
    },
  )

  it('gives an account no endpoints of a deleted account with the same id (A8)', async () => {
    const accountId = 5_000
    const putAccount = async () => {
      expectBody(await system.operator.put(pathOf(accountId), accountWith(OURS)), 201)
      const { keyId, secret } = expectBody(await system.operator.post(`${pathOf(accountId)}keys/`), 201)
      return client(system.url, { 'x-api-key': keyId, 'x-api-secret': secret })
    }
    const [receiver, control] = [await aReceiver(), await aSubscriber(OURS)]
    const about = () => receiver.received.map(({ event }) => event.data.id as number)
    const { id } = await anEndpoint(await putAccount(), receiver, ['user.created'])
    const first = await aUser(OURS)
    await eventually(() => expect(about()).toEqual([first.id]))
    expectBody(await system.operator.delete(pathOf(accountId)), 204)
    const another = await putAccount()
    forgetCached()

    const second = await aUser(OURS)
    await eventually(() => expect(control.about()).toContain(second.id))
    expect(about()).toEqual([first.id])
    const path = `/webhook-endpoints/${id}/`
    expect((await another.get('/webhook-endpoints/')).body).toEqual([])
    expect(await another.get(path)).toBeError('not-found')
    expect(await another.get(`${path}deliveries/`)).toBeError('not-found')
    expect(await another.delete(path)).toBeError('not-found')

    // As after a restore that has lost the account.
    expectBody(await system.operator.post(`/admin${path}disable/`), 200)
    expectBody(await system.operator.post(`/admin${path}enable/`), 200)
    expectBody(await another.get(path), 200)
    const third = await aUser(OURS)
    await eventually(() => expect(about()).toEqual([first.id, third.id]))
  })
})
