import type { ServerResponse } from 'node:http'
import { Webhook } from 'standardwebhooks'
import { eventually } from '../../../testing/eventually.ts'
import {
  EVERYBODY,
  OURS,
  REGISTRATION_EVENTS,
  THEIRS,
  webhookScene,
} from '../../../testing/notification/webhooks.ts'
import { client } from '../../../testing/client.ts'
import { ATTENDANCE, expectBody } from '../../../testing/portal.ts'
import { respondWith, type ReceivedRequest, type Receiver } from '../../../testing/receiver.ts'

const { system, anAccount, aReceiver, anEndpoint, aCourse, aUser, aSubscriber } = webhookScene()
const typesAt = ({ received }: Receiver) => received.map(({ event }) => event.type)

it('sends every event that the account may see (W1, W2, W3)', async () => {
  const { api } = await anAccount()
  const receiver = await aReceiver()
  await anEndpoint(api, receiver)
  const courseId = await aCourse()
  const user = expectBody(
    await api.post('/users/', { loginName: 'x', email: 'x@example.org', firstName: 'A', lastName: 'B' }),
    201,
  )
  const registration = expectBody(await api.post('/registrations/', { courseId, userId: user.id }), 201)
  const path = `/registrations/${registration.id}`
  await api.post(`${path}/approve/`)
  const completed = expectBody(await api.post(`${path}/complete/`, { score: 50, success: true }), 200)
  await eventually(() =>
    expect(typesAt(receiver).toSorted()).toEqual([
      'registration.approved',
      'registration.completed',
      'registration.created',
      'user.created',
    ]),
  )
  const [{ id: endpointId }] = expectBody(await api.get('/webhook-endpoints/'), 200)
  const listed = expectBody(await api.get(`/webhook-endpoints/${endpointId}/deliveries/`), 200)
  for (const { eventType, recordId } of listed)
    expect([eventType, recordId]).toEqual([
      eventType,
      eventType === 'user.created' ? user.id : registration.id,
    ])
  await eventually(async () => {
    const [newest] = expectBody(await api.get(`/webhook-endpoints/${endpointId}/deliveries/`), 200)
    expect(newest).toMatchObject({ lastResponseStatus: 204, lastDurationMs: expect.any(Number) })
  })
  const dataOf = (type: string) => receiver.received.find(({ event }) => event.type === type)?.event.data
  expect(dataOf('user.created')).toEqual({ ...user, version: 1 })
  expect(dataOf('registration.created')).toEqual({
    ...registration,
    success: null,
    previousStatus: null,
    version: 1,
  })
  expect(dataOf('registration.completed')).toEqual({
    ...completed,
    success: true,
    previousStatus: 'Approved',
    version: 3,
  })
})

it('sends user.erased to the accounts that could see the user, without personal data (W2, O18)', async () => {
  const [ours, theirs] = [await aSubscriber(['user.erased']), await anAccount(THEIRS)]
  const theirsAt = await aReceiver()
  await anEndpoint(theirs.api, theirsAt, ['user.erased'])
  const [user, other] = [await aUser(OURS), await aUser(THEIRS)]
  const erase = async ({ id }: { id: number }) =>
    expectBody(await system.operator.post(`/admin/users/${id}/erase/`, { reason: 'request 17' }), 202)
  await erase(user)
  await erase(other)
  for (const [receiver, { id }] of [[ours.receiver, user] as const, [theirsAt, other] as const]) {
    const erased = { id, email: `erased-${id}@erased.invalid`, firstName: `erased-${id}`, version: 2 }
    await eventually(() =>
      expect(receiver.received.map(({ event }) => event)).toMatchObject([
        { type: 'user.erased', data: erased },
      ]),
    )
  }
})

