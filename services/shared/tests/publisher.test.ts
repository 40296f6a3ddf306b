import type { ChannelModel } from 'amqplib'
import { eventReader, writeEvent, type Event } from '../messaging/event.ts'
import { EXCHANGE } from '../messaging/topology.ts'
import { aBroker, anEvent, brokerScene, up } from './kit/broker.ts'
import { eventually } from './kit/eventually.ts'

const QUEUE = 'notification.registration-created'
const TYPE = 'registration.created.v1'
let publishing: ChannelModel
const at = brokerScene(({ broker }) =>
  broker.onPublishing((connection) => Promise.resolve(void (publishing = connection))),
)

const publish = (events: readonly Event[]) =>
  Promise.all(events.map((event) => at.publisher.publish(writeEvent(event))))

async function took(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now()
  await work()
  return performance.now() - begun
}

describe('publishing', () => {
  it('tells of each event, in order, that the broker has it', async () => {
    const events = Array.from({ length: 150 }, anEvent)
    expect(await publish(events)).toEqual(events.map(() => 'confirmed'))
    expect(await at.other.waitingIn(QUEUE)).toBe(150)
    const message = await at.other.next(QUEUE)
    expect(eventReader(QUEUE)(message as never)).toEqual(events[0])
    await at.other.channel.purgeQueue(QUEUE)
  })

  it('sends the envelope that the contract of the messages promises', async () => {
    const event = anEvent()
    await publish([event])
    const { fields, properties } = await at.other.next(QUEUE)
    expect(fields).toMatchObject({ exchange: EXCHANGE, routingKey: TYPE })
    expect(properties).toMatchObject({
      messageId: event.payload.eventId,
      type: TYPE,
      contentType: 'application/json',
      deliveryMode: 2,
      timestamp: Date.parse('2024-01-15T14:58:41Z') / 1000,
      headers: { 'x-request-id': event.trace.requestId, traceparent: event.trace.traceparent },
    })
  })

  it('has failed when no queue took the event, although the broker confirms it', async () => {
    await at.other.channel.unbindQueue(QUEUE, EXCHANGE, TYPE)
    const event = anEvent()
    expect(await publish([event, anEvent()])).toEqual(['unroutable', 'unroutable'])
    await at.other.channel.bindQueue(QUEUE, EXCHANGE, TYPE)
    expect(await publish([event])).toEqual(['confirmed'])
    await at.other.channel.purgeQueue(QUEUE)
  })

  it('writes nothing to a broker that is short of memory or disk, and counts it as down meanwhile', async () => {
    publishing.emit('blocked', 'low on memory')
    expect(at.state.up()).toBe(false)
    expect(await publish([anEvent()])).toEqual(['failed'])
    publishing.emit('unblocked')
    expect(at.state.up()).toBe(true)
    expect(await publish([anEvent()])).toEqual(['confirmed'])
    expect(await at.other.waitingIn(QUEUE)).toBe(1)
    await at.other.channel.purgeQueue(QUEUE)
  })

  it('fails at once when the connection breaks before the confirm', async () => {
    at.way.freeze()
    const publishing = publish([anEvent()])
    const ms = await took(async () => {
      at.way.cut()
      expect(await publishing).toEqual(['failed'])
    })
    expect(ms).toBeLessThan(1_000)
  })

  it('fails at once while the broker is away', async () => {
    await eventually(() => expect(at.state.up()).toBe(false))
    const ms = await took(async () =>
      expect(await publish([anEvent(), anEvent()])).toEqual(['failed', 'failed']),
    )
    expect(ms).toBeLessThan(100)
  })

  it('works again by itself once the broker is back', async () => {
    at.way.heal()
    await up(at.state)
    expect(await publish([anEvent()])).toEqual(['confirmed'])
  })
})

describe('the connection to the broker', () => {
  it('does not keep a service from starting, nor from stopping, while there is no broker', async () => {
    const lonely = aBroker('amqp://guest:guest@127.0.0.1:1')
    expect(await took(() => lonely.broker.start())).toBeLessThan(1_000)
    expect(lonely.state.up()).toBe(false)
    expect(await took(() => lonely.broker.stop())).toBeLessThan(3_000)
  })
})
