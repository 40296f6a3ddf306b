import { createServer, connect, type AddressInfo, type Socket } from 'node:net'
import mongoose, { type Connection as Connections } from 'mongoose'
import { testServers } from '../../../testing/servers.ts'
import { freshDatabaseUrl } from '../../../testing/isolated.ts'
import { withDeadline } from '../process/deadline.ts'
import { prepareDriverConnections } from '../store/driver-connection.ts'

/**
 * As many times as the fault needs to appear without the change: it depends on the order of events in one
 * turn of the loop.
 */
const CLOSINGS = 5

/** What the test reads of the driver's only connection. */
interface Pooled {
  readonly socket: Socket
  readonly closed: boolean
}
interface Inside {
  topology: { s: { servers: Map<string, { pool: { connections: { first(): Pooled } } }> } }
}

/** A way to the server that can be closed as a server does that shuts down. */
async function closableWay(target: URL) {
  const callers = new Set<Socket>()
  const server = createServer((caller) => {
    const upstream = connect(Number(target.port), target.hostname)
    caller.pipe(upstream).pipe(caller)
    callers.add(caller)
    caller.on('error', () => undefined).on('close', () => (callers.delete(caller), upstream.destroy()))
    upstream.on('error', () => caller.destroy())
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  return {
    port: (server.address() as AddressInfo).port,
    closeGracefully: () => callers.forEach((caller) => caller.end()),
    stop: () =>
      new Promise((closed) => (callers.forEach((caller) => caller.destroy()), server.close(closed))),
  }
}

describe('a write on a connection that the server closes gracefully', () => {
  let way: Awaited<ReturnType<typeof closableWay>>
  let connections: Connections

  beforeAll(async () => {
    prepareDriverConnections()
    way = await closableWay(new URL(testServers().mongodbUrl))
    const url = new URL(freshDatabaseUrl())
    url.hostname = '127.0.0.1'
    url.port = String(way.port)
    url.searchParams.set('directConnection', 'true')
    connections = await mongoose
      .createConnection(url.href, { maxPoolSize: 1, serverSelectionTimeoutMS: 5_000 })
      .asPromise()
  })
  afterAll(async () => {
    await connections.close(true)
    await way.stop()
  })

  /** Writes in the moment after node has destroyed the socket and before the driver knows. */
  async function writeWhileClosing(id: string): Promise<{ wasInTime: boolean; outcome: Promise<string> }> {
    const writes = connections.collection('writes')
    await writes.insertOne({ id })
    const client = connections.getClient() as unknown as Inside
    const [first] = client.topology.s.servers.values()
    const pooled = first?.pool.connections.first() as Pooled
    const result = new Promise<{ wasInTime: boolean; outcome: Promise<string> }>((resolve) => {
      const look = () => {
        if (pooled.closed) return resolve({ wasInTime: false, outcome: Promise.resolve('too late') })
        if (!pooled.socket.destroyed) return setImmediate(look)
        const write = writes.insertMany([{ id }]).then(
          () => 'written',
          (error: Error) => error.name,
        )
        return resolve({ wasInTime: true, outcome: write })
      }
      setImmediate(look)
    })
    way.closeGracefully()
    return await result
  }

  it('fails, although the driver waits for the socket that is already closed', async () => {
    let inTime = 0
    for (let i = 0; i < CLOSINGS; i++) {
      const { wasInTime, outcome } = await writeWhileClosing(`closing ${i}`)
      inTime += wasInTime ? 1 : 0
      expect(await withDeadline(10_000, 'the write', () => outcome)).toMatch(/^written$|^Mongo|^too late$/)
    }
    expect(inTime).toBeGreaterThan(0)
  })
})