it('tells of a deleted user, not of registrations that go along or of a deleted course (W2)', async () => {
  const { api } = await anAccount(OURS)
  const receiver = await aReceiver()
  await anEndpoint(api, receiver)
  const [courseId, { id }] = [await aCourse(OURS), await aUser(OURS)]
  expectBody(await api.post('/registrations/', { courseId, userId: id }), 201)
  await eventually(() =>
    expect(typesAt(receiver).toSorted()).toEqual(['registration.created', 'user.created']),
  )
  expect((await api.delete(`/users/${id}/`)).status).toBe(204)
  expect((await system.operator.delete(`/admin/courses/${courseId}/`)).status).toBe(204)
  await eventually(() => expect(typesAt(receiver)).toContain('user.deleted'))
  const later = await aUser(OURS)
  await eventually(() => expect(receiver.received.at(-1)?.event.data.id).toBe(later.id))
  expect(typesAt(receiver).slice(2)).toEqual(['user.deleted', 'user.created'])
})

describe('visibility at the time of sending (W4)', () => {
  it('needs the groups of the user and of the course, and a role for the type of event', async () => {
    const ours = await anAccount(OURS)
    const theirs = await anAccount(THEIRS)
    const withoutUsers = await anAccount(OURS, [ATTENDANCE])
    const [oursAt, theirsAt, withoutUsersAt] = [await aReceiver(), await aReceiver(), await aReceiver()]
    await anEndpoint(ours.api, oursAt)
    await anEndpoint(theirs.api, theirsAt)
    await anEndpoint(withoutUsers.api, withoutUsersAt, REGISTRATION_EVENTS)
    const [courseId, user] = [await aCourse(OURS), await aUser(OURS)]
    expectBody(await ours.api.post('/registrations/', { courseId, userId: user.id }), 201)
    // Its user is visible to one account and its course to the other, so neither gets this event.
    const both = await anAccount(EVERYBODY)
    const mixed = expectBody(
      await both.api.post('/registrations/', { courseId: await aCourse(THEIRS), userId: user.id }),
      201,
    )
    await both.api.post(`/registrations/${mixed.id}/approve/`)
    const last = expectBody(
      await both.api.post('/registrations/', {
        courseId: await aCourse(THEIRS),
        userId: (await aUser(THEIRS)).id,
      }),
      201,
    )
    await eventually(() => {
      expect(theirsAt.received.map(({ event }) => event.data.id)).toContain(last.id)
      expect(typesAt(theirsAt).toSorted()).toEqual(['registration.created', 'user.created'])
      expect(typesAt(oursAt).toSorted()).toEqual(['registration.created', 'user.created'])
      expect(typesAt(withoutUsersAt)).toEqual(['registration.created'])
    })
    const told = [oursAt, theirsAt, withoutUsersAt].flatMap(({ received }) => received)
    const registrations = told.filter(({ event }) => event.type.startsWith('registration.'))
    expect(registrations.map(({ event }) => event.data.id)).not.toContain(mixed.id)
  })

  it('sends nothing to a deleted account or to one without a valid key', async () => {
    const [withoutKey, deleted, other] = [await anAccount(), await anAccount(), await anAccount()]
    const [withoutKeyAt, deletedAt, otherAt] = [await aReceiver(), await aReceiver(), await aReceiver()]
    await anEndpoint(withoutKey.api, withoutKeyAt)
    await anEndpoint(deleted.api, deletedAt)
    await anEndpoint(other.api, otherAt)
    const accounts = '/admin/service-accounts'
    const [{ keyId }] = (await system.operator.get(`${accounts}/${withoutKey.accountId}/keys/`)).body
    expectBody(await system.operator.delete(`${accounts}/${withoutKey.accountId}/keys/${keyId}/`), 204)
    expectBody(await system.operator.delete(`${accounts}/${deleted.accountId}/`), 204)
    const user = await aUser()
    await eventually(() => expect(otherAt.received.map(({ event }) => event.data.id)).toContain(user.id))
    expect([...withoutKeyAt.received, ...deletedAt.received]).toEqual([])

    // With another key, the account can have what it missed.
    const path = `${accounts}/${withoutKey.accountId}/keys/`
    const key = expectBody(await system.operator.post(path), 201)
    const api = client(system.url, { 'x-api-key': key.keyId, 'x-api-secret': key.secret })
    const [{ id }] = expectBody(await api.get('/webhook-endpoints/'), 200)
    expect(expectBody(await api.get(`/webhook-endpoints/${id}/deliveries/`), 200)).toMatchObject([
      { status: 'failed', attempts: 0, lastError: 'no-valid-key', recordId: user.id },
    ])
    const period = { after: '2020-01-01T00:00:00Z', before: '2999-01-01T00:00:00Z' }
    expectBody(await api.post(`/webhook-endpoints/${id}/replay/`, period), 202)
    await eventually(() =>
      expect(withoutKeyAt.received).toMatchObject([{ event: { data: { id: user.id } } }]),
    )
  })
})

