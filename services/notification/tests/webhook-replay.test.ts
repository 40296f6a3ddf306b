import type { ServerResponse } from 'node:http'
import { eventually } from '../../../testing/eventually.ts'
import { webhookScene } from '../../../testing/notification/webhooks.ts'
import { expectBody } from '../../../testing/portal.ts'
import { respondWith } from '../../../testing/receiver.ts'

const { aSubscriber, aUser, waitForLaterAttempt } = webhookScene()

it('a replay sends what has the status that it is asked for, or what was not delivered (W7)', async () => {
  const { api, receiver, path, deliveries } = await aSubscriber()
  const newestIs = (wanted: object) =>
    eventually(async () => expect((await deliveries())[0]).toMatchObject(wanted))
  const anEvent = async () => (await aUser()).id
  async function failed(): Promise<number> {
    await api.post(path, { enabled: false })
    const id = await anEvent()
    await newestIs({ status: 'failed' })
    await api.post(path, { enabled: true })
    return id
  }
  async function pending(): Promise<number> {
    receiver.onRequest(respondWith(500))
    const id = await anEvent()
    await waitForLaterAttempt(async () => (await deliveries()).slice(0, 1))
    return id
  }
  async function expectReplay(status: object, expected: readonly number[]): Promise<void> {
    receiver.received.splice(0)
    // Until now each attempt fails: a success before could make a later attempt due, and deliver what waits.
    receiver.onRequest(respondWith(204))
    const period = { after: '2020-01-01T00:00:00Z', before: '2999-01-01T00:00:00Z' }
    expect(expectBody(await api.post(`${path}replay/`, { ...period, ...status }), 202)).toEqual({
      events: expected.length,
      cursor: null,
    })
    const arrived = () => new Set(receiver.received.map(({ event }) => event.data.id as number))
    await eventually(() => expect(arrived()).toEqual(new Set(expected)))
    await eventually(async () => {
      const replayed = (await deliveries()).filter(({ recordId }) => expected.includes(recordId))
      expect(replayed.every((delivery) => delivery.status === 'delivered')).toBe(true)
    })
  }

  const accepted = await anEvent()
  await newestIs({ status: 'delivered' })
  const [disabled, refused] = [await failed(), await pending()]
  await expectReplay({ status: 'pending' }, [refused])
  await expectReplay({ status: 'delivered' }, [accepted, refused])
  await expectReplay({ status: 'failed' }, [disabled])
  for (const status of [{}, { status: 'undelivered' }])
    await expectReplay(status, [await failed(), await pending()])
  const all = (await deliveries()).map(({ recordId }) => recordId as number)
  await expectReplay({ status: 'all' }, [...all, await failed(), await pending()])
})

it('a retry leaves an event alone while its attempt is in progress (W7)', async () => {
  const { api, receiver, path, deliveries } = await aSubscriber()
  // A receiver that has responded with 2xx gets several events at a time.
  const first = await aUser()
  await eventually(async () => expect(await deliveries()).toMatchObject([{ status: 'delivered' }]))
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
  expect(sent()).toEqual([first.id, id, later.id])

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
