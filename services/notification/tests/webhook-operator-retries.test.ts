import type { ServerResponse } from 'node:http'
import { webhookScene } from '../../../testing/notification/webhooks.ts'
import { eventually } from '../../../testing/eventually.ts'
import { nextPageOf } from '../../../testing/pages.ts'
import { expectBody } from '../../../testing/portal.ts'
import { respondWith, type Receiver } from '../../../testing/receiver.ts'
import { MAX_IN_FLIGHT_PER_ENDPOINT } from '../src/webhooks/deliveries/rules.ts'

const { system, aUser, aSubscriber, waitForLaterAttempt } = webhookScene()
const DELIVERIES = '/admin/webhook-deliveries/'
const reasons = async (query = '') =>
  expectBody(await system.operator.get(`/admin/reasons/?of=webhooks${query}`), 200)
const retry = (body: object) => system.operator.post(`${DELIVERIES}retry/`, body)
const ofUser = async (userId: number, query = '', headers = {}) =>
  system.operator.get(`${DELIVERIES}?userId=${userId}${query}`, headers)
const idsAt = ({ received }: Receiver) => received.map(({ headers }) => headers['webhook-id'])

describe('webhook deliveries by reason (O17, W8)', () => {
  it('are counted for each endpoint, and sent again as a group, each with its own id', async () => {
    const failing = await aSubscriber()
    const other = await aSubscriber()
    failing.receiver.onRequest(respondWith(500))
    other.receiver.onRequest(respondWith(502))
    const users = [await aUser(), await aUser()]
    const failed = (endpointId: number, code: number) =>
      expect.objectContaining({
        endpointId,
        reason: `bad-status ${code}`,
        count: 2,
        retryableIds: [expect.any(String), expect.any(String)],
        queue: null,
      })
    await eventually(async () =>
      expect(await reasons('&status=pending')).toEqual({
        groups: expect.arrayContaining([failed(failing.id, 500), failed(other.id, 502)]),
        complete: true,
      }),
    )
    expect((await reasons()).groups).toEqual([])
    await waitForLaterAttempt(failing.deliveries)
    const before = idsAt(failing.receiver)

    failing.receiver.onRequest(respondWith(204))
    const group = { status: 'pending', endpointId: failing.id, reason: 'bad-status 500' }
    expect(expectBody(await retry({ ...group, reason: 'timeout' }), 200).retried).toBe(0)
    expect(expectBody(await retry(group), 200)).toEqual({ retried: 2, remaining: false })
    await eventually(async () =>
      expect((await failing.deliveries()).map((delivery) => delivery.status)).toEqual([
        'delivered',
        'delivered',
      ]),
    )
    expect(idsAt(failing.receiver).slice(before.length).toSorted()).toEqual([...new Set(before)].toSorted())
    expect((await other.deliveries()).map((delivery) => delivery.status)).toEqual(['pending', 'pending'])

    await waitForLaterAttempt(other.deliveries)
    other.receiver.onRequest(respondWith(204))
    expect(expectBody(await retry({ status: 'pending' }), 200).retried).toBe(2)
    await eventually(async () => expect((await reasons('&status=pending')).groups).toEqual([]))
    for (const { id } of users) expect(expectBody(await ofUser(id), 200)).toHaveLength(2)
  })

  it('of a disabled endpoint are not sent again', async () => {
    const { receiver, id, deliveries } = await aSubscriber()
    receiver.onRequest(respondWith(500))
    await aUser()
    await eventually(async () => expect((await deliveries())[0]?.attempts).toBe(1))
    await system.operator.post(`/admin/webhook-endpoints/${id}/disable/`)
    const reason = 'endpoint-disabled'
    const group = expect.objectContaining({ endpointId: id, reason, count: 1, retryableIds: [] })
    expect((await reasons('&status=failed')).groups).toContainEqual(group)
    expect(await retry({ status: 'failed', endpointId: id })).toBeError('webhook-endpoint-disabled')
    expect(await retry({ status: 'failed', endpointId: 999_999 })).toBeError('not-found')
    expect(expectBody(await retry({ status: 'failed' }), 200)).toEqual({ retried: 0, remaining: false })
    await system.operator.post(`/admin/webhook-endpoints/${id}/enable/`)
    receiver.onRequest(respondWith(204))
    expect(expectBody(await retry({ status: 'failed', endpointId: id }), 200).retried).toBe(1)
    await eventually(async () => expect((await deliveries('?status=delivered')).length).toBe(1))
  })
})

it('webhook deliveries are listed by endpoint and status, and sent again by id (W8)', async () => {
  const [ours, theirs] = [await aSubscriber(), await aSubscriber()]
  theirs.receiver.onRequest(respondWith(500))
  await aUser()
  const of = async (endpointId: number, query = '') =>
    expectBody(await system.operator.get(`${DELIVERIES}?endpointId=${endpointId}${query}`), 200) as any[]
  await eventually(async () => expect(await of(ours.id, '&status=delivered')).toHaveLength(1))
  await eventually(async () =>
    expect(await of(theirs.id, '&status=pending')).toMatchObject([{ attempts: 1 }]),
  )
  expect(await of(theirs.id, '&status=delivered')).toEqual([])
  expect(await of(999_999)).toEqual([])
  const [[mine], [other]] = [await of(ours.id), await of(theirs.id)]
  expect([mine, other].map(({ endpointId }) => endpointId)).toEqual([ours.id, theirs.id])

  expect(await retry({ endpointId: ours.id })).toBeError('invalid-request')
  const ids = [mine.id, other.id, 999_999]
  for (const narrowed of [{ status: 'failed' }, { reason: 'timeout' }])
    expect(expectBody(await retry({ ids, ...narrowed }), 200).retried).toBe(0)
  expect(expectBody(await retry({ ids, endpointId: ours.id }), 200)).toEqual({ retried: 1, remaining: false })
  await eventually(() => expect(idsAt(ours.receiver)).toEqual([mine.eventId, mine.eventId]))
  await waitForLaterAttempt(theirs.deliveries)
  theirs.receiver.onRequest(respondWith(204))
  expect(expectBody(await retry({ ids, status: 'pending' }), 200).retried).toBe(1)
  await eventually(async () => expect(await of(theirs.id, '&status=delivered')).toHaveLength(1))
})

