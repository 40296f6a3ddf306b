import type { ChannelModel } from 'amqplib'
import { eventIdOf, eventReader, toMessage, type DomainEvent } from '../messaging/event.ts'
import { EVENTS_EXCHANGE, QUEUES } from '../messaging/topology.ts'
import { anEvent, brokerScene, up } from '../../../testing/broker.ts'
import { eventually } from '../../../testing/eventually.ts'
import { withFrozenTimeouts } from '../../../testing/frozen-timeouts.ts'

const QUEUE = 'notification.registration-created'
const TYPE = 'registration.created.v1'
/** Every queue that takes the event. */
const BOUND = Object.entries(QUEUES).flatMap(([queue, types]) =>
  types.some((type) => type === TYPE) ? [queue] : [],
)
let publishing: ChannelModel
const at = brokerScene(({ broker }) =>
  broker.onPublishing((connection) => {
    publishing = connection
    return Promise.resolve()
  }),
)

const publish = (events: readonly DomainEvent[]) => at.publisher.publishAll(events.map(toMessage))
afterEach(() => at.other.channel.purgeQueue(QUEUE))

describe('publishing', () => {
  it('confirms each event in order, in the envelope of the contract', async () => {
    const events = Array.from({ length: 150 }, anEvent)
    expect(await publish(events)).toEqual(events.map(() => 'confirmed'))
    expect(await at.other.waitingIn(QUEUE)).toBe(150)
    const message = await at.other.next(QUEUE)
    expect(eventReader(QUEUE)(message as never)).toEqual(events[0])
    const [{ payload, trace }] = events as [DomainEvent<'registration.created.v1'>]
    expect(message.fields).toMatchObject({ exchange: EVENTS_EXCHANGE, routingKey: TYPE })
    expect(message.properties).toMatchObject({
      messageId: payload.eventId,
      type: TYPE,
      contentType: 'application/json',
      deliveryMode: 2,
      timestamp: Date.parse('2024-01-15T14:58:41Z') / 1000,
      headers: { 'x-request-id': trace.requestId, traceparent: trace.traceparent },
    })
  })

  it('gives an event the same id in every release: the UUID version 5 of its record and state', () => {
    const ids = ['user:1:1', 'user:2:1', 'user:3:1', 'registration:7:1700000000000'].map(eventIdOf)
    expect(ids).toEqual([
      '657e3dbc-b96e-5a91-a742-58ede6a53207',
      'd074b064-fbdb-56c2-8ee1-767b8d9259df',
      '93f4edf8-1a03-5944-9ed9-70ee3cd926a1',
      '3a08da73-0d74-5b36-b9b1-b4e3fd5a29dd',
    ])
  })

  it('fails if no queue takes the event, although the broker confirms it', async () => {
    for (const queue of BOUND) await at.other.channel.unbindQueue(queue, EVENTS_EXCHANGE, TYPE)
    const event = anEvent()
    expect(await publish([event, anEvent()])).toEqual(['unroutable', 'unroutable'])
    for (const queue of BOUND) await at.other.channel.bindQueue(queue, EVENTS_EXCHANGE, TYPE)
    expect(await publish([event])).toEqual(['confirmed'])
  })

  it('pauses while the broker is short of memory or disk, and reports it as unavailable', async () => {
    publishing.emit('blocked', 'low on memory')
    expect(at.state.up()).toBe(false)
    expect(await publish([anEvent()])).toEqual(['failed'])
    publishing.emit('unblocked')
    expect(at.state.up()).toBe(true)
    expect(await publish([anEvent()])).toEqual(['confirmed'])
    expect(await at.other.waitingIn(QUEUE)).toBe(1)
  })

  it('fails at once if the connection breaks, and recovers without a restart', async () => {
    at.way.freeze()
    await withFrozenTimeouts(async () => {
      const publishing = publish([anEvent()])
      at.way.cut()
      expect(await publishing).toEqual(['failed'])
      await eventually(() => expect(at.state.up()).toBe(false))
      expect(await publish([anEvent(), anEvent()])).toEqual(['failed', 'failed'])
    })
    at.way.heal()
    await up(at.state)
    expect(await publish([anEvent()])).toEqual(['confirmed'])
  })
})
