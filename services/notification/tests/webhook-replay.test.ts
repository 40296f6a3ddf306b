import type { ServerResponse } from 'node:http'
import { eventually } from '../../../testing/eventually.ts'
import { webhookScene } from '../../../testing/notification/webhooks.ts'
import { expectBody } from '../../../testing/portal.ts'
import { respondWith } from '../../../testing/receiver.ts'

const { aSubscriber, aUser, waitForLaterAttempt } = webhookScene()

it.each([
  [{ status: 'failed' }, ['disabled']],
  [{ status: 'pending' }, ['refused']],
  [{ status: 'delivered' }, ['accepted']],
  [{}, ['disabled', 'refused']],
  [{ status: 'undelivered' }, ['disabled', 'refused']],
  [{ status: 'all' }, ['accepted', 'disabled', 'refused']],
] as const)('a replay, asked for %j, sends what was %j (W7)', async (status, expected) => {
  const { api, receiver, path, deliveries } = await aSubscriber()
  const state = (wanted: object) =>
    eventually(async () => expect((await deliveries())[0]).toMatchObject(wanted))
  const users: Record<string, number> = { accepted: (await aUser()).id }
  await state({ status: 'delivered' })
  await api.post(path, { enabled: false })
  users['disabled'] = (await aUser()).id
  await state({ status: 'failed' })
  await api.post(path, { enabled: true })
  receiver.onRequest(respondWith(500))
  users['refused'] = (await aUser()).id
  await waitForLaterAttempt(async () => (await deliveries()).slice(0, 1))
  receiver.received.splice(0)
  receiver.onRequest(respondWith(204))
  const period = { after: '2020-01-01T00:00:00Z', before: '2999-01-01T00:00:00Z' }
  expect(expectBody(await api.post(`${path}replay/`, { ...period, ...status }), 202)).toEqual({
    events: expected.length,
    cursor: null,
  })
  const arrived = () => receiver.received.map(({ event }) => event.data.id as number)
  await eventually(() =>
    expect(arrived()).toEqual(expect.arrayContaining(expected.map((what) => users[what]))),
  )
})

it('a retry leaves an event alone while its attempt is in progress (W7)', async () => {
  const { api, receiver, path, deliveries } = await aSubscriber()
  const held: ServerResponse[] = []
  receiver.onRequest((response) => void held.push(response))
  const { id } = await aUser()
  await eventually(() => expect(held).toHaveLength(1))
  const [delivery] = await deliveries()
  const retry = () => api.post(`${path}deliveries/${delivery.id}/retry/`)
  for (let n = 0; n < 3; n++) expectBody(await retry(), 202)
  const later = await aUser()
  await eventually(() => expect(receiver.received.at(-1)?.event.data.id).toBe(later.id))
  const sent = () => receiver.received.map(({ event }) => event.data.id)
  expect(sent()).toEqual([id, later.id])

  receiver.onRequest(respondWith(204))
  for (const response of held) response.writeHead(500).end()
  const waits = { status: 'pending', attempts: 1, lastResponseStatus: 500 }
  await eventually(async () => expect((await deliveries())[1]).toMatchObject(waits))
  expectBody(await retry(), 202)
  await eventually(async () =>
    expect((await deliveries())[1]).toMatchObject({ status: 'delivered', attempts: 2 }),
  )
  expect(sent().filter((about) => about === id)).toEqual([id, id])
})
