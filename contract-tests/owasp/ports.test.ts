import { createAdminApp } from '../../services/platform/http/admin.ts'
import { listen } from '../../services/platform/http/listen.ts'
import { createMetrics } from '../../services/platform/observability/metrics.ts'
import { Readiness } from '../../services/platform/process/health.ts'
import { connect, type Socket } from 'node:net'
import { once } from 'node:events'
import { rawRequest } from '../../testing/raw-request.ts'
import { AS_ACCOUNT, startApi } from '../../testing/start-api.ts'

/** Unrestricted resource consumption. What is too large, too deep or too long: adversaries/cost. */
let server: Awaited<ReturnType<typeof startApi>>
beforeAll(async () => void (server = await startApi()))

it('200 slow callers do not delay other callers', async () => {
  const alone = await median()
  const slow: Socket[] = []
  for (let i = 0; i < 200; i++) {
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1').on('error', () => undefined)
    await once(socket, 'connect')
    const secret = Object.entries(AS_ACCOUNT).map(([name, value]) => `${name}: ${value}\r\n`)
    const head = `POST /users/ HTTP/1.1\r\nHost: x\r\n${secret.join('')}content-type: application/json\r\n`
    socket.write(i % 2 === 0 ? head : `${head}content-length: 100\r\n\r\n{`)
    slow.push(socket)
  }
  const drip = setInterval(
    () => slow.forEach((socket, i) => socket.write(i % 2 === 0 ? 'X-a: b\r\n' : ' ')),
    200,
  )
  const beside = await median()
  clearInterval(drip)
  for (const socket of slow) socket.destroy()
  expect(beside).toBeLessThan(2 * alone + 50)
})

/** How long one of a hundred callers waits. */
async function median(): Promise<number> {
  const times: number[] = []
  for (let i = 0; i < 100; i++) {
    const begun = performance.now()
    expect((await server.api.get('/users/')).status).toBe(200)
    times.push(performance.now() - begun)
  }
  return times.sort((a, b) => a - b)[50] ?? 0
}

/** Security misconfiguration: responses of no port name the software, or allow other origins. */
const admin = listen(
  'admin port',
  createAdminApp(new Readiness([], { stalled: [] }), createMetrics('test')),
  {
    address: '127.0.0.1',
    port: 0,
  },
)
const urls: Record<string, string> = {}
beforeAll(async () => {
  await admin.start?.()
  Object.assign(urls, server.urls, { admin: `http://127.0.0.1:${admin.port()}` })
})
afterAll(() => admin.stop?.())

const PATHS = {
  public: '/users/',
  operator: '/admin/groups/',
  internal: '/internal/users/identify/',
  admin: '/readyz',
}
const TELLING = /express|node|mongo|redis|rabbit|\bat .*:\d+:\d+|Error:|\/home|\.ts\b/i

describe.each(Object.entries(PATHS))('the %s port', (port, path) => {
  it.each(['GET', 'POST', 'OPTIONS', 'TRACE', 'PROPFIND'])(
    'returns %s without internal details',
    async (method) => {
      const asked = {
        method,
        headers: { origin: 'https://evil.example', 'access-control-request-method': 'GET' },
      }
      for (const target of [path, '/nowhere/', '/%ff/', '/..%2f..%2fetc/passwd']) {
        const { status, headers, body } = await rawRequest(urls[port] ?? '', target, asked)
        const names = Object.keys(headers)
        expect(names.filter((name) => /^access-control|^server$|^x-powered-by$/.test(name))).toEqual([])
        expect(headers['x-content-type-options']).toBe('nosniff')
        expect([status >= 400, TELLING.test(status >= 400 ? body : '')]).toEqual([status >= 400, false])
        if (port !== 'admin' && !['GET', 'POST'].includes(method)) expect(status).toBeGreaterThanOrEqual(400)
      }
    },
  )
})
