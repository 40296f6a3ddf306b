import { freshVhost } from '../../../testing/servers.ts'
import { EVENTS_EXCHANGE } from '../messaging/topology.ts'
import { aBroker, up } from '../../../testing/broker.ts'
import { eventually } from '../../../testing/eventually.ts'
import { tcpProxy } from '../../../testing/tcp-proxy.ts'

/** Three nodes: each is a way to the same broker. */
let vhost: Awaited<ReturnType<typeof freshVhost>>
let nodes: Awaited<ReturnType<typeof tcpProxy>>[]
let url: string
const stops: (() => Promise<void>)[] = []

beforeAll(async () => {
  vhost = await freshVhost()
  nodes = await Promise.all([1, 2, 3].map(() => tcpProxy(vhost.url)))
  const { host } = new URL(vhost.url)
  url = vhost.url.replace(host, nodes.map((node) => node.host).join(','))
})
afterEach(() => Promise.all(stops.splice(0).map((stop) => stop())))
afterAll(async () => {
  for (const node of nodes) await node.stop()
  await vhost.release()
})

/** One that only publishes, so it has one connection. */
async function aPublisher(at = url) {
  const { broker, state, publisher, lines } = aBroker(at)
  stops.push(() => broker.stop())
  broker.start()
  await up(state)
  const publish = () =>
    publisher.publish({
      exchange: EVENTS_EXCHANGE,
      routingKey: 'user.changed.v1',
      content: Buffer.from('{}'),
      options: {},
    })
  return { state, publish, lines }
}

const connectedNode = () =>
  eventually(() => {
    const node = nodes.find(({ connections }) => connections() > 0)
    if (!node) throw new Error('not connected')
    return node
  })

it('says nothing of an unavailable broker while its connections are opened', async () => {
  const { broker, state, lines } = aBroker(vhost.url)
  stops.push(() => broker.stop())
  broker.onConsuming(() => Promise.resolve())
  broker.start()
  await up(state)
  expect(lines.map(({ msg }) => msg)).not.toContain('dependency is unavailable')
})

it('is given a wrong password again after a minute only, because servers lock accounts', async () => {
  const { broker, state } = aBroker(vhost.url.replace(/:\/\/[^@]+@/, '://guest:wrong@'))
  stops.push(() => broker.stop())
  broker.onConsuming(() => Promise.resolve())
  broker.start()
  await eventually(() => expect(state.reason()).toMatch(/ACCESS_REFUSED.*after 1 min/))
})

describe('several hosts in RABBITMQ_URL', () => {
  it('are replaced by the next one when the connected node stops or does not respond', async () => {
    const { state, publish } = await aPublisher()
    for (const harm of ['cut', 'freeze'] as const) {
      const node = await connectedNode()
      node[harm]()
      await eventually(() => expect(state.up()).toBe(false))
      await up(state)
      expect(node.connections()).toBe(0)
      expect(await publish()).toBe('confirmed')
      node.heal()
    }
  })

  it('are replaced by the next one when a message is not confirmed, before the heartbeat fails', async () => {
    const { state, publish, lines } = await aPublisher()
    const node = await connectedNode()
    node.freeze()
    expect(await publish()).toBe('failed')
    await up(state)
    expect(await publish()).toBe('confirmed')
    expect(lines.map(({ reason }) => reason)).toContain('no confirm within 1500 ms')
    node.heal()
  })

  it('are skipped at start if they cannot be used', async () => {
    nodes[0]!.cut()
    nodes[1]!.freeze()
    const { publish } = await aPublisher()
    expect(await publish()).toBe('confirmed')
    nodes[0]!.heal()
    nodes[1]!.heal()
  })

  it('share the connections of many processes', async () => {
    const before = nodes.map((node) => node.connections())
    await Promise.all(Array.from({ length: 14 }, () => aPublisher()))
    const grown = nodes.filter((node, i) => node.connections() > before[i]!)
    // All of them on one node has the probability 3^-13.
    expect(grown.length).toBeGreaterThan(1)
  })
})
