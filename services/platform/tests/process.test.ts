import { once } from 'node:events'
import { Agent, type RequestListener } from 'node:http'
import { connect, Server, type Socket } from 'node:net'
import { networkInterfaces } from 'node:os'
import { setTimeout as delay } from 'node:timers/promises'
import { createMetrics } from '../observability/metrics.ts'
import { createAdminApp } from '../http/admin.ts'
import { DependencyState } from '../process/dependency.ts'
import { Readiness } from '../process/health.ts'
import { listen, withHealth, type Listener } from '../http/listen.ts'
import { eventually } from '../../../testing/eventually.ts'
import { withFrozenTimeouts } from '../../../testing/frozen-timeouts.ts'
import { aDependency } from '../../../testing/broker.ts'
import { uncheckedClient } from '../../../testing/client.ts'
import { at } from '../../../testing/portal.ts'
import { HALF_A_REQUEST } from '../../../testing/send-bytes.ts'
import { rawRequest } from '../../../testing/raw-request.ts'
import { recordedLog } from '../../../testing/recorded-log.ts'

describe('readiness (architecture, "Ready, degraded, not ready")', () => {
  const mongodb = aDependency('mongodb')
  const redis = aDependency('redis', { critical: false })
  const watchdog = { stalled: [] as string[] }
  const readiness = new Readiness([mongodb, redis], watchdog)
  const app = createAdminApp(readiness, createMetrics('test'))
  const admin = listen('admin port', app, { address: '127.0.0.1', port: 0 })
  const api: RequestListener = (_request, response) => void response.end('"the API"')
  const open = listen('public port', withHealth(api, readiness), { address: '127.0.0.1', port: 0 })
  beforeAll(() => Promise.all([admin.start?.(), open.start?.()]))
  afterAll(() => Promise.all([admin.stop?.(), open.stop?.()]))
  const ask = async (port: Listener, path: string) => {
    const { status, body } = await uncheckedClient(at(port.port())).get(path)
    return [status, body]
  }

  it('begins when all parts have started', async () => {
    for (const state of [mongodb, redis]) state.set(true)
    expect(await ask(admin, '/readyz')).toEqual([503, { status: 'not ready', away: ['starting'] }])
    expect(await ask(open, '/readyz')).toEqual([503, { status: 'not ready' }])
  })

  it.each([
    ['all servers available', [], 200, 'ready'],
    ['a server unavailable that is not critical', ['redis'], 200, 'degraded'],
    ['a critical server unavailable', ['mongodb'], 503, 'not ready'],
    ['all servers unavailable', ['mongodb', 'redis'], 503, 'not ready'],
  ])('is reported with %s', async (_case, away, status, reported) => {
    readiness.start()
    for (const state of [mongodb, redis]) state.set(!away.includes(state.name))
    expect(await ask(admin, '/readyz')).toEqual([status, { status: reported, away }])
    expect(await ask(admin, '/livez')).toEqual([200, { status: 'alive' }])
    // Load balancers ask the public port, which does not say what is unavailable.
    expect(await ask(open, '/readyz')).toEqual([status, { status: reported }])
    expect(await ask(open, '/livez')).toEqual([200, { status: 'alive' }])
    expect(await ask(open, '/readyz/')).toEqual([200, 'the API'])
  })

  it('is degraded while work has stalled, and names the work', async () => {
    for (const state of [mongodb, redis]) state.set(true)
    watchdog.stalled.push('e-mails')
    expect(await ask(admin, '/readyz')).toEqual([200, { status: 'degraded', away: ['stalled: e-mails'] }])
    watchdog.stalled.pop()
    expect(await ask(admin, '/readyz')).toEqual([200, { status: 'ready', away: [] }])
  })

  it('ends when the process announces its stop, while it is still alive', async () => {
    for (const state of [mongodb, redis]) state.set(true)
    readiness.stop()
    expect(await ask(admin, '/readyz')).toEqual([503, { status: 'not ready', away: ['stopping'] }])
    expect(await ask(admin, '/livez')).toEqual([200, { status: 'alive' }])
  })

  it('is on the same port as the metrics, which have the text format of Prometheus', async () => {
    const response = await rawRequest(at(admin.port()), '/metrics')
    expect(response.headers['content-type']).toMatch(/^text\/plain; version=0\.0\.4/)
    expect(response.body).toContain('process_cpu_seconds_total{service="test"}')
  })

  it('has errors in the same form as every other port (S4)', async () => {
    const detail = 'No such path. Known are: GET /livez, /readyz and /metrics.'
    expect(await ask(admin, '/healthz')).toEqual([404, { detail }])
  })
})