describe('the delivery of webhooks (W3, W7)', () => {
  it('retries a failed attempt with the same id and body, on schedule, or at once on request', async () => {
    const { api, receiver, id: endpointId, path, deliveries } = await aSubscriber()
    receiver.onRequest(respondWith(500))
    await aUser()
    await eventually(async () =>
      expect(await deliveries()).toMatchObject([
        {
          status: 'pending',
          attempts: 1,
          lastResponseStatus: 500,
          lastError: 'bad-status',
          deliveredAt: null,
        },
      ]),
    )
    const [{ id, eventId, nextAttemptAt }] = await deliveries('?status=pending')
    expect(Date.parse(nextAttemptAt)).toBeGreaterThan(Date.now())
    receiver.onRequest(respondWith(200))
    expect(await api.post(`${path}deliveries/${id}/retry/`)).toMatchObject({ status: 202, body: { id } })
    await eventually(async () =>
      expect(await deliveries()).toMatchObject([
        { status: 'delivered', attempts: 2, lastResponseStatus: 200, lastError: null, nextAttemptAt: null },
      ]),
    )
    const [first, second] = receiver.received
    expect(receiver.received).toHaveLength(2)
    expect(second?.body).toBe(first?.body)
    expect([first, second].map((one) => one?.headers['webhook-id'])).toEqual([eventId, eventId])
    expect(await api.get(`${path}deliveries/?status=failed`)).toMatchObject({ body: [] })
    expect(await api.post(`${path}deliveries/999999/retry/`)).toBeError('not-found')
    const byOperator = { endpointId, ids: [id] }
    expectBody(await system.operator.post('/admin/webhook-deliveries/retry/', byOperator), 200)
    await eventually(() => expect(receiver.received).toHaveLength(3))
  })

  it('follows no redirect, and reads only a part of an endless response', async () => {
    const { receiver, deliveries } = await aSubscriber()
    receiver.onRequest(respondWith(302, { location: 'http://127.0.0.1:1/' }))
    await aUser()
    await eventually(async () =>
      expect(await deliveries()).toMatchObject([{ lastResponseStatus: 302, lastError: 'redirect' }]),
    )
    receiver.onRequest((response) => {
      response.writeHead(200)
      const more = () =>
        void (response.destroyed || response.write('x'.repeat(65_536), () => setImmediate(more)))
      more()
    })
    await aUser()
    await eventually(async () => expect(await deliveries('?status=delivered')).toHaveLength(1))
  })

  it('waits with everything for the endpoint as Retry-After says, until a retry by hand', async () => {
    const { api, receiver, path, deliveries } = await aSubscriber()
    receiver.onRequest(respondWith(429, { 'retry-after': '3600' }))
    await aUser()
    await eventually(async () => expect(await deliveries()).toMatchObject([{ lastResponseStatus: 429 }]))
    const [{ nextAttemptAt }] = await deliveries()
    expect(Date.parse(nextAttemptAt) - Date.now()).toBeGreaterThan(3_500_000)
    const shown = async () => [
      expectBody(await api.get(path), 200).pausedUntil,
      expectBody(await system.operator.get(`/admin${path}`), 200).pausedUntil,
    ]
    expect(await shown()).toEqual([nextAttemptAt, nextAttemptAt])
    await aUser()
    await eventually(async () => expect(await deliveries()).toHaveLength(2))
    const [next] = await deliveries()
    expect(Date.parse(next.nextAttemptAt) - Date.now()).toBeGreaterThan(3_500_000)
    expect(receiver.received).toHaveLength(1)
    receiver.onRequest(respondWith(204))
    await api.post(`${path}deliveries/${next.id}/retry/`)
    await aUser()
    await eventually(async () => expect(await deliveries('?status=delivered')).toHaveLength(3))
    expect(await shown()).toEqual([null, null])
  })

  it('sends what waits for the end of a pause when the endpoint gets another URL', async () => {
    const { api, receiver, path, deliveries } = await aSubscriber()
    receiver.onRequest(respondWith(503, { 'retry-after': '3600' }))
    await aUser()
    await eventually(async () => expect(await deliveries()).toMatchObject([{ lastResponseStatus: 503 }]))
    await aUser()
    await eventually(async () => expect(await deliveries()).toHaveLength(2))
    receiver.onRequest(respondWith(204))
    expect(await api.post(path, { description: 'still paused' })).toMatchObject({ status: 200 })
    expect(await deliveries('?status=pending')).toHaveLength(2)
    expect(await api.post(path, { url: `${receiver.url}/new` })).toMatchObject({ status: 200 })
    await eventually(async () => expect(await deliveries('?status=delivered')).toHaveLength(2))
  })

  it('drops what waits when the endpoint no longer has its type', async () => {
    const { api, receiver, id: endpointId, path, deliveries } = await aSubscriber()
    receiver.onRequest(respondWith(500))
    await aUser()
    await eventually(async () => expect(await deliveries()).toMatchObject([{ lastResponseStatus: 500 }]))
    expect(await api.post(path, { events: ['user.deleted'] })).toMatchObject({ status: 200 })
    receiver.onRequest(respondWith(204))
    const [{ id }] = await deliveries()
    expect(await api.post(`/webhook-endpoints/${endpointId}/deliveries/${id}/retry/`)).toMatchObject({
      status: 202,
    })
    await eventually(async () => expect(await deliveries()).toEqual([]))
    expect(typesAt(receiver)).toEqual(['user.created'])
  })

  it('disables an endpoint that responds 410, and sends what it missed once it is enabled', async () => {
    const { api, receiver, path, deliveries } = await aSubscriber()
    receiver.onRequest(respondWith(410))
    await aUser()
    await eventually(async () =>
      expect((await api.get(path)).body).toMatchObject({ enabled: false, disabledReason: 'gone' }),
    )
    const missed = await aUser()
    await eventually(async () =>
      expect(await deliveries()).toMatchObject([
        { status: 'failed', attempts: 0, lastError: 'endpoint-disabled' },
        { status: 'failed', attempts: 1, lastResponseStatus: 410 },
      ]),
    )
    const replay = { after: '2020-01-01T00:00:00Z', before: '2999-01-01T00:00:00Z', status: 'failed' }
    expect(await api.post(`${path}replay/`, replay)).toBeError('webhook-endpoint-disabled')
    const [{ id: deliveryId }] = await deliveries()
    expect(await api.post(`${path}deliveries/${deliveryId}/retry/`)).toBeError('webhook-endpoint-disabled')
    receiver.onRequest(respondWith(204))
    expect((await api.post(path, { enabled: true })).body).toMatchObject({
      enabled: true,
      disabledReason: null,
      disabledAt: null,
    })
    expect(await api.post(`${path}replay/`, replay)).toMatchObject({
      status: 202,
      body: { events: 2, cursor: null },
    })
    // The one that was rejected with 410 comes again under its own id.
    await eventually(() => expect(receiver.received).toHaveLength(3))
    expect(receiver.received.map(({ event }) => event.data.id)).toContain(missed.id)
    const [first, ...others] = receiver.received
    const ids = others.map(({ headers }) => headers['webhook-id'])
    expect(ids).toContain(first?.headers['webhook-id'])
    const swapped = { after: replay.before, before: replay.after }
    expect(await api.post(`${path}replay/`, swapped)).toBeError('invalid-request')
    expect(await api.post(`${path}replay/`, { ...replay, cursor: 'x' })).toBeError('invalid-request')
    expect(await api.post(`${path}replay/`, { ...replay, cursor: '1-1' })).toBeError('invalid-request')
    const atTheEnd = `${Date.parse(replay.before) - 1}-1`
    expect(await api.post(`${path}replay/`, { ...replay, cursor: atTheEnd })).toMatchObject({
      body: { events: 0 },
    })
  })

  it('to an endpoint that never responds has four connections, and delays nothing else', async () => {
    const { receiver: silent } = await aSubscriber()
    const held: ServerResponse[] = []
    silent.onRequest((response) => void held.push(response))
    const { api, receiver } = await aSubscriber()
    const users = await Promise.all(Array.from({ length: 12 }, () => aUser()))
    const registration = { courseId: await aCourse(), userId: users[0]?.id }
    const { id } = expectBody(await api.post('/registrations/', registration), 201)
    // Well before the attempts at the silent endpoint time out.
    await eventually(async () => {
      expect(receiver.received).toHaveLength(users.length)
      const [delivery] = expectBody(await system.operator.get(`/admin/deliveries/?registrationId=${id}`), 200)
      expect(delivery).toMatchObject({ status: 'sent' })
    })
    expect(held.length).toBeLessThanOrEqual(4)
    silent.onRequest(respondWith(204))
    for (const response of held) response.end()
  })

  it('tests an endpoint at once, and returns the result', async () => {
    const { api, receiver, path, deliveries } = await aSubscriber()
    expect(await api.post(`${path}test/`)).toMatchObject({
      status: 200,
      body: { delivered: true, responseStatus: 204, error: null },
    })
    expect(receiver.received).toMatchObject([{ event: { type: 'webhook.test' } }])
    receiver.onRequest(respondWith(500))
    expect((await api.post(`${path}test/`)).body).toMatchObject({
      delivered: false,
      responseStatus: 500,
      error: 'bad-status',
    })
    await receiver.stop()
    expect((await api.post(`${path}test/`)).body).toMatchObject({
      delivered: false,
      responseStatus: null,
      error: 'no-connection',
    })
    expect(await deliveries()).toEqual([])
  })
})

