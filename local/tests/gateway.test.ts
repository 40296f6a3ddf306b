import { createServer, type IncomingHttpHeaders, type RequestListener } from 'node:http'
import { catalogue } from '../../services/platform/contract/generated/catalogue.ts'
import { onFreePort, openGateway } from '../../testing/gateway.ts'
import { rawRequest } from '../../testing/raw-request.ts'
import { operationsOf, type OpenApiDocument } from '../contract/document.ts'
import { writeReference } from '../pages/reference.ts'
import { routeFor, type Audience } from '../gateway/routes.ts'

interface Body {
  readonly url: string
  readonly headers: IncomingHttpHeaders
}

const closing: (() => void)[] = []
afterAll(() => closing.forEach((close) => close()))

async function listening(listener: RequestListener): Promise<string> {
  const { url, close } = await onFreePort(createServer(listener))
  closing.push(close)
  return url
}

/** Every service is one that tells what reached it. */
async function aGateway(audience: Audience, user?: string): Promise<string> {
  const mirror = await listening((request, response) => {
    const { url, headers } = request
    response.end(JSON.stringify({ url, headers }))
  })
  const all = { registration: [mirror], user: [user ?? mirror], notification: [mirror] }
  const { url, close } = await openGateway(audience, { public: all, operator: all })
  closing.push(close)
  return url
}

/** What comes back, and what the service saw of it or what the gateway itself says. */
async function call(gateway: string, ...request: [path: string, more?: Parameters<typeof rawRequest>[2]]) {
  const { body, ...response } = await rawRequest(gateway, ...request)
  return { ...response, text: body, body: (body.startsWith('{') ? JSON.parse(body) : {}) as Body }
}

describe('the gateway', () => {
  let forCallers: string
  let forOperators: string
  beforeAll(async () => {
    forCallers = await aGateway('public')
    forOperators = await aGateway('operator')
  })

  it('routes every public operation, those of operators for operators only, and no internal one', () => {
    for (const { path, service, audience } of Object.values(catalogue)) {
      const forThem = audience === 'internal' ? undefined : { service, audience }
      expect(routeFor(path, 'operator')).toEqual(forThem)
      expect(routeFor(path, 'public')).toEqual(audience === 'public' ? forThem : undefined)
    }
  })

  it.each([
    '/internal/credentials/verify/',
    '/registrationsX/',
    '/registrations/../internal/users/identify/',
    '/registrations/%2e%2E/admin/courses/',
    '//registrations/',
    '/nowhere',
    '/api/v2/admin/groups/',
    '/api/v2/internal/users/identify/',
    'http://elsewhere/registrations/',
  ])('does not know %s, for any caller (A7)', async (path) => {
    for (const gateway of [forCallers, forOperators]) {
      const { status, headers, body } = await call(gateway, path)
      expect([status, Object.keys(body)]).toEqual([404, ['detail']])
      expect(headers).toMatchObject({ 'content-type': 'application/json', 'x-error-code': 'path-not-found' })
      expect(headers['x-request-id']).toBeTruthy()
    }
  })

  it('returns its own errors below /scim/v2/ in the form of SCIM (B9, S4)', async () => {
    const { headers, body } = await call(forCallers, '/scim/v2/Devices')
    expect(headers['content-type']).toBe('application/scim+json')
    expect(body).toMatchObject({ schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'], status: '404' })
  })

  it.each([
    '/registrations/external/a%2Fb/approve/',
    '/users/external_id/%C3%A9%20%3F/?a=%2F&b=1?2&',
    '/users//x/',
  ])('passes on the path %s unchanged', async (path) => {
    expect((await call(forCallers, path)).body.url).toBe(path)
  })

  it('sets the headers about the client itself, and passes on the request id', async () => {
    const claims = {
      'X-Forwarded-For': '203.0.113.9',
      'X-Forwarded-Proto': 'https',
      Forwarded: 'for=203.0.113.9',
    }
    const response = await call(forCallers, '/users/', { headers: claims })
    const { headers } = response.body
    expect(headers).toMatchObject({ 'x-forwarded-for': '127.0.0.1', 'x-forwarded-proto': 'http' })
    expect(headers).not.toHaveProperty('forwarded')
    expect(headers['x-request-id']).toBe(response.headers['x-request-id'])
  })

  it('returns 503 with Retry-After while a service is unavailable, as a usual error (S4)', async () => {
    const gateway = await aGateway('public', 'http://127.0.0.1:9')
    const { status, headers, body } = await call(gateway, '/users/')
    expect([status, Object.keys(body)]).toEqual([503, ['detail']])
    expect(headers).toMatchObject({
      'x-error-code': 'dependency-unavailable',
      'content-type': 'application/json',
      'retry-after': expect.stringMatching(/^[1-9]\d*$/),
      'x-request-id': expect.stringMatching(/./),
      traceresponse: expect.stringMatching(/^00-[\da-f]{32}-[\da-f]{16}-[\da-f]{2}$/),
    })
    expect((await call(gateway, '/registrations/')).status).toBe(200)
  })

  it('returns its own errors as RFC 9457 on request, with every member of the contract (S4)', async () => {
    const accepting = { headers: { Accept: 'application/problem+json' } }
    const { headers, body } = await call(forCallers, '/nowhere/', accepting)
    expect(headers['content-type']).toBe('application/problem+json')
    expect(body).toEqual({
      type: '/docs/guide/errors#path-not-found',
      title: 'Not Found',
      status: 404,
      detail: expect.stringMatching(/^No such path\. The contract at \/openapi\.json lists/),
      code: 'path-not-found',
    })
  })

  it('breaks off the response if the service dies during it', async () => {
    const dying = await listening((_request, response) => {
      response.writeHead(200, { 'Content-Length': '100' }).write('half')
      setTimeout(() => response.destroy(), 20)
    })
    await expect(call(await aGateway('public', dying), '/users/')).rejects.toThrow()
  })

  it('rejects a DELETE with a body of unknown length, which could be read as another request', async () => {
    const { status } = await call(forCallers, '/users/1/', {
      method: 'DELETE',
      headers: { 'Transfer-Encoding': 'chunked' },
      body: 'GET /admin/courses/ HTTP/1.1\r\n\r\n',
    })
    expect(status).toBe(415)
  })

  it('serves the API reference of each audience without resources from other hosts', async () => {
    await writeReference()
    const page = await call(forCallers, '/docs/')
    expect(page.status).toBe(200)
    expect(page.text).not.toMatch(/https?:\/\//)
    expect(page.headers['content-security-policy']).toContain("default-src 'none'; script-src 'self';")
    const parts = [...page.text.matchAll(/(?:src|href)="([\w-]+\.\w+)"/g)].map(([, path]) => `/docs/${path}`)
    expect(parts).toContain('/docs/scalar.js')
    for (const path of parts) expect((await call(forCallers, path)).status).toBe(200)
    const idsAt = async (gateway: string) =>
      operationsOf((await call(gateway, '/docs/contract.json')).body as unknown as OpenApiDocument).map(
        ({ operation }) => operation.operationId,
      )
    const idsFor = (wanted: Audience) =>
      Object.entries(catalogue).flatMap(([id, { audience }]) => (audience === wanted ? [id] : []))
    expect((await idsAt(forCallers)).sort()).toEqual(idsFor('public').sort())
    expect((await idsAt(forOperators)).sort()).toEqual(idsFor('operator').sort())
    for (const path of ['/docs/operator.json', '/docs/built/operator.json', '/docs/../built/operator.json'])
      expect((await call(forCallers, path)).status).toBe(404)
    expect((await call(forCallers, '/')).headers.location).toBe('docs/')
  })
})
