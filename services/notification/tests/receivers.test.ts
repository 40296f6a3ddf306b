import { once } from 'node:events'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { Agent } from 'undici'
import { eventually } from '../../../testing/eventually.ts'
import { hangNext } from '../../../testing/hung-operations.ts'
import { testLogger } from '../../../testing/leak-check.ts'
import { AddressGuard, type AddressGuardOptions } from '../src/webhooks/deliveries/address-guard.ts'
import { WebhookHttpClient } from '../src/webhooks/deliveries/http-client.ts'

const OK = 'HTTP/1.1 204 No Content\r\n\r\n'
const keep = (response: string) => (socket: Socket) => void socket.write(response)
const close = (response: string) => (socket: Socket) => void socket.end(response)
const reset = (socket: Socket) => void socket.resetAndDestroy()

let stop: () => Promise<unknown> = () => Promise.resolve()
afterEach(() => stop())

/** A receiver that does these things, one with each request of a connection; the last one again and again. */
async function aReceiver(...responses: readonly ((socket: Socket) => void)[]) {
  /** The requests of each connection. */
  const requests: number[] = []
  const sockets: Socket[] = []
  const server = createServer((socket) => {
    const connection = sockets.push(socket) - 1
    requests.push(0)
    socket.on('error', () => undefined)
    socket.on('data', () => {
      const request = requests[connection] as number
      requests[connection] = request + 1
      responses[Math.min(request, responses.length - 1)]?.(socket)
    })
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const logger = testLogger('receivers')
  const resolve = () => Promise.resolve([])
  const guard = new AddressGuard({ allowedNetworks: ['loopback'], backingServers: [], logger, resolve })
  const client = new WebhookHttpClient({ addressGuard: guard, proxyUrl: '' })
  stop = async () => {
    await client.close()
    for (const socket of sockets) socket.destroy()
    server.close()
    await once(server, 'close')
  }
  const { port } = server.address() as AddressInfo
  const post = () => client.post(new URL(`http://127.0.0.1:${port}/`), '{"a":1}', {}, 3_000)
  const isClosed = () => sockets.every(({ closed }) => closed)
  return { post, requests, isClosed }
}

const LOST = { kind: 'failed', error: 'connection-lost', status: null }

describe('an event is sent once, not again at once (W3)', () => {
  it.each([
    ['resets a new connection', reset],
    ['closes a new connection', close('')],
    ['sends half a status', close('HTTP/1.1 20')],
    ['sends what is not HTTP', close('SSH-2.0-OpenSSH_9.2\r\n')],
    ['sends a malformed response', close('HTTP/1.1 200 OK\r\nContent-Length: many\r\n\r\n')],
  ])('to a receiver that %s', async (_, response) => {
    const { post, requests } = await aReceiver(response)
    expect(await post()).toMatchObject({ ...LOST, requests: 1 })
    expect(requests).toEqual([1])
  })

  it('to a receiver that sends half a status on a connection that was idle', async () => {
    const { post, requests } = await aReceiver(keep(OK), close('HTTP/1.1 20'))
    expect(await post()).toMatchObject({ kind: 'delivered', requests: 1 })
    expect(await post()).toMatchObject({ ...LOST, requests: 1 })
    expect(requests).toEqual([2])
  })
})

it.each([
  ['resets', reset],
  ['closes', close('')],
])(
  'an event is sent again at once, as a second attempt, if its receiver %s an idle connection (W3)',
  async (_, response) => {
    const { post, requests } = await aReceiver(keep(OK), response)
    expect(await post()).toMatchObject({ kind: 'delivered', requests: 1 })
    expect(await post()).toMatchObject({ kind: 'delivered', requests: 2 })
    expect(requests).toEqual([2, 1])
  },
)

describe('a 2xx status counts, whatever becomes of the body, and its connection is closed (W3)', () => {
  it.each([
    ['never ends', keep('HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nabc')],
    ['never ends, in chunks', keep('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n')],
    ['is shorter than its Content-Length', close('HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nabc')],
    ['is cut in a chunk', close('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nff\r\nabc')],
    ['is too long', keep(`HTTP/1.1 200 OK\r\nContent-Length: 99999\r\n\r\n${'a'.repeat(20_000)}`)],
  ])('also if it %s', async (_, response) => {
    const { post, isClosed } = await aReceiver(response)
    expect(await post()).toMatchObject({ kind: 'delivered', status: 200, requests: 1 })
    await eventually(() => expect(isClosed()).toBe(true), 1_500)
  })
})

describe('an attempt of a webhook fails in time', () => {
  const never = () => new Promise<never>(() => undefined)
  const attempt = async (options: Partial<AddressGuardOptions>, timeoutMs = 100) => {
    const guard = new AddressGuard({
      allowedNetworks: ['loopback'],
      backingServers: [{ kind: 'host', host: 'server.example', port: 1 }],
      resolve: () => Promise.resolve(['127.0.0.1']),
      logger: testLogger(),
      ...options,
    })
    const client = new WebhookHttpClient({ addressGuard: guard, proxyUrl: '' })
    const result = await client.post(new URL('http://receiver.example/'), '{}', {}, timeoutMs)
    await client.close()
    return result
  }

  it('when the DNS for the receiver never settles', async () => {
    expect(await attempt({ resolve: never })).toMatchObject({ kind: 'failed', error: 'timeout' })
  })

  it('when the DNS for the servers of Rollcall never settles', async () => {
    const serverDns = { lookup: never, resolveSrv: never } as never
    const result = await attempt({ serverDns, searchDeadlineMs: 100 }, 10_000)
    expect(result).toMatchObject({ kind: 'failed', error: 'dns-unavailable' })
  })

  it('when the client never settles', async () => {
    hangNext(Agent.prototype, 'request')
    expect(await attempt({})).toMatchObject({ kind: 'failed', error: 'timeout' })
  })
})
