import { createAdminApp } from '../../services/shared/http/admin.ts'
import { listen } from '../../services/shared/http/listen.ts'
import { createMetrics } from '../../services/shared/metrics.ts'
import { Readiness } from '../../services/shared/process/health.ts'
import { rawRequest } from '../../testing/raw-request.ts'
import { startApi } from '../../testing/start-api.ts'

/** Security misconfiguration: responses of no port name the software, or allow other origins. */
let server: Awaited<ReturnType<typeof startApi>>
const admin = listen('admin port', createAdminApp(new Readiness([]), createMetrics('test')), {
  address: '127.0.0.1',
  port: 0,
})
const urls: Record<string, string> = {}
beforeAll(async () => {
  server = await startApi()
  await admin.start?.()
  Object.assign(urls, server.urls, { admin: `http://127.0.0.1:${admin.port()}` })
})
afterAll(() => admin.stop?.())

const PATHS = {
  public: '/users/',
  operator: '/admin/groups/',
  internal: '/internal/users/resolve/',
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