describe('a server that a service needs', () => {
  it('is unavailable until it is reached; callers may wait for it, or stop waiting', async () => {
    const state = aDependency('redis', { up: false })
    const stop = new AbortController()
    const told: string[] = []
    void state.whenUp().then(() => told.push('patient'))
    void state.whenUp(stop.signal).then(() => told.push('impatient'))
    await delay(1)
    expect(told).toEqual([])
    stop.abort()
    await delay(1)
    expect(told).toEqual(['impatient'])
    state.set(true)
    await delay(1)
    expect(told).toEqual(['impatient', 'patient'])
    await state.whenUp()
  })

  it('is logged and measured at every change, and at its first failure, but not repeatedly', async () => {
    const { logger, lines } = recordedLog()
    const metrics = createMetrics('test')
    const state = new DependencyState('redis', { critical: false, logger, metrics })
    const heard: boolean[] = []
    state.onChange((up) => void heard.push(up))
    for (const up of [false, true, true, false, false, true]) state.set(up, new Error('connect ECONNREFUSED'))
    expect(heard).toEqual([false, true, false, true])
    const gone = {
      msg: 'dependency is unavailable',
      dependency: 'redis',
      reason: 'connect ECONNREFUSED',
      level: 'warn',
    }
    const there = { msg: 'dependency is up', dependency: 'redis' }
    expect(lines).toMatchObject([gone, there, gone, there])
    expect((await metrics.dependencyUp.get()).values).toEqual([
      expect.objectContaining({ value: 1, labels: expect.objectContaining({ dependency: 'redis' }) }),
    ])
  })

  it('is logged during an outage with each new reason, and again once a minute', () => {
    const { logger, lines } = recordedLog()
    const state = new DependencyState('redis', { critical: false, logger })
    const fail = (...reasons: string[]) => reasons.forEach((reason) => state.set(false, new Error(reason)))
    fail('ECONNRESET', 'WRONGPASS', 'ECONNRESET', 'WRONGPASS')
    expect(lines.map(({ reason }) => reason)).toEqual(['ECONNRESET', 'WRONGPASS'])
    state.logAgain()
    fail('WRONGPASS', 'ECONNRESET')
    expect(lines.slice(2).map(({ reason }) => reason)).toEqual(['WRONGPASS', 'ECONNRESET'])
    state.set(true)
    state.logAgain()
    expect([lines.length, state.reason()]).toEqual([5, ''])
  })
})

describe('a port without an address of its own', () => {
  const ask = async (url: string) => (await fetch(url)).text()

  it('listens on all addresses of IPv4 and IPv6', async () => {
    const port = listen('port', (_request, response) => void response.end('here'), { address: '::', port: 0 })
    await port.start?.()
    expect(await ask(`http://127.0.0.1:${port.port()}/`)).toBe('here')
    const addresses = Object.values(networkInterfaces())
      .flat()
      .map((network) => network?.address)
    if (addresses.includes('::1')) expect(await ask(`http://[::1]:${port.port()}/`)).toBe('here')
    await port.stop?.()
  })

  it('listens on all addresses of IPv4 where IPv6 is off', async () => {
    const bind = Server.prototype.listen
    jest.spyOn(Server.prototype, 'listen').mockImplementation(function (this: Server, ...args) {
      if (args[1] !== ('::' as unknown)) return bind.apply(this, args)
      process.nextTick(() =>
        this.emit('error', Object.assign(new Error('no IPv6'), { code: 'EAFNOSUPPORT' })),
      )
      return this
    })
    const port = listen('port', (_request, response) => void response.end('here'), { address: '::', port: 0 })
    await port.start?.()
    expect(await ask(`http://127.0.0.1:${port.port()}/`)).toBe('here')
    await port.stop?.()
    jest.restoreAllMocks()
  })
})

