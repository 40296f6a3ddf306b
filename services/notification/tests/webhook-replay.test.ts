import { eventually } from '../../../testing/eventually.ts'
import { webhookScene } from '../../../testing/notification/webhooks.ts'
import { expectBody } from '../../../testing/portal.ts'
import { respondWith } from '../../../testing/receiver.ts'

const { aSubscriber, aUser } = webhookScene()

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
  // The attempt is counted when it begins; a replay leaves out what is being sent.
  await state({ status: 'pending', lastResponseStatus: 500 })
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