it('naming an endpoint in a retry ends a pause that its receiver asked for (W3, W8)', async () => {
  const { receiver, id, deliveries } = await aSubscriber()
  receiver.onRequest(respondWith(429, { 'retry-after': '3600' }))
  await aUser()
  await eventually(async () => {
    const [{ nextAttemptAt, lastResponseStatus }] = await deliveries()
    expect(lastResponseStatus).toBe(429)
    expect(Date.parse(nextAttemptAt)).toBeGreaterThan(Date.now() + 30 * 60_000)
  })
  receiver.onRequest(respondWith(204))
  expect(expectBody(await retry({ status: 'pending', endpointId: id }), 200).retried).toBe(1)
  await eventually(async () => expect(await deliveries()).toMatchObject([{ status: 'delivered' }]))
})

it('events about a user are listed for all endpoints, newest first, in pages (W8, R13)', async () => {
  const [one, two] = [await aSubscriber(['user.created', 'user.updated']), await aSubscriber()]
  const { id, loginName } = await aUser()
  await eventually(async () => expect(expectBody(await ofUser(id), 200).length).toBeGreaterThanOrEqual(2))
  const changed = { loginName, email: 'new@example.org', firstName: 'Ada', lastName: 'Byron' }
  expectBody(await one.api.post(`/users/${id}/`, changed), 200)
  const all = await eventually(async () => {
    const found = expectBody(await ofUser(id, '', { prefer: 'count=exact' }), 200) as any[]
    expect(found[0]).toMatchObject({ endpointId: one.id, eventType: 'user.updated' })
    expect(found.map(({ endpointId }) => endpointId)).toContain(two.id)
    return found
  })
  const idsOf = (listed: any[]) => listed.map((delivery) => delivery.id)
  const first = await ofUser(id, '&limit=1', { prefer: 'count=exact' })
  expect(first.headers.get('x-total-count')).toBe(String(all.length))
  const rest = expectBody(await system.operator.get(String(nextPageOf(first))), 200)
  expect(idsOf([...first.body, ...rest]).slice(0, 2)).toEqual(idsOf(all).slice(0, 2))
  const ofEverybody = expectBody(await system.operator.get(`${DELIVERIES}?limit=2`), 200)
  expect(idsOf(ofEverybody)).toEqual(idsOf(all).slice(0, 2))
  expect(expectBody(await ofUser(999_999), 200)).toEqual([])
})

/** Erases a user, and waits until every service has done so. */
async function erase(id: number, order: object = {}): Promise<void> {
  const path = `/admin/users/${id}/erase/`
  expectBody(await system.operator.post(path, { reason: 'request 17', ...order }), 202)
  await eventually(async () => {
    const receipt = await system.operator.get(`/admin/erasures/${id}/`)
    expect(receipt.body).toMatchObject({ status: 'finished' })
  })
}

it('sends no waiting webhook about a user who was erased (O18)', async () => {
  const { api, receiver, deliveries } = await aSubscriber(['user.created', 'user.updated'])
  const [{ id }, other] = [await aUser(), await aUser()]
  // Until it has answered once, an endpoint gets one event at a time.
  const delivered = { status: 'delivered' }
  await eventually(async () => expect(await deliveries()).toMatchObject([delivered, delivered]))
  const created = receiver.received.length
  const held: ServerResponse[] = []
  receiver.onRequest((response) => void held.push(response))
  for (const [n, city] of ['Ayr', 'Bath', 'Cork', 'Deal', 'Ely', 'Frome'].entries()) {
    // Callers can write what an erasure writes.
    expectBody(await api.post(`/users/${id}/`, { city, address2: `erased-${id}@erased.invalid` }), 200)
    // Changes that follow each other quickly can be one event.
    await eventually(async () => expect(await deliveries()).toHaveLength(created + n + 1))
  }
  await eventually(() => expect(held.length).toBe(MAX_IN_FLIGHT_PER_ENDPOINT))
  await erase(id)
  expectBody(await api.post(`/users/${other.id}/`, { city: 'Goole' }), 200)
  receiver.onRequest(respondWith(204))
  for (const response of held) response.writeHead(204).end()
  await eventually(() => expect(receiver.received.at(-1)?.event.data).toMatchObject({ city: 'Goole' }))
  expect(await deliveries()).toMatchObject([{ recordId: other.id }, { recordId: other.id }])
  const about = receiver.received.slice(created).map(({ event }) => event.data.id)
  expect(about).toEqual([...Array.from({ length: MAX_IN_FLIGHT_PER_ENDPOINT }, () => id), other.id])
})

it('keeps a waiting user.erased when the user is erased once more (W2, O18)', async () => {
  const { receiver, deliveries } = await aSubscriber(['user.erased'])
  receiver.onRequest(respondWith(500))
  const { id } = await aUser()
  await erase(id)
  await eventually(async () => expect(await deliveries()).toHaveLength(1))
  await erase(id, { again: true })
  // Each erasure is an event.
  const waiting = { recordId: id, status: 'pending' }
  await eventually(async () => expect(await deliveries()).toMatchObject([waiting, waiting]))
})