describe('a port that stops', () => {
  let finish: (() => void) | undefined
  const app: RequestListener = (request, response) => {
    if (request.url === '/slow') finish = () => response.end('slow')
    else response.end('quick')
  }
  const agent = new Agent({ keepAlive: true })
  afterEach(() => agent.destroy())
  const open = async () => {
    const port = listen('port', app, { address: '127.0.0.1', port: 0 })
    await port.start?.()
    return { port, url: at(port.port()) }
  }

  async function connected(port: number): Promise<Socket> {
    const socket = connect(port, '127.0.0.1').on('error', () => undefined)
    await once(socket, 'connect')
    return socket
  }

  it('finishes the request in progress of a keep-alive connection, and closes the connection', async () => {
    const { port, url } = await open()
    const { headers } = await rawRequest(url, '/', { agent })
    expect([headers.connection, headers['keep-alive']]).toEqual(['keep-alive', undefined])
    const inFlight = rawRequest(url, '/slow', { agent })
    await eventually(() => expect(finish).toBeDefined())
    let stopped = false
    const stopping = Promise.resolve(port.stop?.()).then(() => (stopped = true))
    await delay(20)
    expect(stopped).toBe(false)
    await expect(rawRequest(url, '/')).rejects.toThrow('ECONNREFUSED')
    finish?.()
    const response = await inFlight
    expect([response.body, response.headers.connection]).toEqual(['slow', 'close'])
    await stopping
  })

  it('responds while it drains, and asks each client to connect elsewhere next time', async () => {
    const { port, url } = await open()
    expect((await rawRequest(url, '/', { agent })).headers.connection).toBe('keep-alive')
    port.drain?.()
    for (const _again of [1, 2]) {
      const response = await rawRequest(url, '/', { agent })
      expect([response.body, response.headers.connection]).toEqual(['quick', 'close'])
    }
    await port.stop?.()
  })

  const WHOLE_REQUEST = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n'

  it('does not wait for a connection that is idle after a complete request', async () => {
    const { port } = await open()
    const socket = await connected(port.port())
    socket.write(WHOLE_REQUEST)
    await once(socket, 'data')
    await withFrozenTimeouts(async () => port.stop?.())
    socket.destroy()
  })

  it.each(['', HALF_A_REQUEST, `${WHOLE_REQUEST}${HALF_A_REQUEST}`])(
    'waits for a second for a connection that has sent no whole request: %j',
    async (sent) => {
      const { port } = await open()
      const socket = await connected(port.port())
      socket.write(sent)
      await delay(20)
      await withFrozenTimeouts(async () => {
        let isStopped = false
        const stopping = Promise.resolve(port.stop?.()).then(() => (isStopped = true))
        jest.advanceTimersByTime(999)
        await delay(20)
        expect(isStopped).toBe(false)
        jest.advanceTimersByTime(1)
        await stopping
      })
      socket.destroy()
    },
  )

  it('still responds to a request whose last bytes arrive at that moment', async () => {
    const { port } = await open()
    const socket = await connected(port.port())
    socket.write('GET / HTTP/1.1\r\nHost: x\r\n')
    await delay(20)
    const stopping = port.stop?.()
    let response = ''
    socket.on('data', (chunk: Buffer) => (response += chunk.toString()))
    const closed = once(socket, 'close')
    socket.write('\r\n')
    await Promise.all([stopping, closed])
    expect(response).toMatch(/^HTTP\/1\.1 200 OK\r\n[^]*connection: close/i)
  })

  it('can be stopped twice, and without having been started', async () => {
    const { port } = await open()
    await port.stop?.()
    await port.stop?.()
    await listen('never', app, { address: '127.0.0.1', port: 0 }).stop?.()
  })
})
