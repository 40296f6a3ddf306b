import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { createGateway } from '../gateway/gateway.ts'
import { routeFor, type Audience } from '../gateway/routes.ts'
import { catalogue } from '../../../services/shared/contract/generated/catalogue.ts'
import { LARGE_HEADERS, rawBytes, wireAnswer } from '../../../services/shared/tests/kit/raw-bytes.ts'
import { rawRequest as call } from '../../../services/shared/tests/kit/raw-request.ts'

interface Seen {
  readonly by: string
  readonly method: string
  readonly url: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

const servers: Server[] = []

async function listening(server: Server): Promise<string> {
  servers.push(server)
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** A service that tells what reached it. */
const mirror = (by: string): Promise<string> =>
  listening(
    createServer((request, response) => {
      void text(request).then((body) => {
        const { method = '', url = '', headers } = request
        const seen: Seen = { by, method, url, headers, body }
        response
          .writeHead(200, { 'Content-Type': 'application/json', 'X-Total-Count': '7' })
          .end(JSON.stringify(seen))
      })
    }),
  )

async function aGateway(
  audience: Audience,
  upstreams: Partial<Record<'registration' | 'user' | 'notification', string[]>> = {},
) {
  const each = async (name: string): Promise<string[]> => [await mirror(name)]
  return listening(
    createGateway({
      audience,
      upstreams: {
        public: {
          registration: upstreams.registration ?? (await each('registration')),
          user: upstreams.user ?? (await each('user')),
        },
        operator: {
          registration: await each('registration for operators'),
          user: await each('user for operators'),
          notification: await each('notification for operators'),
        },
      },
    }),
  )
}

afterEach(() => {
  for (const server of servers.splice(0)) {
    server.close()
    server.closeAllConnections()
  }
})

describe('the gateway', () => {
  it.each([
    ['/registrations', 'registration'],
    ['/api/v2/registrations/7/approve/', 'registration'],
    ['/openapi.json', 'registration'],
    ['/api/v2/users/?limit=1', 'user'],
    ['/admin/dead-letters/x/replay/', 'notification for operators'],
  ])('sends %s to the %s', async (path, service) => {
    const { status, body } = await call(await aGateway('operator'), path)
    expect([status, (JSON.parse(body) as Seen).by]).toEqual([200, service])
  })

  it('knows every operation of the contract but internal ones, and those of operators for operators only', () => {
    for (const { path, service, audience } of Object.values(catalogue)) {
      const forOperators = audience === 'internal' ? undefined : { service, audience }
      expect(routeFor(path, 'operator')).toEqual(forOperators)
      expect(routeFor(path, 'public')).toEqual(audience === 'public' ? forOperators : undefined)
    }
  })

  it.each([
    '/internal/credentials/verify/',
    '/registrationsX/',
    '/registrations/../internal/users/resolve/',
    '/registrations/%2e%2E/admin/courses/',
    '//registrations/',
    '/nowhere',
    '/api/v2/admin/groups/',
    '/api/v2/internal/users/resolve/',
    'http://elsewhere/registrations/',
  ])('does not know %s, whoever asks (A7)', async (path) => {
    for (const audience of ['public', 'operator'] as const) {
      const { status, headers, body } = await call(await aGateway(audience), path)
      expect(status).toBe(404)
      expect(Object.keys(JSON.parse(body) as object)).toEqual(['detail'])
      expect(headers).toMatchObject({ 'content-type': 'application/json', 'x-error-code': 'path-not-found' })
      expect(headers['x-request-id']).toBeTruthy()
    }
  })

  it.each([
    '/registrations/external/a%2Fb/approve/',
    '/users/external_id/%C3%A9%20%3F/?a=%2F&b=1?2&',
    '/users//x/',
  ])('passes the path %s on as it came, byte by byte', async (path) => {
    const { body } = await call(await aGateway('public'), path)
    expect((JSON.parse(body) as Seen).url).toBe(path)
  })

  it('passes method, body, headers and the answer on', async () => {
    const answer = await call(await aGateway('public'), '/registrations/', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'Idempotency-Key': 'k' },
      body: '{"courseId":1}',
    })
    expect(JSON.parse(answer.body)).toMatchObject({
      method: 'POST',
      body: '{"courseId":1}',
      headers: { 'idempotency-key': 'k' },
    })
    expect(answer.headers['x-total-count']).toBe('7')
  })

  it('says itself where a request comes from, whatever the client claims', async () => {
    const { body } = await call(await aGateway('public'), '/users/', {
      headers: {
        'X-Forwarded-For': '203.0.113.9',
        'X-Forwarded-Proto': 'https',
        Forwarded: 'for=203.0.113.9',
      },
    })
    const { headers } = JSON.parse(body) as Seen
    expect(headers).toMatchObject({ 'x-forwarded-for': '127.0.0.1', 'x-forwarded-proto': 'http' })
    expect(headers).not.toHaveProperty('forwarded')
  })

  it('gives the caller the request id that the service sees', async () => {
    const given = await call(await aGateway('public'), '/users/', { headers: { 'X-Request-Id': 'mine-1' } })
    expect([given.headers['x-request-id'], (JSON.parse(given.body) as Seen).headers['x-request-id']]).toEqual(
      ['mine-1', 'mine-1'],
    )
  })

  it('answers 503 with Retry-After while a service is away, in the shape of every error (S4)', async () => {
    const gateway = await aGateway('public', { user: ['http://127.0.0.1:9'] })
    const { status, headers, body } = await call(gateway, '/users/')
    expect(status).toBe(503)
    expect(Object.keys(JSON.parse(body) as object)).toEqual(['detail'])
    expect(headers).toMatchObject({
      'x-error-code': 'dependency-unavailable',
      'content-type': 'application/json',
    })
    expect(headers['retry-after']).toMatch(/^[1-9]\d*$/)
    expect(headers['x-request-id']).toBeTruthy()
    expect((await call(gateway, '/registrations/')).status).toBe(200)
  })

  it('tells its own errors as RFC 9457 to who asks for it, with every member that the contract has (S4)', async () => {
    const gateway = await aGateway('public')
    const answer = await call(gateway, '/nowhere/', { headers: { Accept: 'application/problem+json' } })
    expect(answer.headers['content-type']).toBe('application/problem+json')
    expect(JSON.parse(answer.body)).toEqual({
      type: 'about:blank',
      title: 'Not Found',
      status: 404,
      detail: 'No such path. The operations are listed at /openapi.json.',
      code: 'path-not-found',
    })
  })

  it.each([
    ['malformed-request', 'no HTTP\r\n\r\n', 400],
    ['headers-too-large', LARGE_HEADERS, 431],
  ])(
    'answers %s to what never becomes a request, in the shape of every error (S4)',
    async (code, bytes, status) => {
      const answer = wireAnswer(await rawBytes(await aGateway('public'), bytes))
      expect(answer).toMatchObject({ status, headers: { 'x-error-code': code } })
      expect(JSON.parse(answer.body)).toEqual({ detail: expect.any(String) })
    },
  )

  it('cuts the answer when the service dies in the middle of it', async () => {
    const dying = await listening(
      createServer((_request, response) => {
        response.writeHead(200, { 'Content-Length': '100' }).write('half')
        setTimeout(() => response.destroy(), 20)
      }),
    )
    await expect(call(await aGateway('public', { user: [dying] }), '/users/')).rejects.toThrow()
  })

  it('takes the instances of a service in turn', async () => {
    const gateway = await aGateway('public', { user: [await mirror('first'), await mirror('second')] })
    const answers = []
    for (let index = 0; index < 4; index++)
      answers.push((JSON.parse((await call(gateway, '/users/')).body) as Seen).by)
    expect(answers).toEqual(['first', 'second', 'first', 'second'])
  })

  it('refuses a DELETE with a body of unknown length rather than let it be read as another request', async () => {
    const { status } = await call(await aGateway('public'), '/users/1/', {
      method: 'DELETE',
      headers: { 'Transfer-Encoding': 'chunked' },
      body: 'GET /admin/courses/ HTTP/1.1\r\n\r\n',
    })
    expect(status).toBe(415)
  })

  it('serves the API reference without anything from elsewhere', async () => {
    const gateway = await aGateway('public')
    const page = await call(gateway, '/docs/')
    expect(page.status).toBe(200)
    expect(page.body).not.toMatch(/https?:\/\//)
    const parts = [...page.body.matchAll(/(?:src|href)="(\/docs\/[^"]+)"/g)].map(([, path]) => path ?? '')
    expect(parts.length).toBeGreaterThan(2)
    for (const path of parts) expect((await call(gateway, path)).status).toBe(200)
    expect((await call(gateway, '/')).headers.location).toBe('/docs/')
  })
})