describe('the signature of a webhook (W3, W6)', () => {
  it('is verified by the library standardwebhooks, with both secrets during a rotation', async () => {
    const { api } = await anAccount()
    const receiver = await aReceiver()
    const { id, secret: first } = await anEndpoint(api, receiver, ['user.created'])
    const verify = async (secret: string) => {
      const before = receiver.received.length
      await aUser()
      await eventually(() => expect(receiver.received.length).toBeGreaterThan(before))
      const { body, headers } = receiver.received.at(-1) as ReceivedRequest
      return new Webhook(secret).verify(body, headers as Record<string, string>)
    }
    expect(await verify(first)).toMatchObject({ type: 'user.created' })
    const rotated = await api.post(`/webhook-endpoints/${id}/rotate-secret/`)
    const { secret: second, previousSecretValidUntil } = expectBody(rotated, 200)
    expect(Date.parse(previousSecretValidUntil) - Date.now()).toBeGreaterThan(23 * 60 * 60 * 1000)
    expect(await verify(first)).toMatchObject({ type: 'user.created' })
    expect(await verify(second)).toMatchObject({ type: 'user.created' })
    // A second rotation ends the oldest secret.
    const third = expectBody(await api.post(`/webhook-endpoints/${id}/rotate-secret/`), 200).secret
    await expect(verify(first)).rejects.toThrow('No matching signature')
    for (const secret of [second, third]) expect(await verify(secret)).toMatchObject({ type: 'user.created' })
  })
})
